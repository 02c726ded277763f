import type { NoticeType } from '@wakeline/domain/notices/notice-type';
import { BODIES, MARK_GLYPHS, type MarkShape } from './mark-shape.ts';

const GRAVE = '#d30d0d';
const ALARM = '#b45309';
const TOLD = '#0f6cbd';
const GOOD = '#17803d';
const QUIET = '#6f7780';

const plate = (colour: string, glyph: MarkShape['glyph']): MarkShape => ({
  body: BODIES.plate,
  colour,
  glyph,
});

/** What stands on the line of a track for a notice: red calls for help, amber warns, the rest tells. */
export const NOTICE_MARKS: Readonly<Record<NoticeType, MarkShape>> = {
  SOS: plate(GRAVE, MARK_GLYPHS.exclamation),
  VIBRATION: plate(ALARM, MARK_GLYPHS.waves),
  CLOCK: plate(TOLD, MARK_GLYPHS.clock),
  SAFE: plate(GOOD, MARK_GLYPHS.check),
  IN: plate(TOLD, MARK_GLYPHS.into),
  OUT: plate(TOLD, MARK_GLYPHS.outOf),
  OUTAGE: plate(GRAVE, MARK_GLYPHS.noPower),
  TEARDOWN: plate(GRAVE, MARK_GLYPHS.broken),
  LOWPOWER: plate(ALARM, MARK_GLYPHS.battery),
  OVERSPEED: plate(ALARM, MARK_GLYPHS.gauge),
  RUNNING: plate(GOOD, MARK_GLYPHS.play),
  STOP: plate(TOLD, MARK_GLYPHS.pause),
  OFFLINE: plate(QUIET, MARK_GLYPHS.dots),
  VOICE: plate(TOLD, MARK_GLYPHS.microphone),
  BDNOTICE: plate(TOLD, MARK_GLYPHS.letter),
  RISE: plate(ALARM, MARK_GLYPHS.upwards),
  YAW: plate(ALARM, MARK_GLYPHS.astray),
};
