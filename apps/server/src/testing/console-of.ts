import type { Client } from '@wakeline/client/client';
import {
  connectLive,
  type LiveConnection,
  type LiveOptions,
  type LiveStatus,
} from '@wakeline/client/live/run';
import type { Tracker, TrackerStatusDto } from '@wakeline/contract/entities/tracker';
import type { ChangedThing, LogEntry } from '@wakeline/contract/live/messages';
import WebSocket from 'ws';
import { Facts } from './until.ts';

/** A console that keeps what it is told, as the real one does, and counts how often. */
export class TestConsole {
  readonly entries: LogEntry[] = [];
  readonly states = new Map<number, TrackerStatusDto>();
  readonly trackers = new Map<number, Tracker>();
  readonly removed: number[] = [];
  readonly phases: LiveStatus[] = [];
  stateMessages = 0;
  groupChanges = 0;
  rightsChanges = 0;
  readonly changes: ChangedThing[] = [];
  reloads = 0;
  cursor: number | null;
  readonly #facts = new Facts();
  readonly #connection: LiveConnection;

  constructor(
    from: { readonly client: Client; readonly url: string; readonly token: string },
    options: Partial<Pick<LiveOptions, 'cursor' | 'refresh'>> = {},
  ) {
    this.cursor = options.cursor ?? null;
    const told =
      <Args extends unknown[]>(take: (...args: Args) => void) =>
      (...args: Args) => {
        take(...args);
        this.#facts.changed();
      };
    this.#connection = connectLive({
      client: from.client,
      url: from.url,
      cursor: this.cursor,
      refresh: options.refresh ?? 0,
      openSocket: (url) =>
        new WebSocket(url, { headers: { authorization: `Bearer ${from.token}` } }) as never,
      onStates: told(({ states, full }) => {
        this.stateMessages += 1;
        if (full) this.states.clear();
        for (const { trackerId, status } of states) this.states.set(trackerId, status);
      }),
      onLog: told(({ entries, cursor }) => {
        this.entries.push(...entries);
        this.cursor = cursor;
      }),
      onTrackers: told(({ changed, removed }) => {
        for (const tracker of changed) this.trackers.set(tracker.trackerId, tracker);
        for (const id of removed) {
          this.trackers.delete(id);
          this.states.delete(id);
          this.removed.push(id);
        }
      }),
      onGroups: told(() => {
        this.groupChanges += 1;
      }),
      onRights: told(() => {
        this.rightsChanges += 1;
      }),
      onChanged: told((what) => {
        this.changes.push(what);
      }),
      onReload: told(() => {
        this.reloads += 1;
      }),
      onPhase: told((status) => {
        this.phases.push(status);
      }),
    });
  }

  get status(): LiveStatus | undefined {
    return this.phases.at(-1);
  }

  /** Resolves when `fact` holds; asked again with each message. */
  until(what: string, fact: (console: this) => boolean): Promise<void> {
    return this.#facts.until(what, () => fact(this));
  }

  live(): Promise<void> {
    return this.until('the console is live', ({ status }) => status?.phase === 'live');
  }

  close(): void {
    this.#connection.stop();
  }
}
