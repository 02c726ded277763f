import { type RawBuilder, sql } from 'kysely';
import type { EventKeyColumns, StoredEvent } from './event-archive.ts';

/** Columns of `event`, in the order of `unnestEvents`. */
export const EVENT_COLUMNS = sql.raw('time, since, tracker_id, ref, latitude, longitude, kind, data');
/** A row of `event` as `StoredEvent`. */
export const STORED_EVENT = sql.raw(
  'time, since, tracker_id, ref, latitude, longitude, kind, data::text as data',
);

function array(values: readonly (number | string | null)[], type: string): RawBuilder<unknown> {
  return sql`${`{${values.map((value) => value ?? 'null').join()}}`}::${sql.raw(type)}[]`;
}

/** Events as a function that returns rows of `EVENT_COLUMNS`, in which `data` is text. */
export function unnestEvents(events: readonly StoredEvent[]): RawBuilder<unknown> {
  const column = (name: Exclude<keyof StoredEvent, 'data'>, type: string) =>
    array(
      events.map((event) => event[name]),
      type,
    );
  // An array element uses the same escaping as JSON.
  const data = events.map((event) => (event.data === null ? null : JSON.stringify(event.data)));
  return sql`unnest(${column('time', 'bigint')}, ${column('since', 'bigint')}, ${column('tracker_id', 'int')},
    ${column('ref', 'int')}, ${column('latitude', 'int')}, ${column('longitude', 'int')},
    ${column('kind', 'smallint')}, ${array(data, 'text')})`;
}

/** Keys as a function that returns rows of tracker, time, kind and reference. */
export function unnestKeys(keys: readonly EventKeyColumns[]): RawBuilder<unknown> {
  const column = (name: keyof EventKeyColumns, type: string) =>
    array(
      keys.map((key) => key[name]),
      type,
    );
  return sql`unnest(${column('tracker_id', 'int')}, ${column('time', 'bigint')}, ${column('kind', 'smallint')},
    ${column('ref', 'int')})`;
}
