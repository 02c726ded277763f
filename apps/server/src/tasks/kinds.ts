import type { Language } from '@wakeline/contract/entities/user-config';
import type { TASK_KINDS } from '@wakeline/contract/tasks';
import type { Tx } from '../db/database.ts';
import type { WrittenFile } from '../files/folder.ts';

export type TaskKind = (typeof TASK_KINDS)[number];

/** A kind of task, defined by the feature that adds tasks of this kind. `Subject` is stored with each task, as JSON. */
export interface TaskDefinition<Subject, Kind extends TaskKind = TaskKind> {
  readonly kind: Kind;
  /** What the task is about, in each language. */
  readonly name: (subject: Subject) => Readonly<Record<Language, string>>;
  /** False for a kind whose changes cannot be taken back. */
  readonly cancellable: boolean;
  /** Whether users request it, again and again: it then counts against `LIMITS.tasksPerAccount`. */
  readonly limited: boolean;
  /** The file that was uploaded for the task, and that is deleted when the task has ended. */
  readonly uploadOf?: (subject: Subject) => string;
}

/** The definitions of all kinds: a missing one does not compile. */
export type TaskDefinitions = { readonly [Kind in TaskKind]: TaskDefinition<never, Kind> };

export interface TaskRun<Subject> {
  readonly taskId: number;
  readonly accountId: number;
  readonly subject: Subject;
  /** The server stops, the task was given to another one, or somebody cancelled it. */
  readonly signal: AbortSignal;
  /** Tells how much is done, from 0 to 1. */
  readonly progress: (fraction: number) => Promise<void>;
}

/** The file that a task makes. */
export interface TaskResult {
  readonly written: WrittenFile;
  readonly mediaType: string;
  readonly name: string;
  /** Stored with the subject, as `outcome`. */
  readonly outcome?: object;
}

/** Does the tasks of one kind. */
export interface TaskWorker<Subject> {
  /**
   * Does what a task says; null where it makes no file. It is called again for a task that a crash interrupted, so doing it
   * twice must come to the same. It throws the reason of `signal` when that is aborted, and a NamedError where trying again is of no
   * use: its user is told that.
   */
  readonly run: (run: TaskRun<Subject>) => Promise<TaskResult | null>;
  /** Removes what was noted for `takeBack`, in the transaction that ends the task as done. */
  readonly complete?: (tx: Tx, taskId: number) => Promise<void>;
  /** Deletes what the task stored before it failed or was cancelled. It is called again after a crash. */
  readonly undo?: (taskId: number, subject: Subject) => Promise<void>;
}

/** One worker for each kind: a missing one does not compile. */
export type TaskWorkers = { readonly [Kind in TaskKind]: TaskWorker<never> };

/**
 * The definition of a stored task, null for a kind that this server does not know. What is stored under a kind was added under
 * it; the table does not say so to the type checker.
 */
export function definitionOf(definitions: TaskDefinitions, kind: string): TaskDefinition<unknown> | null {
  return (definitions[kind as TaskKind] as TaskDefinition<unknown> | undefined) ?? null;
}

/** The worker of a stored task: see `definitionOf`. */
export function workerOf(workers: TaskWorkers, kind: string): TaskWorker<unknown> | null {
  return (workers[kind as TaskKind] as TaskWorker<unknown> | undefined) ?? null;
}

/** The file that was uploaded for a stored task; null: none. */
export function uploadOf(
  definitions: TaskDefinitions,
  { kind, subject }: { readonly kind: string; readonly subject: unknown },
): string | null {
  return definitionOf(definitions, kind)?.uploadOf?.(subject) ?? null;
}
