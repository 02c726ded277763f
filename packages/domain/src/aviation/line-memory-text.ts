import type { LineMemory } from './line-watch.ts';

/** An accuracy that is not reported. */
const NO_ACCURACY = -1;
/** Degrees, below a centimetre. */
const DEGREE_DIGITS = 7;

/** Writes it as numbers with commas. Rounded: degrees to 7 digits, metres along the line to whole ones. */
export function lineMemoryToText(memory: LineMemory): string {
  const { time, latitude, longitude, accuracy, along, leg, offSince, isReturning, deviation } = memory;
  return [
    time,
    Number(latitude.toFixed(DEGREE_DIGITS)),
    Number(longitude.toFixed(DEGREE_DIGITS)),
    accuracy ?? NO_ACCURACY,
    Math.round(along),
    leg,
    offSince ?? 0,
    isReturning ? 1 : 0,
    ...(deviation === null ? [] : [deviation.since, Math.round(deviation.largest), deviation.notifiedAt]),
  ].join(',');
}

export function lineMemoryFrom(numbers: readonly number[]): LineMemory {
  const [time = 0, latitude = 0, longitude = 0, accuracy = 0, along = 0, leg = 0, offSince = 0] = numbers;
  const [returning = 0, since, largest = 0, notifiedAt = 0] = numbers.slice(7);
  return {
    ...{ time, latitude, longitude, along, leg },
    accuracy: accuracy === NO_ACCURACY ? null : accuracy,
    offSince: offSince === 0 ? null : offSince,
    isReturning: returning === 1,
    deviation: since === undefined ? null : { since, largest, notifiedAt },
  };
}
