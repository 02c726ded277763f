import { EVENT_GLYPHS, EVENT_MARKER_BODIES, type EventMarkerShape } from './event-marker-shape.ts';

/** The specification's status codes of stay points. */
export const STAY_STATUSES = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15] as const;
export type StayStatus = (typeof STAY_STATUSES)[number];

const STATIONARY = '#50708f';
const ENGINE_OFF = '#3f4a57';
const SUCCESS = '#17803d';
const LOW = '#b45309';
const RADIO = '#7546b8';
const INACTIVE = '#6f7780';
const CRITICAL = '#d30d0d';
const ALARM = '#c2410c';
const PLACE = '#0f6cbd';
const POINT = '#0b7a75';

/**
 * Markers of stays by status: discs for stationary, squares for battery, hexagons for reception problems, diamonds
 * for alarms, shields for places, flags for the ends of the track.
 */
export const STAY_MARKERS: Readonly<Record<StayStatus, EventMarkerShape>> = {
  1: { body: EVENT_MARKER_BODIES.disc, colour: STATIONARY, glyph: EVENT_GLYPHS.pause },
  2: { body: EVENT_MARKER_BODIES.disc, colour: ENGINE_OFF, glyph: EVENT_GLYPHS.parking },
  3: { body: EVENT_MARKER_BODIES.disc, colour: SUCCESS, glyph: EVENT_GLYPHS.power },
  4: { body: EVENT_MARKER_BODIES.square, colour: SUCCESS, glyph: EVENT_GLYPHS.bolt },
  5: { body: EVENT_MARKER_BODIES.square, colour: LOW, glyph: EVENT_GLYPHS.battery },
  6: { body: EVENT_MARKER_BODIES.hexagon, colour: RADIO, glyph: EVENT_GLYPHS.noFix },
  7: { body: EVENT_MARKER_BODIES.hexagon, colour: LOW, glyph: EVENT_GLYPHS.signal },
  8: { body: EVENT_MARKER_BODIES.hexagon, colour: INACTIVE, glyph: EVENT_GLYPHS.dots },
  9: { body: EVENT_MARKER_BODIES.diamond, colour: CRITICAL, glyph: EVENT_GLYPHS.exclamation },
  10: { body: EVENT_MARKER_BODIES.diamond, colour: ALARM, glyph: EVENT_GLYPHS.bell },
  11: { body: EVENT_MARKER_BODIES.shield, colour: PLACE, glyph: EVENT_GLYPHS.area },
  12: { body: EVENT_MARKER_BODIES.shield, colour: POINT, glyph: EVENT_GLYPHS.pin },
  13: { body: EVENT_MARKER_BODIES.flag, colour: SUCCESS, glyph: EVENT_GLYPHS.play },
  14: { body: EVENT_MARKER_BODIES.flag, colour: ENGINE_OFF, glyph: EVENT_GLYPHS.chequers },
  15: { body: EVENT_MARKER_BODIES.disc, colour: RADIO, glyph: EVENT_GLYPHS.scatter },
};

/** The status with that code; unknown codes count as stationary. */
export function toStayStatus(code: number): StayStatus {
  return STAY_STATUSES.find((known) => known === code) ?? 1;
}
