import { addAlarm } from '../add-alarm.ts';
import { writeDigitTime } from '../digit-time.ts';
import { addCells } from '../network-attributes.ts';
import { createReportDraft, type ReportDraft } from '../report-draft.ts';
import { readBatteryPercent } from './battery.ts';
import { HEXADECIMAL_CELL, readCell, readCellList } from './network-fields.ts';
import { readPositionFields } from './position-fields.ts';
import {
  createMalformedEvent,
  createReply,
  createReportsEvent,
  type Sentence,
  type SentenceDecoder,
} from './sentence.ts';

/**
 * VI1: location request; ALRM: alarm ("GPS Tracker Communication Protocol" v1.0.5, sections 3.3 and 3.5).
 *
 * | fields            | meaning                                                                |
 * | ----------------- | ---------------------------------------------------------------------- |
 * | 1 (only ALRM)     | type of the alarm: 1 SOS, 2 low battery, 3 fence                       |
 * | 10                | position and status; the validity is a coding of the reply             |
 * | 4                 | cell: country, network, area, cell; all hexadecimal                    |
 * | 1                 | battery, percent                                                       |
 * | 1                 | cells, `area-cell-signal` joined by vertical bars                      |
 *
 * The reply to VI1 is the text that the device displays: `VI`, hhmmss, seconds to display, coding 0 (GB 2312), length,
 * text. It contains the coordinates, after the commit. An alarm has no reply.
 */
const REQUEST = 'VI1';
const ALARM = 'ALRM';
const DISPLAY_SECONDS = 60;
const LOW_BATTERY = '2';
const SOS = '1';

export const request: SentenceDecoder = {
  kinds: [REQUEST, ALARM],
  decode(sentence) {
    const isAlarm = sentence.kind === ALARM;
    const draft = readRequest(isAlarm ? sentence.fields.slice(1) : sentence.fields, sentence.now);
    if (typeof draft === 'string') return createMalformedEvent(sentence, draft);
    if (isAlarm) readAlarmType(sentence.fields[0] ?? '', draft);
    return createReportsEvent(sentence, [draft], isAlarm ? null : createText(sentence, draft));
  },
};

function readRequest(fields: readonly string[], now: number): ReportDraft | string {
  // The short form of an alarm ends after the time.
  if (fields.length === 1) return createReportDraft(now);
  const read = readPositionFields(fields, now);
  if (typeof read === 'string') return read;
  const { draft, rest } = read;
  const cell = readCell(rest, HEXADECIMAL_CELL);
  if (cell === null) {
    if (rest.length > 0) draft.attributes.extra = rest.join(',');
    return draft;
  }
  const network = cell.split(',').slice(0, 2).join(',');
  addCells(draft, [{ cell, signal: null }, ...readCellList(network, rest[5] ?? '')]);
  const battery = rest[4] ?? '';
  if (battery !== '') readBatteryPercent(battery, draft);
  return draft;
}

function readAlarmType(type: string, draft: ReportDraft): void {
  if (type === SOS) addAlarm(draft, 'SOS');
  else if (type === LOW_BATTERY) addAlarm(draft, 'LOWPOWER');
  else draft.attributes.alarmType = type;
}

function createText(sentence: Sentence, { fix }: ReportDraft): Buffer | null {
  if (fix === null) return null;
  const text = `${fix.latitude.toFixed(5)} ${fix.longitude.toFixed(5)}`;
  const { time } = writeDigitTime(sentence.now);
  return createReply(sentence, 'VI', time, String(DISPLAY_SECONDS), '0', String(text.length), text);
}
