import type { FeedArea } from '@wakeline/contract/trackers/feeds';
import type { FeedRow } from '../../feeds/read-feeds.ts';

export const MAX_SPEEDS = {
  /** km/h: 100 and 1,500 knots. Faster movement between two positions is an error. */
  surface: 185.2,
  air: 2_778,
} as const;

/** Milliseconds after which an object without messages is dropped. */
export const OBJECT_TTL = { ais: 30 * 60_000, adsb: 3 * 60_000 } as const;
/** Milliseconds within which an equal message is a duplicate. */
export const DUPLICATE_WINDOW = 3_000;
/** Times of stations that are older or further in the future are replaced by the time of receipt, milliseconds. */
export const MAX_STATION_DELAY = 24 * 3_600_000;
export const MAX_STATION_LEAD = 5_000;
/** Consecutive plausible messages elsewhere after which an object is believed to be there. */
export const JUMP_CONFIRMATIONS = 3;
/** Consecutive messages with distress before it counts. AIS devices send it only when they are active. */
export const DISTRESS_CONFIRMATIONS = { ais: 1, adsb: 2 } as const;

export function familyOf(kind: FeedRow['kind']): 'ais' | 'adsb' {
  return kind === 'ais' ? 'ais' : 'adsb';
}

export function isInArea(
  area: FeedArea,
  { latitude, longitude }: { readonly latitude: number; readonly longitude: number },
): boolean {
  if (latitude < area.south || latitude > area.north) return false;
  if (area.west <= area.east) return longitude >= area.west && longitude <= area.east;
  return longitude >= area.west || longitude <= area.east;
}
