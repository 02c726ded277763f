import type { Coordinates } from '../geo/great-circle.ts';
import { parseAngles } from './parse-coordinates-angles.ts';
import { parseGrid } from './parse-coordinates-grid.ts';
import { parseLink } from './parse-coordinates-link.ts';

/** Longer texts are not coordinates: map links have at most some hundreds of characters. */
const MAX_TEXT_LENGTH = 1_000;

/**
 * Parses coordinates (WGS-84) that a user typed or pasted; null if the text has none or they are out of range. Accepts degrees
 * with or without minutes and seconds, with signs or letters, in Latin or Chinese script (latitude first unless letters say
 * otherwise), UTM, MGRS, `geo:` URIs and links to common maps.
 */
export function parseCoordinates(text: string): Coordinates | null {
  const trimmed = text.trim();
  if (trimmed === '' || trimmed.length > MAX_TEXT_LENGTH) return null;
  return parseLink(trimmed, parseAngles) ?? parseGrid(trimmed) ?? parseAngles(trimmed);
}
