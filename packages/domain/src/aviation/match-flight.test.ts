import { expect, test } from 'vitest';
import { type LegToMatch, matchFlight } from './match-flight.ts';

const HOUR_MS = 3_600_000;

function flight(hours: number, from: string | null = null, to: string | null = null) {
  return { plannedOffBlock: hours * HOUR_MS, from, to };
}

function leg(hours: number, from: string | null = null, to: string | null = null): LegToMatch {
  return { startedAt: hours * HOUR_MS, offBlock: null, from, to };
}

test('the flight with the nearest planned time is matched', () => {
  const [first, second] = [flight(8), flight(11)];
  expect(matchFlight(leg(9), [first, second])).toBe(first);
  expect(matchFlight(leg(10), [first, second])).toBe(second);
});

test('a flight is matched from one hour before its planned time to six hours after it', () => {
  const planned = flight(12);
  expect(matchFlight(leg(11), [planned])).toBe(planned);
  expect(matchFlight(leg(18), [planned])).toBe(planned);
  expect(matchFlight(leg(18.01), [planned])).toBeNull();
  expect(matchFlight(leg(10.99), [planned])).toBeNull();
});

test('the off-block time counts if it was seen', () => {
  const [first, second] = [flight(8), flight(9)];
  const offBlock = { at: 8.4 * HOUR_MS, from: 0, to: 0, latitude: 0, longitude: 0, course: null };
  expect(matchFlight({ ...leg(8.6), offBlock }, [first, second])).toBe(first);
});

test('known fields must fit, unknown ones do', () => {
  const there = flight(8, 'ZBAA', 'ZSPD');
  const back = flight(8.5, 'ZSPD', 'ZBAA');
  expect(matchFlight(leg(8, 'ZSPD'), [there, back])).toBe(back);
  expect(matchFlight(leg(8.5, null, 'ZSPD'), [there, back])).toBe(there);
  expect(matchFlight(leg(8, 'ZGGG'), [there, back])).toBeNull();
  // A flight that ends where it began.
  const local = flight(9, 'ZBAA', 'ZBAA');
  expect(matchFlight(leg(8, 'ZBAA', 'ZBAA'), [there, back, local])).toBe(local);
});
