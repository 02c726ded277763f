import { type ErrorName, NamedError } from '@wakeline/contract/errors';
import type { EventEdit } from '@wakeline/domain/courses/edits';
import type { ObjectKind } from '@wakeline/domain/courses/event';

/** `waiting`: the server cannot be reached, the edits are sent again. */
export type SaveState = 'saved' | 'saving' | 'waiting';

/** The version that the settings and each object had when last received or stored, by `keyOf`; deleted ones have one, too. */
export type Versions = ReadonlyMap<string, number>;

export function keyOf(kind: ObjectKind, id: string): string {
  return `${kind} ${id}`;
}

export const SETTINGS_KEY = 'settings';

function keyOfEdit(edit: EventEdit): string {
  return edit.kind === 'settings' ? SETTINGS_KEY : keyOf(edit.kind, edit.id);
}

interface Stored {
  readonly version: number;
  /** The login of the user whose change was replaced; null: none was. */
  readonly overwritten: string | null;
}

export interface SenderOptions {
  /** Stores an edit. A NamedError of the server's rules refuses it; every other error is retried. */
  readonly store: (edit: EventEdit, baseVersion: number | null) => Promise<Stored>;
  readonly onState: (state: SaveState) => void;
  readonly onOverwritten: (edit: EventEdit, userName: string) => void;
  /** The edit and all that follow it are dropped: the caller loads the event again. */
  readonly onRefused: (error: NamedError) => void;
  /** Calls back after the time between two attempts; returns what cancels it. */
  readonly schedule: (callback: () => void) => () => void;
}

export interface EditSender {
  /** Sends edits after the ones before. */
  add(edits: readonly EventEdit[]): void;
  /** Whether an edit of the user has replaced this version of an object, or will replace it when it is stored. */
  isReplaced(key: string, version: number): boolean;
  /** The versions on which further edits are based. */
  setVersions(versions: Versions): void;
  /** Sends at once what waits for another attempt. */
  retryNow(): void;
  stop(): void;
}

/** Failures of the connection, the server or the session, not of the edit. */
const RETRIED: ReadonlySet<ErrorName> = new Set([
  ...(['network-failed', 'timed-out', 'answer-malformed', 'session-gone'] as const),
  ...(['internal', 'database-away', 'too-many-requests', 'overloaded'] as const),
]);

/**
 * Stores edits one after the other, in their order. Edits of the same object that follow each other are combined while they
 * wait, so that dragging a control stores its last position.
 */
export function createEditSender(options: SenderOptions): EditSender {
  const { store, onState, onOverwritten, onRefused, schedule } = options;
  let queue: EventEdit[] = [];
  let sending: EventEdit | null = null;
  let cancelRetry: (() => void) | null = null;
  let stopped = false;
  const versions = new Map<string, number>();

  async function send(): Promise<void> {
    if (sending !== null || cancelRetry !== null || stopped) return;
    const next = queue.shift();
    if (next === undefined) {
      onState('saved');
      return;
    }
    sending = next;
    onState('saving');
    try {
      const key = keyOfEdit(next);
      const { version, overwritten } = await store(next, versions.get(key) ?? null);
      sending = null;
      if (stopped) return;
      versions.set(key, version);
      if (overwritten !== null) onOverwritten(next, overwritten);
    } catch (error) {
      sending = null;
      if (stopped) return;
      if (error instanceof NamedError && !RETRIED.has(error.errorName)) {
        queue = [];
        onState('saved');
        onRefused(error);
        return;
      }
      queue.unshift(next);
      onState('waiting');
      cancelRetry = schedule(retry);
      return;
    }
    await send();
  }

  function retry(): void {
    cancelRetry = null;
    void send();
  }

  return {
    add(edits) {
      for (const edit of edits) queue = withEdit(queue, edit);
      void send();
    },
    isReplaced: (key, version) =>
      version < (versions.get(key) ?? 0) ||
      [...(sending === null ? [] : [sending]), ...queue].some((edit) => keyOfEdit(edit) === key),
    setVersions(next) {
      for (const [key, version] of next) versions.set(key, version);
    },
    retryNow() {
      if (cancelRetry === null) return;
      cancelRetry();
      retry();
    },
    stop() {
      stopped = true;
      cancelRetry?.();
    },
  };
}

function withEdit(queue: readonly EventEdit[], edit: EventEdit): EventEdit[] {
  const last = queue.at(-1);
  if (last === undefined || keyOfEdit(last) !== keyOfEdit(edit)) return [...queue, edit];
  // The type checker cannot infer that both are of the same kind.
  return [...queue.slice(0, -1), { ...edit, before: last.before } as EventEdit];
}
