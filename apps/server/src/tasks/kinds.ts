import type { Language } from '@wakeline/contract/entities/user-config';
import type { TASK_KINDS } from '@wakeline/contract/tasks';
import type { AuditFilter } from '../audit/read.ts';
import type { Written } from '../files/folder.ts';

export type TaskKind = (typeof TASK_KINDS)[number];

/** What each kind of task is about, as it is stored with it. */
export interface Subjects {
  readonly eraseTrack: { readonly trackerId: number; readonly trackerName: string };
  readonly exportAuditLog: {
    readonly filter: AuditFilter;
    /** What the file is written in. */
    readonly language: Language;
    readonly timeZone: string;
  };
}

export interface TaskRun<Kind extends TaskKind> {
  readonly accountId: number;
  readonly subject: Subjects[Kind];
  /** The server stops, or the task was given to another one. */
  readonly signal: AbortSignal;
  /** Tells how much is done, from 0 to 1. */
  readonly progress: (part: number) => Promise<void>;
}

/** The file that a task makes. */
export interface TaskResult {
  readonly written: Written;
  readonly mediaType: string;
  readonly name: string;
}

/**
 * Does what a task says; null where it makes no file. It is called again for a task that a crash interrupted, so doing it
 * twice must come to the same. It throws the reason of `signal` when that is aborted.
 */
export type TaskWorker<Kind extends TaskKind> = (run: TaskRun<Kind>) => Promise<TaskResult | null>;

/** One worker for each kind: a missing one does not compile. */
export type TaskWorkers = { readonly [Kind in TaskKind]: TaskWorker<Kind> };
