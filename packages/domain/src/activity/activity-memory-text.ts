import type { ActivityMoment, DaySums } from './activity.ts';
import type { ActivityMemory, Bucket } from './activity-memory.ts';

/** Values of a day. Texts of the former format have no metres at night, and no number of a format. */
const DAY_VALUES = 10;
const FORMER_DAY_VALUES = 9;
const FORMAT = 2;
const MOMENT_VALUES = 3;

/**
 * Writes the memory as a short text: kind, start, instant up to which days were given out and ignition; then each bucket with
 * its start and its days. Numbers keep their order; null is written as nothing.
 */
export function activityMemoryToText({ kind, from, countedTo, buckets, ignition }: ActivityMemory): string {
  const isOn = ignition === null ? null : Number(ignition);
  let text = `${kind === 'trip' ? 1 : 0},${momentText(from)},${textOf(countedTo)},${textOf(isOn)},${FORMAT}`;
  for (const { from: start, days } of buckets) {
    text += `;${momentText(start)}`;
    for (const day of days) text += `,${dayText(day)}`;
  }
  return text;
}

/** Reads what `activityMemoryToText` wrote; null: it is not such a text, so the activity starts with the next fix. */
export function activityMemoryFromText(text: string): ActivityMemory | null {
  const [head = [], ...others] = text.split(';').map((field) => field.split(',').map(numberOf));
  const [kind, ...values] = head;
  const from = momentFrom(values);
  const [countedTo, ignition, format] = values.slice(MOMENT_VALUES);
  const dayValueCount = format === FORMAT ? DAY_VALUES : FORMER_DAY_VALUES;
  const [first, ...rest] = others.map((bucket) => bucketFrom(bucket, dayValueCount));
  if ((kind !== 0 && kind !== 1) || from === null || !isNumber(countedTo) || first == null) return null;
  const later = rest.filter((bucket) => bucket !== null);
  if (later.length < rest.length) return null;
  return {
    kind: kind === 1 ? 'trip' : 'stop',
    from,
    countedTo,
    buckets: [first, ...later],
    ignition: ignition == null ? null : ignition === 1,
  };
}

type Value = number | null;

function momentText({ time, latitude, longitude }: ActivityMoment): string {
  return `${textOf(time)},${textOf(latitude)},${textOf(longitude)}`;
}

function dayText({ day, metres, nightMetres, ignition, fastest, firstFix, lastFix }: DaySums): string {
  const fix = fastest === null ? ',,,' : `${textOf(fastest.speed)},${momentText(fastest)}`;
  const times = `${textOf(firstFix)},${textOf(lastFix)}`;
  return `${textOf(day)},${textOf(metres)},${textOf(ignition)},${times},${fix},${textOf(nightMetres)}`;
}

/** Seven decimals of a degree are a centimetre. */
function textOf(value: Value): string {
  if (value === null) return '';
  return Number.isInteger(value) ? `${value}` : `${Math.round(value * 1e7) / 1e7}`;
}

function numberOf(text: string): Value {
  return text === '' ? null : Number(text);
}

function momentFrom([time, latitude, longitude]: readonly Value[]): ActivityMoment | null {
  if (!isNumber(time) || !isNumber(latitude) || !isNumber(longitude)) return null;
  return { time, latitude, longitude };
}

function dayFrom(values: readonly Value[]): DaySums | null {
  const [day, metres, ignition, firstFix, lastFix, speed, ...others] = values;
  if (!isNumber(day) || !isNumber(metres)) return null;
  const at = momentFrom(others);
  return {
    day,
    metres,
    nightMetres: others[MOMENT_VALUES] ?? 0,
    ignition: ignition ?? null,
    firstFix: firstFix ?? null,
    lastFix: lastFix ?? null,
    fastest: isNumber(speed) && at !== null ? { ...at, speed } : null,
  };
}

function bucketFrom(values: readonly Value[], dayValueCount: number): Bucket | null {
  const from = momentFrom(values);
  const days: DaySums[] = [];
  for (let at = MOMENT_VALUES; at < values.length; at += dayValueCount) {
    const some = values.slice(at, at + dayValueCount);
    const day = some.length === dayValueCount ? dayFrom(some) : null;
    if (day === null) return null;
    days.push(day);
  }
  return from === null ? null : { from, days };
}

function isNumber(value: Value | undefined): value is number {
  return value != null && Number.isFinite(value);
}
