/** Days of one device with known figures, made from a plan of what it does. */

const MINUTE = 60_000;
const SECOND = 1_000;
/** Degrees of latitude for one metre on the sphere of mean radius: 180 / (pi * 6,371,008.8 m). */
const METRE = 180 / (Math.PI * 6_371_008.8);

/** Epoch milliseconds, degrees, km/h and the reported ignition. */
export type DayFix = readonly [
  time: number,
  latitude: number,
  longitude: number,
  speed: number | null,
  ignition: boolean | null,
];

/** A part of the plan: `drive` at a speed in km/h, `park`, or `silent`, without fixes and in one place. */
interface Leg {
  readonly kind: 'drive' | 'park' | 'silent';
  readonly minutes: number;
  readonly kmh?: number;
  readonly ignition?: boolean;
}

/** Seconds, metres and counts, computed by hand from the plan. */
export interface Figures {
  readonly trip: number;
  readonly stop: number;
  readonly gap: number;
  readonly trips: number;
  readonly stops: number;
  readonly metres: number;
  readonly ignition: number | null;
  readonly idle: number | null;
  readonly night: number;
}

export interface PlannedDay {
  readonly name: string;
  readonly timeZone: string;
  /** yyyy-MM-dd */
  readonly day: string;
  readonly fixes: readonly DayFix[];
  readonly truth: Figures;
}

const drive = (minutes: number, kmh: number): Leg => ({ kind: 'drive', minutes, kmh, ignition: true });
const park = (minutes: number, ignition = false): Leg => ({ kind: 'park', minutes, ignition });
const silent = (minutes: number): Leg => ({ kind: 'silent', minutes });
const HOUR = 3_600;

/** A fix each ten seconds in motion, each minute at rest; the last one ends the plan. */
function fixesOf(start: number, legs: readonly Leg[], jitter = 0): DayFix[] {
  const fixes: DayFix[] = [];
  let [time, metres] = [start, 0];
  for (const { kind, minutes, kmh = 0, ignition = false } of legs) {
    const step = kind === 'drive' ? 10 * SECOND : MINUTE;
    for (let at = 0; at < minutes * MINUTE && kind !== 'silent'; at += step) {
      const wander = kind === 'park' ? jitter * Math.sin(fixes.length * 1.7) : 0;
      const north = metres + (kmh / 3_600) * at + wander;
      fixes.push([time + at, 50 + north * METRE, 8, kmh, ignition]);
    }
    time += minutes * MINUTE;
    metres += (kmh / 3_600) * minutes * MINUTE;
  }
  fixes.push([time, 50 + metres * METRE, 8, 0, legs.at(-1)?.ignition ?? false]);
  return fixes;
}

const UTC_DAY = Date.UTC(2026, 9, 14);
const base = { timeZone: 'UTC', day: '2026-10-14' };
const LONE: Figures = {
  ...{ trip: 0, stop: 24 * HOUR, gap: 0, trips: 0, stops: 1, metres: 0, ignition: 0, idle: 0, night: 0 },
};

export const PLANNED_DAYS: readonly PlannedDay[] = [
  {
    ...base,
    name: 'two trips of half an hour',
    fixes: fixesOf(UTC_DAY, [park(480), drive(30, 60), park(480), drive(30, 60), park(420)]),
    truth: {
      ...{ trip: HOUR, stop: 23 * HOUR, gap: 0, trips: 2, stops: 3, metres: 60_000 },
      ...{ ignition: HOUR, idle: 0, night: 0 },
    },
  },
  {
    ...base,
    name: 'a red light of two minutes is no stop',
    fixes: fixesOf(UTC_DAY, [park(600), drive(10, 60), park(2, true), drive(10, 60), park(818)]),
    truth: {
      ...{ trip: 22 * 60, stop: 24 * HOUR - 22 * 60, gap: 0, trips: 1, stops: 2, metres: 20_000 },
      ...{ ignition: 22 * 60, idle: 0, night: 0 },
    },
  },
  {
    ...base,
    name: 'a stop of four minutes is below the minimum',
    fixes: fixesOf(UTC_DAY, [park(600), drive(10, 60), park(4, true), drive(10, 60), park(816)]),
    truth: {
      ...{ trip: 20 * 60, stop: 24 * HOUR - 20 * 60, gap: 0, trips: 2, stops: 2, metres: 20_000 },
      ...{ ignition: 24 * 60, idle: 4 * 60, night: 0 },
    },
  },
  {
    ...base,
    name: 'a trip of 400 m is below the minimum',
    fixes: fixesOf(UTC_DAY, [park(600), drive(2, 12), park(838)]),
    truth: {
      ...{ trip: 120, stop: 24 * HOUR - 120, gap: 0, trips: 0, stops: 2, metres: 400 },
      ...{ ignition: 120, idle: 0, night: 0 },
    },
  },
  {
    ...base,
    name: 'two hours without data after a trip',
    fixes: fixesOf(UTC_DAY, [park(600), drive(20, 90), park(10), silent(120), park(690)]),
    truth: {
      // The last fix before the silence is a minute earlier.
      ...{ trip: 20 * 60, stop: 24 * HOUR - 20 * 60 - 121 * 60, gap: 121 * 60 },
      ...{ trips: 1, stops: 3, metres: 30_000, ignition: 20 * 60, idle: 0, night: 0 },
    },
  },
  {
    ...base,
    name: '58 minutes without data are no gap',
    fixes: fixesOf(UTC_DAY, [park(600), silent(58), park(782)]),
    truth: LONE,
  },
  {
    ...base,
    name: 'trips across both midnights',
    fixes: fixesOf(UTC_DAY - 30 * MINUTE, [drive(90, 80), park(1_320), drive(120, 80), park(30)]),
    truth: {
      // One hour from midnight on, and one before the next one; the first trip starts on the day before.
      ...{ trip: 2 * HOUR, stop: 22 * HOUR, gap: 0, trips: 1, stops: 1, metres: 160_000 },
      ...{ ignition: 2 * HOUR, idle: 0, night: 2 * HOUR },
    },
  },
  {
    name: 'a day of 23 hours',
    timeZone: 'Europe/Berlin',
    day: '2026-03-29',
    // From 01:00 in winter to 04:00 in summer time, two hours.
    fixes: fixesOf(Date.UTC(2026, 2, 28, 23), [park(60), drive(120, 50), park(20 * 60)]),
    truth: {
      ...{ trip: 2 * HOUR, stop: 21 * HOUR, gap: 0, trips: 1, stops: 2, metres: 100_000 },
      ...{ ignition: 2 * HOUR, idle: 0, night: 2 * HOUR },
    },
  },
  {
    name: 'a day of 25 hours',
    timeZone: 'Europe/Berlin',
    day: '2026-10-25',
    // From 01:00 in summer to 04:00 in winter time, four hours.
    fixes: fixesOf(Date.UTC(2026, 9, 24, 22), [park(60), drive(240, 50), park(20 * 60)]),
    truth: {
      ...{ trip: 4 * HOUR, stop: 21 * HOUR, gap: 0, trips: 1, stops: 2, metres: 200_000 },
      ...{ ignition: 4 * HOUR, idle: 0, night: 4 * HOUR },
    },
  },
  {
    ...base,
    name: 'idling, and a parked receiver that wanders by 15 m',
    fixes: fixesOf(UTC_DAY, [park(600), drive(15, 40), park(45, true), drive(15, 40), park(765)], 15),
    truth: {
      ...{ trip: 30 * 60, stop: 24 * HOUR - 30 * 60, gap: 0, trips: 2, stops: 3, metres: 20_000 },
      ...{ ignition: 75 * 60, idle: 45 * 60, night: 0 },
    },
  },
];
