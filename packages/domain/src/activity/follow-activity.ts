import type { Movement } from '../tracker-state/movement.ts';
import type { Travel, TravelEvent } from '../tracker-state/travel.ts';
import type { Activity, ActivityDay, ActivityMoment, ActivityRule, DaySums } from './activity.ts';
import type { ActivityMemory, Bucket } from './activity-memory.ts';
import type { DayOf } from './calendar-days.ts';
import { addDay, emptyDay, nightMetresOf, sharesOf, splitByDay } from './day-shares.ts';

/** A valid fix, newer than the previous ones. */
export interface ActivityFix extends ActivityMoment {
  /** km/h; null: unknown. */
  readonly speed: number | null;
  /** Null: not reported with this fix. */
  readonly ignition: boolean | null;
}

/** How a fix changed movement and trip. */
export interface MovementChange {
  /** After the fix. */
  readonly movement: Movement;
  readonly travel: Travel;
  /** Null: no trip or stay ended. */
  readonly event: TravelEvent | null;
  /** Metres of the mileage. */
  readonly travelled: number;
  /** The fix is impossibly far away. */
  readonly isJump: boolean;
}

export interface ActivityStep {
  readonly memory: ActivityMemory;
  /** Activities that ended with this fix, oldest first. */
  readonly ended: readonly Activity[];
  /** Shares of days that passed, or whose activity ended. Each millisecond is in one of them, once. */
  readonly days: readonly ActivityDay[];
}

const NOTHING: readonly never[] = [];
/** Days with sums after which an activity is divided, because the memory has them all. */
const MAX_DAYS = 31;

/**
 * Follows trips, stops and gaps from fix to fix.
 *
 * @param before null: this is the first fix.
 * @param previous the fix before this one.
 */
export function followActivity(
  before: ActivityMemory | null,
  previous: ActivityMoment | null,
  fix: ActivityFix,
  change: MovementChange,
  { dayOf, gapMs }: ActivityRule,
): ActivityStep {
  const ignition = fix.ignition ?? before?.ignition ?? null;
  if (before === null || previous === null) {
    return { memory: startAt(fix, change, ignition, dayOf), ended: NOTHING, days: NOTHING };
  }
  if (fix.time - previous.time >= gapMs) return endWithGap(before, previous, fix, change, dayOf);

  const { event, travel } = change;
  const marks = openChanges(change, before.from.time, fix);
  const simple =
    event === null && marks.length === 0 ? addToToday(before, previous, fix, change, dayOf) : null;
  if (simple !== null)
    return { memory: { ...before, buckets: simple, ignition }, ended: NOTHING, days: NOTHING };
  const remaining = mergeBuckets(before.buckets, event === null ? marks : [event, ...marks]);
  const buckets = addFix(remaining, previous, fix, { change, marks, wasOn: before.ignition }, dayOf);
  const after = { ...before, buckets, ignition };
  if (event !== null && event.time > before.from.time) return endWithChange(after, event, change, dayOf);
  // A change that began before a gap has become certain after it.
  const kind = event === null ? before.kind : kindOf(travel);
  const isCertain = travel.change === undefined && buckets.length === 1;
  if (isCertain) return countPassedDays({ ...after, kind }, fix.time, dayOf);
  return { memory: { ...after, kind }, ended: NOTHING, days: NOTHING };
}

/** The shares of days in the open activity that have not been given out, up to the last fix. */
export function openDays(memory: ActivityMemory, last: ActivityMoment, dayOf: DayOf): readonly ActivityDay[] {
  return sharesOf(openActivity(memory, last), dayOf, memory.countedTo);
}

/** The open activity up to the last fix. */
export function openActivity(memory: ActivityMemory, last: ActivityMoment): Activity {
  return activityOf(memory, mergeAll(memory.buckets), last);
}

function kindOf({ moving }: Travel): ActivityMemory['kind'] {
  return moving ? 'trip' : 'stop';
}

function activityOf(
  { kind, from, ignition }: ActivityMemory,
  { days }: Bucket,
  to: ActivityMoment,
): Activity {
  const sums = kind === 'trip' ? days : days.map((day) => ({ ...day, fastest: null }));
  return { kind, from, to: momentOf(to), days: sums, hasIgnition: ignition !== null };
}

function startAt(
  fix: ActivityFix,
  { travel, isJump }: MovementChange,
  ignition: boolean | null,
  dayOf: DayOf,
): ActivityMemory {
  const from = momentOf(fix);
  return {
    kind: kindOf(travel),
    from,
    countedTo: fix.time,
    buckets: [{ from, days: [fixSums(fix, isJump, dayOf)] }],
    ignition,
  };
}

/** The activity before a gap ends at its last fix, whatever was about to change. */
function endWithGap(
  before: ActivityMemory,
  previous: ActivityMoment,
  fix: ActivityFix,
  change: MovementChange,
  dayOf: DayOf,
): ActivityStep {
  const closed = close(before, mergeAll(before.buckets), previous, dayOf);
  const [from, to] = [momentOf(previous), momentOf(fix)];
  const sums: DaySums = { ...emptyDay(0), metres: change.travelled };
  const days = splitByDay(sums, from.time, to.time, dayOf);
  const gap: Activity = { kind: 'gap', from, to, days, hasIgnition: false };
  return {
    memory: startAt(fix, change, fix.ignition ?? before.ignition, dayOf),
    ended: [...closed.ended, gap],
    days: [...closed.days, ...sharesOf(gap, dayOf)],
  };
}

/** A start or stop has become certain: the next activity begins where it happened. */
function endWithChange(
  before: ActivityMemory,
  event: TravelEvent,
  { travel }: MovementChange,
  dayOf: DayOf,
): ActivityStep {
  const [first, start = { from: momentOf(event), days: [] }, ...others] = before.buckets;
  const closed = close(before, first, start.from, dayOf);
  return { memory: startWith([start, ...others], kindOf(travel), before.ignition), ...closed };
}

function startWith(
  buckets: ActivityMemory['buckets'],
  kind: ActivityMemory['kind'],
  ignition: boolean | null,
): ActivityMemory {
  const [{ from }] = buckets;
  return { kind, from, countedTo: from.time, buckets, ignition };
}

function close(memory: ActivityMemory, bucket: Bucket, to: ActivityMoment, dayOf: DayOf) {
  if (to.time <= memory.from.time) return { ended: NOTHING, days: NOTHING };
  const activity = activityOf(memory, bucket, to);
  return { ended: [activity], days: sharesOf(activity, dayOf, memory.countedTo) };
}

/** Gives out the shares of days that have passed in an activity, so that day rows need not wait for its end. */
function countPassedDays(memory: ActivityMemory, now: number, dayOf: DayOf): ActivityStep {
  const today = dayOf(now);
  const [bucket] = memory.buckets;
  if (memory.countedTo >= today.start) return { memory, ended: NOTHING, days: NOTHING };
  const { latitude, longitude } = bucket.from;
  const midnight = { time: today.start, latitude, longitude };
  const past = bucket.days.filter(({ day }) => day < today.day);
  const rest = bucket.days.filter(({ day }) => day >= today.day);
  const days = sharesOf(activityOf(memory, { ...bucket, days: past }, midnight), dayOf, memory.countedTo);
  const listed = memory.kind === 'trip' ? past : past.filter(hasSums);
  if (listed.length >= MAX_DAYS) {
    const ended = activityOf(memory, { ...bucket, days: listed }, midnight);
    const next = startWith([{ from: midnight, days: rest }], memory.kind, memory.ignition);
    return { memory: next, ended: [ended], days };
  }
  const buckets = [{ ...bucket, days: [...listed, ...rest] }] as const;
  return { memory: { ...memory, countedTo: today.start, buckets }, ended: NOTHING, days };
}

function hasSums({ metres, ignition }: DaySums): boolean {
  return metres > 0 || (ignition ?? 0) > 0;
}

/** Where a change may have begun that is not certain yet, in the order of time. */
function openChanges(
  { movement, travel }: MovementChange,
  start: number,
  here: ActivityFix,
): readonly ActivityMoment[] {
  const marks: ActivityMoment[] = [];
  if (travel.change !== undefined && travel.change.time > start) marks.push(travel.change);
  const { moving, slowSince, anchor } = movement;
  if (moving && slowSince !== null && slowSince > start && slowSince !== travel.change?.time) {
    marks.push({ ...(anchor ?? here), time: slowSince });
  }
  return marks.sort((a, b) => a.time - b.time);
}

/** Merges each bucket whose change was undone into the one before. */
function mergeBuckets(
  buckets: ActivityMemory['buckets'],
  marks: readonly { readonly time: number }[],
): [Bucket, ...Bucket[]] {
  const [first, ...others] = buckets;
  const merged: [Bucket, ...Bucket[]] = [first];
  for (const bucket of others) {
    if (marks.some(({ time }) => time === bucket.from.time)) merged.push(bucket);
    else merged[merged.length - 1] = merge(merged.at(-1) ?? first, bucket);
  }
  return merged;
}

function mergeAll([first, ...others]: ActivityMemory['buckets']): Bucket {
  return others.reduce(merge, first);
}

function merge(a: Bucket, b: Bucket): Bucket {
  const days = [...a.days];
  for (const sums of b.days) addDay(days, sums);
  return { from: a.from, days };
}

/** What most fixes do: nothing is about to change, and midnight has not passed. Null: not so. */
function addToToday(
  { buckets, countedTo, ignition: wasOn }: ActivityMemory,
  previous: ActivityMoment,
  fix: ActivityFix,
  { travelled, isJump }: MovementChange,
  dayOf: DayOf,
): ActivityMemory['buckets'] | null {
  const [bucket] = buckets;
  const { day, start, night } = dayOf(fix.time);
  const last = bucket.days.at(-1);
  if (buckets.length > 1 || last?.day !== day || previous.time < start || countedTo < start) return null;
  const { time, speed, latitude, longitude } = fix;
  const isFaster = speed !== null && !isJump && (last.fastest === null || speed > last.fastest.speed);
  const today: DaySums = {
    day,
    metres: last.metres + travelled,
    nightMetres: last.nightMetres + nightMetresOf(travelled, previous.time, time, night),
    ignition: wasOn === null ? last.ignition : (last.ignition ?? 0) + (wasOn ? time - previous.time : 0),
    fastest: isFaster ? { speed, time, latitude, longitude } : last.fastest,
    firstFix: last.firstFix ?? time,
    lastFix: time,
  };
  const days = bucket.days.length === 1 ? [today] : [...bucket.days.slice(0, -1), today];
  return [{ from: bucket.from, days }];
}

interface FixContext {
  readonly change: MovementChange;
  readonly marks: readonly ActivityMoment[];
  /** Ignition since the previous fix. */
  readonly wasOn: boolean | null;
}

/** Adds the way from the previous fix, and the fix itself, which may begin a bucket. */
function addFix(
  buckets: readonly [Bucket, ...Bucket[]],
  previous: ActivityMoment,
  fix: ActivityFix,
  { change, marks, wasOn }: FixContext,
  dayOf: DayOf,
): [Bucket, ...Bucket[]] {
  const { travelled, isJump } = change;
  const mark = marks.find(({ time }) => time === fix.time);
  // The way to the first fix in motion belongs to the trip.
  const isStart = mark !== undefined && change.travel.change?.time === fix.time;
  const ignition = wasOn === null ? null : wasOn ? fix.time - previous.time : 0;
  const way = { ...emptyDay(0), metres: isStart ? 0 : travelled, ignition };
  const startMetres = isStart ? travelled : 0;
  const nightMetres = nightMetresOf(startMetres, previous.time, fix.time, dayOf(fix.time).night);
  const here = { ...fixSums(fix, isJump, dayOf), metres: startMetres, nightMetres };

  const next: [Bucket, ...Bucket[]] = [...buckets];
  const last = next.at(-1) ?? buckets[0];
  const days = [...last.days];
  for (const sums of splitByDay(way, previous.time, fix.time, dayOf)) addDay(days, sums);
  if (mark === undefined) addDay(days, here);
  next[next.length - 1] = { from: last.from, days };
  if (mark !== undefined) next.push({ from: momentOf(mark), days: [here] });
  return next;
}

/** What a fix alone adds. */
function fixSums(fix: ActivityFix, isJump: boolean, dayOf: DayOf): DaySums {
  const { speed, time, latitude, longitude } = fix;
  const fastest = speed === null || isJump ? null : { speed, time, latitude, longitude };
  return { ...emptyDay(dayOf(time).day), fastest, firstFix: time, lastFix: time };
}

function momentOf({ time, latitude, longitude }: ActivityMoment): ActivityMoment {
  return { time, latitude, longitude };
}
