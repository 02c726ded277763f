import type { NoticeType } from '@wakeline/domain/notices/notice-type';
import { EVENT_GLYPHS, EVENT_MARKER_BODIES, type EventMarkerShape } from './event-marker-shape.ts';

const CRITICAL = '#d30d0d';
const WARNING = '#b45309';
const INFO = '#0f6cbd';
const SUCCESS = '#17803d';
const INACTIVE = '#6f7780';

const createPlate = (colour: string, glyph: EventMarkerShape['glyph']): EventMarkerShape => ({
  body: EVENT_MARKER_BODIES.plate,
  colour,
  glyph,
});

/** Markers of notices on a track: red for critical, amber for warnings, other colours for information. */
export const NOTICE_MARKERS: Readonly<Record<NoticeType, EventMarkerShape>> = {
  SOS: createPlate(CRITICAL, EVENT_GLYPHS.exclamation),
  EMERGENCY: createPlate(CRITICAL, EVENT_GLYPHS.bell),
  VIBRATION: createPlate(WARNING, EVENT_GLYPHS.waves),
  CLOCK: createPlate(INFO, EVENT_GLYPHS.clock),
  SAFE: createPlate(SUCCESS, EVENT_GLYPHS.check),
  IN: createPlate(INFO, EVENT_GLYPHS.enter),
  OUT: createPlate(INFO, EVENT_GLYPHS.exit),
  OUTAGE: createPlate(CRITICAL, EVENT_GLYPHS.noPower),
  TEARDOWN: createPlate(CRITICAL, EVENT_GLYPHS.broken),
  LOWPOWER: createPlate(WARNING, EVENT_GLYPHS.battery),
  OVERSPEED: createPlate(WARNING, EVENT_GLYPHS.gauge),
  RUNNING: createPlate(SUCCESS, EVENT_GLYPHS.play),
  STOP: createPlate(INFO, EVENT_GLYPHS.pause),
  OFFLINE: createPlate(INACTIVE, EVENT_GLYPHS.dots),
  VOICE: createPlate(INFO, EVENT_GLYPHS.microphone),
  BDNOTICE: createPlate(INFO, EVENT_GLYPHS.letter),
  RISE: createPlate(WARNING, EVENT_GLYPHS.altitude),
  YAW: createPlate(WARNING, EVENT_GLYPHS.offRoute),
  EXPIRING: createPlate(WARNING, EVENT_GLYPHS.clock),
  STAY: createPlate(INFO, EVENT_GLYPHS.pause),
  IDLING: createPlate(INFO, EVENT_GLYPHS.gauge),
  SHIFT: createPlate(WARNING, EVENT_GLYPHS.exit),
  NODATA: createPlate(INACTIVE, EVENT_GLYPHS.dots),
  OVERDUE: createPlate(CRITICAL, EVENT_GLYPHS.clock),
};
