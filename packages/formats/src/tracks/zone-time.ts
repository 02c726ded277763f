import type { LocalToUtc } from './iso-time.ts';

/** Milliseconds in which no zone changes its offset twice; changes are at multiples of it. */
const SLOT_MS = 15 * 60_000;
/** Maximum number of cached slots: a file passes through them in order. */
const MAX_CACHED_SLOTS = 4_096;

/**
 * Converts local times of an IANA zone. A time that exists twice, when clocks go back, is the first one. A time that does not
 * exist, when they go forward, is read with the offset from before the change.
 *
 * @throws RangeError for an unknown zone
 */
export function createLocalToUtc(timeZone: string): LocalToUtc {
  const offsetAt = createOffsets(timeZone);
  return (localAsUtc) => {
    // A day before and after any change the offsets are certain. The earlier offset is tried first: it gives the earlier instant.
    const before = offsetAt(localAsUtc - 86_400_000);
    const after = offsetAt(localAsUtc + 86_400_000);
    const matching = [before, after].find((offset) => offsetAt(localAsUtc - offset) === offset);
    return localAsUtc - (matching ?? before);
  };
}

/**
 * Converts instants to local times of an IANA zone, as epoch milliseconds as if they were UTC.
 *
 * @throws RangeError for an unknown zone
 */
export function createUtcToLocal(timeZone: string): (instant: number) => number {
  const offsetAt = createOffsets(timeZone);
  return (instant) => instant + offsetAt(instant);
}

/** Milliseconds east of UTC at an instant. */
function createOffsets(timeZone: string): (instant: number) => number {
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

  return function offsetAt(instant: number): number {
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
  };
}
