import type { Language } from '@wakeline/contract/entities/user-config';
import type { Access } from '@wakeline/contract/operation';
import type { TASK_KINDS } from '@wakeline/contract/tasks';
import type { Tx } from '../db/database.ts';
import type { WrittenFile } from '../files/file-storage.ts';
import type { Workload } from './workloads.ts';

export type TaskKind = (typeof TASK_KINDS)[number];

/** A kind of task, defined by the feature that adds such tasks. `Subject` is stored with each task as JSON. */
export interface TaskDefinition<Subject, Kind extends TaskKind = TaskKind> {
  readonly kind: Kind;
  /** What the task is about, in each language. */
  readonly name: (subject: Subject) => Readonly<Record<Language, string>>;
  /** False for a kind whose changes cannot be undone. */
  readonly cancellable: boolean;
  readonly workload: Workload;
  /** Whether users can request it repeatedly: it then counts towards the limits of the account. */
  readonly limited: boolean;
  /**
   * The access that its user needs to retry a failed task with the same input: the one of its operation. Null: it cannot be
   * retried, for the reason at the definition.
   */
  readonly retryAccess: ((subject: Subject) => Access) | null;
  /** The uploaded file of the task, which is deleted when the task ends. */
  readonly uploadOf?: (subject: Subject) => string;
}

/** The definitions of all kinds: a missing one does not compile. */
export type TaskDefinitions = { readonly [Kind in TaskKind]: TaskDefinition<never, Kind> };

export interface TaskRun<Subject> {
  readonly taskId: number;
  readonly accountId: number;
  /** Who added it; null: nobody, or a user who was deleted. */
  readonly userId: number | null;
  readonly subject: Subject;
  /** Aborted if the server stops, the task was given to another server, or it was cancelled. */
  readonly signal: AbortSignal;
  /** Reports the progress, from 0 to 1. */
  readonly progress: (fraction: number) => Promise<void>;
}

/** The file that a task creates. */
interface TaskFile {
  readonly written: WrittenFile;
  readonly mediaType: string;
  readonly name: string;
}

/** A task without a file, or with one that its `commit` has stored. */
interface NoTaskFile {
  readonly written: null;
  /** The id of a file that `commit` stores. */
  readonly storedFileId?: string | null;
}

/** What a task creates; `written` null: no file. */
export type TaskResult = (TaskFile | NoTaskFile) & {
  /** Stored with the subject, as `outcome`. */
  readonly outcome?: object;
  /**
   * The changes of the task, in the transaction that ends it as done: a crash never leaves some of them, or all of them with a
   * task that runs again. A NamedError ends the task as failed; another error lets it run again.
   */
  readonly commit?: (tx: Tx) => Promise<void>;
};

/** Runs the tasks of one kind. */
export interface TaskWorker<Subject> {
  /**
   * Runs a task; returns null if it creates no file. It is called again after a crash, so it must be idempotent. It throws the
   * reason of `signal` when that is aborted, and a NamedError if a retry is useless, which is shown to its user.
   */
  readonly run: (run: TaskRun<Subject>) => Promise<TaskResult | null>;
  /** Deletes what was recorded for `undo`, in the transaction that ends the task as done. */
  readonly complete?: (tx: Tx, taskId: number) => Promise<void>;
  /** Deletes what the task stored before it failed or was cancelled. It is called again after a crash. */
  readonly undo?: (taskId: number, subject: Subject) => Promise<void>;
}

/** One worker for each kind: a missing one does not compile. */
export type TaskWorkers = { readonly [Kind in TaskKind]: TaskWorker<never> };

/**
 * The definition of a stored task; null for an unknown kind. The type checker cannot infer that the stored subject belongs to
 * its kind.
 */
export function definitionOf(definitions: TaskDefinitions, kind: string): TaskDefinition<unknown> | null {
  return (definitions[kind as TaskKind] as TaskDefinition<unknown> | undefined) ?? null;
}

/** The worker of a stored task: see `definitionOf`. */
export function workerOf(workers: TaskWorkers, kind: string): TaskWorker<unknown> | null {
  return (workers[kind as TaskKind] as TaskWorker<unknown> | undefined) ?? null;
}

/** The uploaded file of a stored task; null: none. */
export function uploadOf(
  definitions: TaskDefinitions,
  { kind, subject }: { readonly kind: string; readonly subject: unknown },
): string | null {
  return definitionOf(definitions, kind)?.uploadOf?.(subject) ?? null;
}
