import type { Client } from '@wakeline/client/client';
import {
  type CoursesMessage,
  connectLive,
  type LiveConnection,
  type LiveOptions,
  type LiveStatus,
} from '@wakeline/client/live/connect-live';
import type { Tracker, TrackerStatusDto } from '@wakeline/contract/entities/tracker';
import type { ChangedResource, LogEntry } from '@wakeline/contract/live/messages';
import type { FeedArea, TrafficObject } from '@wakeline/contract/trackers/feeds';
import WebSocket from 'ws';
import { ChangeWaiter } from './change-waiter.ts';

type EntryOf<Kind extends LogEntry['kind']> = Extract<LogEntry, { readonly kind: Kind }>;

/** A console that stores received messages like the real one, and counts them. */
export class TestConsole {
  /** The entries about notices, and those about the handling of alarms. */
  readonly entries: EntryOf<'notice'>[] = [];
  readonly alarms: EntryOf<'alarm'>[] = [];
  readonly states = new Map<number, TrackerStatusDto>();
  readonly trackers = new Map<number, Tracker>();
  readonly removed: number[] = [];
  readonly phases: LiveStatus[] = [];
  stateMessages = 0;
  groupChanges = 0;
  rightsChanges = 0;
  readonly changes: ChangedResource[] = [];
  readonly courses: CoursesMessage[] = [];
  readonly traffic = new Map<string, TrafficObject>();
  reloads = 0;
  cursor: number | null;
  readonly #waiter = new ChangeWaiter();
  readonly #connection: LiveConnection;

  constructor(
    source: { readonly client: Client; readonly url: string; readonly token: string },
    options: Partial<Pick<LiveOptions, 'cursor' | 'refresh'>> = {},
  ) {
    this.cursor = options.cursor ?? null;
    const notifying =
      <Args extends unknown[]>(apply: (...args: Args) => void) =>
      (...args: Args) => {
        apply(...args);
        this.#waiter.notify();
      };
    this.#connection = connectLive({
      client: source.client,
      url: source.url,
      cursor: this.cursor,
      refresh: options.refresh ?? 0,
      openSocket: (url) =>
        new WebSocket(url, { headers: { authorization: `Bearer ${source.token}` } }) as never,
      onStates: notifying(({ states, full }) => {
        this.stateMessages += 1;
        if (full) this.states.clear();
        for (const { trackerId, status } of states) this.states.set(trackerId, status);
      }),
      onLog: notifying(({ entries, cursor }) => {
        for (const entry of entries) {
          if (entry.kind === 'notice') this.entries.push(entry);
          else this.alarms.push(entry);
        }
        this.cursor = cursor;
      }),
      onTrackers: notifying(({ changed, removed }) => {
        for (const tracker of changed) this.trackers.set(tracker.trackerId, tracker);
        for (const id of removed) {
          this.trackers.delete(id);
          this.states.delete(id);
          this.removed.push(id);
        }
      }),
      onGroups: notifying(() => {
        this.groupChanges += 1;
      }),
      onRights: notifying(() => {
        this.rightsChanges += 1;
      }),
      onChanged: notifying((subject) => {
        this.changes.push(subject);
      }),
      onCourses: notifying((message) => {
        this.courses.push(message);
      }),
      onTraffic: notifying(({ full, objects, removed }) => {
        if (full) this.traffic.clear();
        for (const objectId of removed) this.traffic.delete(objectId);
        for (const object of objects) this.traffic.set(object.objectId, object);
      }),
      onReload: notifying(() => {
        this.reloads += 1;
      }),
      onPhase: notifying((status) => {
        this.phases.push(status);
      }),
    });
  }

  /** Requests the traffic of an area. */
  watchTraffic(area: FeedArea | null): void {
    this.#connection.setTraffic(area);
  }

  get status(): LiveStatus | undefined {
    return this.phases.at(-1);
  }

  /** Resolves when the condition holds; evaluated again with each message. */
  waitUntil(subject: string, condition: (console: this) => boolean): Promise<void> {
    return this.#waiter.waitUntil(subject, () => condition(this));
  }

  waitUntilLive(): Promise<void> {
    return this.waitUntil('the console is live', ({ status }) => status?.phase === 'live');
  }

  close(): void {
    this.#connection.stop();
  }
}
