import {
  type EventCounting,
  type EventKeyColumns,
  type EventSpan,
  type EventWindow,
  isOneWindow,
} from '../event-archive.ts';

export function withinWindow({ from, to }: EventWindow): string {
  return `time between ${Math.trunc(from)} and ${Math.trunc(to)}`;
}

export function ofTrackers(trackerIds: readonly number[]): string {
  return `tracker_id in (${trackerIds.map(Math.trunc).join()})`;
}

/** Condition: one of these numbers; null: any. */
export function isOneOf(column: 'kind' | 'ref', values: readonly number[] | null): string {
  if (values === null) return '1';
  return values.length === 0 ? '0' : `${column} in (${values.map(Math.trunc).join()})`;
}

/** Condition: not one of the references of a kind that do not count. */
export function isNotSilent(silent: EventCounting['silent']): string {
  const conditions = silent
    .filter(({ refs }) => refs.length > 0)
    .map(({ kind, refs }) => `not (kind = ${Math.trunc(kind)} and ${isOneOf('ref', refs)})`);
  return conditions.length === 0 ? '1' : conditions.join(' and ');
}

/** Condition of several spans. */
export function withinSpans(spans: readonly EventSpan[]): string {
  const [first] = spans;
  if (first === undefined) return '0';
  if (isOneWindow(spans))
    return `${ofTrackers(spans.map(({ trackerId }) => trackerId))} and ${withinWindow(first)}`;
  return `(${spans.map((span) => `(${withinSpan(span)})`).join(' or ')})`;
}

function withinSpan({ trackerId, ends, ...window }: EventSpan): string {
  const condition = `tracker_id = ${Math.trunc(trackerId)} and ${withinWindow(window)}`;
  if (ends === undefined) return condition;
  const [kind, ref, since] = [ends.kind, ends.ref, ends.since].map(Math.trunc);
  return `${condition} and kind = ${kind} and ref = ${ref} and since = ${since}`;
}

/** Condition: after a key, in the order of the table. The first comparison limits what is read. */
export function isAfterKey({ tracker_id, time, kind, ref }: EventKeyColumns): string {
  return `tracker_id >= ${tracker_id} and (tracker_id > ${tracker_id} or time > ${time}
    or (time = ${time} and (kind > ${kind} or (kind = ${kind} and ref > ${ref}))))`;
}

/** Condition: before a key, of one tracker. */
export function isBeforeKey({ time, kind, ref }: Omit<EventKeyColumns, 'tracker_id'>): string {
  return `time <= ${time} and (time < ${time} or kind < ${kind} or (kind = ${kind} and ref < ${ref}))`;
}
