import type { MapObjectKind } from '@wakeline/contract/entities/map-object';
import type { Language } from '@wakeline/contract/entities/user-config';
import type { ExportFormat } from '@wakeline/contract/map-objects/exchange';
import type { Correction, TrackFormat } from '@wakeline/contract/replay/tracks';
import type { TASK_KINDS } from '@wakeline/contract/tasks';
import type { AuditFilter } from '../audit/read.ts';
import type { Written } from '../files/folder.ts';

export type TaskKind = (typeof TASK_KINDS)[number];

/** How many rows of a file with tracks were stored, were there before, and were refused. */
export interface ImportOutcome {
  readonly stored: number;
  readonly there: number;
  readonly refused: number;
}

/** What each kind of task is about, as it is stored with it. */
export interface Subjects {
  readonly eraseTrack: { readonly trackerId: number; readonly trackerName: string };
  readonly exportAuditLog: {
    readonly filter: AuditFilter;
    /** What the file is written in. */
    readonly language: Language;
    readonly timeZone: string;
  };
  readonly exportMapObjects: {
    /** Who asked: what he may see when it runs goes into the file. */
    readonly userId: number;
    readonly kind: MapObjectKind;
    /** Only these; null: all. */
    readonly ids: readonly number[] | null;
    readonly format: ExportFormat;
    /** Of the file, as somebody typed it; empty: by its kind and day. */
    readonly name: string;
    readonly language: Language;
    readonly timeZone: string;
  };
  readonly exportTrack: {
    /** Who asked: what he may see when it runs goes into the file. */
    readonly userId: number;
    readonly trackerIds: readonly number[];
    /** Of one tracker alone; else empty. */
    readonly trackerName: string;
    /** Epoch milliseconds, both included. */
    readonly startTime: number;
    readonly endTime: number;
    readonly format: TrackFormat;
    readonly correction: Correction;
    /** Of the file, as somebody typed it; empty: by its devices and day. */
    readonly name: string;
    readonly language: Language;
    readonly timeZone: string;
  };
  readonly importTrack: {
    /** Who asked: it is done if he still may when it runs. */
    readonly userId: number;
    readonly trackerId: number;
    readonly trackerName: string;
    /** Of the uploaded file: where it is kept until it has been read, and how it was called. */
    readonly stored: string;
    readonly fileName: string;
    /** What became of its rows, when it has run. */
    readonly outcome?: ImportOutcome;
    /** The line for which it was not read. */
    readonly failedLine?: number;
    readonly language: Language;
    readonly timeZone: string;
  };
}

export interface TaskRun<Kind extends TaskKind> {
  readonly taskId: number;
  readonly accountId: number;
  readonly subject: Subjects[Kind];
  /** The server stops, the task was given to another one, or somebody cancelled it. */
  readonly signal: AbortSignal;
  /** Tells how much is done, from 0 to 1. */
  readonly progress: (part: number) => Promise<void>;
}

/** The file that a task makes. */
export interface TaskResult {
  readonly written: Written;
  readonly mediaType: string;
  readonly name: string;
  /** What came of the task, kept with its subject. */
  readonly outcome?: ImportOutcome;
}

/** The file that somebody sent for a task, which goes when that has run; null: none. */
export function uploadOf(kind: TaskKind, subject: unknown): string | null {
  return kind === 'importTrack' ? (subject as Subjects['importTrack']).stored : null;
}

/** Kinds of which nothing can be taken back: they are not cancelled. */
export const FINAL_KINDS: readonly TaskKind[] = ['eraseTrack'];

/**
 * Does what a task says; null where it makes no file. It is called again for a task that a crash interrupted, so doing it
 * twice must come to the same. It throws the reason of `signal` when that is aborted, and a NamedError where trying again is of no
 * use: its user is told that.
 */
export type TaskWorker<Kind extends TaskKind> = (run: TaskRun<Kind>) => Promise<TaskResult | null>;

/** One worker for each kind: a missing one does not compile. */
export type TaskWorkers = { readonly [Kind in TaskKind]: TaskWorker<Kind> };
