import type { LocalToUtc } from './iso-time.ts';

/** Milliseconds within which no zone changes its clocks twice, and on whose borders they change. */
const SLOT_MS = 15 * 60_000;
/** Slots that are remembered: a file goes through them in its order. */
const MAX_CACHED_SLOTS = 4_096;

/**
 * Local times of an IANA zone. A time that there is twice, when clocks go back, is the first; one that there is not, when
 * they go forward, is as far behind the change as it says.
 *
 * @throws RangeError for a zone that nobody knows
 */
export function createLocalToUtc(timeZone: string): LocalToUtc {
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
  const offsets = new Map<number, number>();

  /** Milliseconds east of UTC at an instant. */
  function offsetAt(instant: number): number {
    const slot = Math.floor(instant / SLOT_MS);
    const cached = offsets.get(slot);
    if (cached !== undefined) return cached;
    const at = slot * SLOT_MS;
    const parts = new Map(format.formatToParts(at).map(({ type, value }) => [type, Number(value)]));
    const partOf = (type: Intl.DateTimeFormatPartTypes) => parts.get(type) ?? 0;
    const local = Date.UTC(
      partOf('year'),
      partOf('month') - 1,
      partOf('day'),
      partOf('hour'),
      partOf('minute'),
      partOf('second'),
    );
    if (offsets.size >= MAX_CACHED_SLOTS) offsets.clear();
    offsets.set(slot, local - at);
    return local - at;
  }

  return (localAsUtc) => {
    // A day before and after any change the offsets are certain. What was before it goes first: of two instants that one is earlier.
    const before = offsetAt(localAsUtc - 86_400_000);
    const after = offsetAt(localAsUtc + 86_400_000);
    const matching = [before, after].find((offset) => offsetAt(localAsUtc - offset) === offset);
    return localAsUtc - (matching ?? before);
  };
}
