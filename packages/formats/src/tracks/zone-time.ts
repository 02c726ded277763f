import type { FromLocal } from './iso-time.ts';

/** Milliseconds within which no zone changes its clocks twice, and on whose borders they change. */
const SLOT = 15 * 60_000;
/** Slots that are remembered: a file goes through them in its order. */
const MOST_HELD = 4_096;

/**
 * Local times of an IANA zone. A time that there is twice, when clocks go back, is the first; one that there is not, when
 * they go forward, is as far behind the change as it says.
 *
 * @throws RangeError for a zone that nobody knows
 */
export function localTimesOf(timeZone: string): FromLocal {
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  });
  const held = new Map<number, number>();

  /** Milliseconds east of UTC at an instant. */
  function offsetAt(instant: number): number {
    const slot = Math.floor(instant / SLOT);
    const known = held.get(slot);
    if (known !== undefined) return known;
    const at = slot * SLOT;
    const parts = new Map(format.formatToParts(at).map(({ type, value }) => [type, Number(value)]));
    const of = (type: Intl.DateTimeFormatPartTypes) => parts.get(type) ?? 0;
    const local = Date.UTC(of('year'), of('month') - 1, of('day'), of('hour'), of('minute'), of('second'));
    if (held.size >= MOST_HELD) held.clear();
    held.set(slot, local - at);
    return local - at;
  }

  return (asIfUtc) => {
    // A day before and after any change the offsets are certain. What was before it goes first: of two instants that one is earlier.
    const before = offsetAt(asIfUtc - 86_400_000);
    const after = offsetAt(asIfUtc + 86_400_000);
    const fits = [before, after].find((offset) => offsetAt(asIfUtc - offset) === offset);
    return asIfUtc - (fits ?? before);
  };
}
