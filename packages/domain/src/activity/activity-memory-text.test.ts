import { expect, test } from 'vitest';
import type { ActivityMemory } from './activity-memory.ts';
import { activityMemoryFromText, activityMemoryToText } from './activity-memory-text.ts';

const from = { time: 1_780_272_000_000, latitude: 22.5, longitude: 114 };
const later = { time: 1_780_272_600_000, latitude: 22.6, longitude: 114.1 };
const NO_FIX = { nightMetres: 0, firstFix: null, lastFix: null };
const TRIP: ActivityMemory = {
  kind: 'trip',
  from,
  countedTo: from.time,
  buckets: [
    {
      from,
      days: [
        {
          ...{
            day: 20_604,
            metres: 1_520.4,
            nightMetres: 20.5,
            ignition: null,
            fastest: { ...later, speed: 36 },
          },
          ...{ firstFix: from.time, lastFix: later.time },
        },
      ],
    },
  ],
  ignition: null,
};
const TEXT =
  '1,1780272000000,22.5,114,1780272000000,,2;1780272000000,22.5,114,20604,1520.4,,1780272000000,1780272600000,36,1780272600000,22.6,114.1,20.5';
/** As versions without night hours wrote it. */
const FORMER_TEXT = TEXT.replace(',,2;', ',;').replace(',20.5', '');
const STOP: ActivityMemory = {
  ...TRIP,
  kind: 'stop',
  buckets: [
    { from, days: [] },
    {
      from: later,
      days: [
        { day: 20_604, metres: 0, ignition: 300_000, fastest: null, ...NO_FIX },
        { day: 20_605, metres: 3, ignition: 0, fastest: null, ...NO_FIX },
      ],
    },
  ],
  ignition: true,
};

test('writes a trip as a short text', () => {
  expect(activityMemoryToText(TRIP)).toBe(TEXT);
});

test.each([TRIP, STOP, { ...STOP, ignition: false }])('reads back what was written', (memory) => {
  expect(activityMemoryFromText(activityMemoryToText(memory))).toEqual(memory);
});

test('reads texts of the former format', () => {
  const [bucket] = TRIP.buckets;
  const days = bucket.days.map((day) => ({ ...day, nightMetres: 0 }));
  expect(activityMemoryFromText(FORMER_TEXT)).toEqual({ ...TRIP, buckets: [{ ...bucket, days }] });
});

test.each([
  '',
  '1',
  'x;y',
  TEXT.replace('1,', '2,'),
  TEXT.replace('20604', 'x'),
  TEXT.slice(0, -40),
  `${TEXT},1`,
])('drops a damaged text: %j', (text) => {
  expect(activityMemoryFromText(text)).toBeNull();
});
