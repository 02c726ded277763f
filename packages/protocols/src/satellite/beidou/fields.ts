import { parseCardNumber } from '@wakeline/domain/satellite/beidou-card';
import type { Clock } from './event.ts';
import { dateTimeOfDay, toTimeOfDay } from './time-of-day.ts';

/** Text of a field; empty if the sentence does not have it. */
export function textOf(fields: readonly Buffer[], index: number): string {
  return fields[index]?.toString('latin1') ?? '';
}

/** A whole number of at most nine digits; null for anything else. */
export function numberOf(fields: readonly Buffer[], index: number): number | null {
  const text = textOf(fields, index);
  return /^[0-9]{1,9}$/.test(text) ? Number(text) : null;
}

/** A decimal number that may be negative; null for anything else. */
export function decimalOf(fields: readonly Buffer[], index: number): number | null {
  const text = textOf(fields, index);
  return /^-?[0-9]{1,7}(\.[0-9]{1,6})?$/.test(text) ? Number(text) : null;
}

/** A card number as it is written; null for zeros and anything else. */
export function cardOf(fields: readonly Buffer[], index: number): string | null {
  const text = textOf(fields, index);
  return parseCardNumber(text) === null ? null : text;
}

/** Epoch milliseconds of `hhmm`, `hhmmss` or `hhmmss.ss`; null for anything else. */
export function timeOf(fields: readonly Buffer[], index: number, clock: Clock): number | null {
  const match = /^([0-9]{2})([0-9]{2})([0-9]{2}(?:\.[0-9]{1,3})?)?$/.exec(textOf(fields, index));
  if (match === null) return null;
  return dateTimeOfDay(
    { hour: Number(match[1]), minute: Number(match[2]), second: Number(match[3] ?? 0) },
    clock,
  );
}

/** `hhmmss` on the clock of the machine. */
export function writeClockTime(time: number, offset: number): string {
  const { hour, minute, second } = toTimeOfDay(time, offset);
  return [hour, minute, Math.floor(second)].map((part) => String(part).padStart(2, '0')).join('');
}

/** `hhmmss.ss`. */
export function writeExactTime(time: number, offset: number): string {
  const hundredths = Math.round((toTimeOfDay(time, offset).second % 1) * 100);
  return `${writeClockTime(time, offset)}.${String(hundredths).padStart(2, '0')}`;
}
