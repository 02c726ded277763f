import { setTimeout as delay } from 'node:timers/promises';
import { sql as statement } from 'kysely';
import type pg from 'pg';
import type { Tx } from './database.ts';
import type { EventSource, ServerEvent, ServerEventOf } from './events.ts';
import { openClient } from './open-client.ts';

/**
 * The channel of events between servers. Use `sendEvent` to send one; only the ingest engine sends many with one
 * statement, for speed.
 */
export const EVENT_CHANNEL = 'wakeline_event';
/**
 * Trackers of one notification: PostgreSQL accepts payloads shorter than 8000 bytes (documentation of NOTIFY), and an id has
 * at most 10 digits.
 */
const MAX_IDS = 500;
/** Milliseconds before reconnecting: initial and maximum. */
const INITIAL_RETRY_DELAY = 100;
const MAX_RETRY_DELAY = 2_000;

/**
 * Sends `event` to every server on the database, including the sender, when `tx` commits. A `trackers` event that
 * exceeds one notification is split.
 */
export async function sendEvent(tx: Tx, event: ServerEvent): Promise<void> {
  const payloads = splitToFit(event).map((part) => JSON.stringify(part));
  await statement`
    select pg_notify(${EVENT_CHANNEL}, payload) from unnest(${payloads}::text[]) as payload`.execute(tx);
}

function splitToFit(event: ServerEvent): readonly ServerEvent[] {
  if (event.type !== 'trackers') return [event];
  const { changed, removed } = event;
  if (changed.length + removed.length <= MAX_IDS) return [event];
  return [
    ...chunksOf(changed).map((ids) => ({ ...event, changed: ids, removed: [] })),
    ...chunksOf(removed).map((ids) => ({ ...event, changed: [], removed: ids })),
  ];
}

function chunksOf(ids: readonly number[]): readonly (readonly number[])[] {
  return Array.from({ length: Math.ceil(ids.length / MAX_IDS) }, (_, at) =>
    ids.slice(at * MAX_IDS, (at + 1) * MAX_IDS),
  );
}

export interface EventSubscription extends EventSource {
  close(): Promise<void>;
}

export interface ListenOptions {
  /** Called for an event of a newer or older server that cannot be parsed, and for a listener that threw. */
  readonly onError: (error: unknown) => void;
}

/**
 * Receives the events of every server on the database at `url`, on its own connection. Resolves when it is listening.
 * A lost connection is restored, however long it takes; then `onGap` is called.
 */
export async function listen(url: string, { onError }: ListenOptions): Promise<EventSubscription> {
  const listeners = new Map<ServerEvent['type'], Set<(event: ServerEvent) => void>>();
  const gapListeners = new Set<() => void>();
  const stopping = new AbortController();
  let current: pg.Client | undefined;

  function callSafely(listener: () => void): void {
    try {
      listener();
    } catch (error) {
      onError(error);
    }
  }

  function dispatch(payload: string): void {
    callSafely(() => {
      const event = JSON.parse(payload) as ServerEvent;
      for (const listener of listeners.get(event.type) ?? []) callSafely(() => listener(event));
    });
  }

  async function keepSubscribed(first: Promise<void>): Promise<void> {
    let end = first;
    while (!stopping.signal.aborted) {
      await end;
      const renewed = await resubscribe();
      if (renewed === undefined) return;
      for (const listener of gapListeners) callSafely(listener);
      end = renewed.end;
    }
  }

  async function resubscribe(): Promise<{ end: Promise<void> } | undefined> {
    for (
      let wait = INITIAL_RETRY_DELAY;
      !stopping.signal.aborted;
      wait = Math.min(wait * 2, MAX_RETRY_DELAY)
    ) {
      try {
        return await subscribeOnce();
      } catch {
        // The database is unavailable, which readiness and failing queries already report.
        await delay(wait, undefined, { signal: stopping.signal }).catch(() => undefined);
      }
    }
    return undefined;
  }

  /** Returns the end of the connection in an object, because a nested promise would be awaited. */
  async function subscribeOnce(): Promise<{ end: Promise<void> }> {
    const client = await openClient(url, 'wakeline events', (opening) => {
      // An 'end' event follows the error of a broken connection.
      opening.on('error', () => undefined);
      opening.on('notification', ({ payload }) => dispatch(payload ?? ''));
    });
    const end = new Promise<void>((resolve) => client.once('end', resolve));
    try {
      await client.query(`listen ${EVENT_CHANNEL}`);
    } catch (error) {
      await client.end();
      throw error;
    }
    current = client;
    return { end };
  }

  const { end } = await subscribeOnce();
  const running = keepSubscribed(end);

  return {
    on<Type extends ServerEvent['type']>(type: Type, listener: (event: ServerEventOf<Type>) => void) {
      const typeListeners = listeners.get(type) ?? new Set();
      listeners.set(type, typeListeners);
      // The key of the map is the event type, so the listener receives only its own type.
      const anyListener = listener as (event: ServerEvent) => void;
      typeListeners.add(anyListener);
      return () => typeListeners.delete(anyListener);
    },
    onGap(listener) {
      gapListeners.add(listener);
      return () => gapListeners.delete(listener);
    },
    async close() {
      stopping.abort();
      await current?.end();
      await running;
    },
  };
}
