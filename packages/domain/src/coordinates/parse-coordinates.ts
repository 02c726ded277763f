import type { Coordinates } from '../geo/great-circle.ts';
import { parseAngles } from './parse-coordinates-angles.ts';
import { parseGrid } from './parse-coordinates-grid.ts';
import { parseLink } from './parse-coordinates-link.ts';

/** Longer texts are no coordinates: links of maps come to some hundreds of characters. */
const MAX_TEXT_LENGTH = 1_000;

/**
 * A place that somebody typed or pasted, WGS-84, in a usual notation; null where the text is none, or out of range.
 * Taken are degrees, with minutes and seconds or without, with signs or letters, in Latin or Chinese script (latitude
 * first, unless letters say otherwise); UTM and MGRS; `geo:` URIs; and links to the usual maps.
 */
export function parseCoordinates(text: string): Coordinates | null {
  const trimmed = text.trim();
  if (trimmed === '' || trimmed.length > MAX_TEXT_LENGTH) return null;
  return parseLink(trimmed, parseAngles) ?? parseGrid(trimmed) ?? parseAngles(trimmed);
}
