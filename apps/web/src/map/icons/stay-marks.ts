import { BODIES, MARK_GLYPHS, type MarkShape } from './mark-shape.ts';

/** The specification's status codes of stay points. */
export const STAY_STATUSES = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15] as const;
export type StayMark = (typeof STAY_STATUSES)[number];

const REST = '#50708f';
const OFF = '#3f4a57';
const GOOD = '#17803d';
const LOW = '#b45309';
const RADIO = '#7546b8';
const QUIET = '#6f7780';
const GRAVE = '#d30d0d';
const ALARM = '#c2410c';
const PLACE = '#0f6cbd';
const POINT = '#0b7a75';

/**
 * What stands on the map for a stay, by its status. Rest is round, the battery a square, what the radio lacks a hexagon, alarms
 * stand on a corner, places are shields, and the ends of the track flags.
 */
export const STAY_MARKS: Readonly<Record<StayMark, MarkShape>> = {
  1: { body: BODIES.disc, colour: REST, glyph: MARK_GLYPHS.pause },
  2: { body: BODIES.disc, colour: OFF, glyph: MARK_GLYPHS.parking },
  3: { body: BODIES.disc, colour: GOOD, glyph: MARK_GLYPHS.power },
  4: { body: BODIES.square, colour: GOOD, glyph: MARK_GLYPHS.bolt },
  5: { body: BODIES.square, colour: LOW, glyph: MARK_GLYPHS.battery },
  6: { body: BODIES.hexagon, colour: RADIO, glyph: MARK_GLYPHS.noFix },
  7: { body: BODIES.hexagon, colour: LOW, glyph: MARK_GLYPHS.signal },
  8: { body: BODIES.hexagon, colour: QUIET, glyph: MARK_GLYPHS.dots },
  9: { body: BODIES.diamond, colour: GRAVE, glyph: MARK_GLYPHS.exclamation },
  10: { body: BODIES.diamond, colour: ALARM, glyph: MARK_GLYPHS.bell },
  11: { body: BODIES.shield, colour: PLACE, glyph: MARK_GLYPHS.area },
  12: { body: BODIES.shield, colour: POINT, glyph: MARK_GLYPHS.pin },
  13: { body: BODIES.flag, colour: GOOD, glyph: MARK_GLYPHS.play },
  14: { body: BODIES.flag, colour: OFF, glyph: MARK_GLYPHS.chequers },
  15: { body: BODIES.disc, colour: RADIO, glyph: MARK_GLYPHS.scatter },
};

/** The code, if it is one; any other is standing. */
export function stayMarkOf(code: number): StayMark {
  return STAY_STATUSES.find((known) => known === code) ?? 1;
}
