import { addAlarm } from '../add-alarm.ts';
import { readDigitTime } from '../digit-time.ts';
import { addAccessPoints, addCells, type ReceivedCell } from '../network-attributes.ts';
import { createReportDraft } from '../report-draft.ts';
import { COMMA_ALARMS, IGNITION_OFF, IGNITION_ON } from './alarm-codes.ts';
import { createMalformedEvent, createReportsEvent, type SentenceDecoder } from './sentence.ts';

/**
 * Cells and access points without a position (as in Traccar). There is no reply.
 *
 * | command     | data                                                                                                 |
 * | ----------- | ---------------------------------------------------------------------------------------------------- |
 * | BZ00        | country, network, then for each cell area, cell (both hexadecimal) and signal                        |
 * | DW5., DW6.  | country, network, area, cell, n, n access points `address*signal*channel`, ddmmyy, hhmmss            |
 */
const HEX = /^[0-9A-Fa-f]{1,8}$/;
const ACCESS_POINT = /^((?:[0-9A-Fa-f]{2}:){5}[0-9A-Fa-f]{2})\*([-+]?\d+)\*\d+$/;

export const cells: SentenceDecoder = (sentence) => {
  const [mcc = '', mnc = '', ...towers] = splitData(sentence.data);
  const received: ReceivedCell[] = [];
  for (let at = 0; at + 1 < towers.length; at += 3) {
    const [area = '', cell = '', signal = ''] = towers.slice(at, at + 3);
    if (!HEX.test(area) || !HEX.test(cell)) break;
    received.push({
      cell: `${Number(mcc)},${Number(mnc)},${Number.parseInt(area, 16)},${Number.parseInt(cell, 16)}`,
      signal: /^-?\d+$/.test(signal) ? Number(signal) : null,
    });
  }
  if (received.length === 0 || !/^\d{3}$/.test(mcc) || !/^\d{1,3}$/.test(mnc))
    return createMalformedEvent(sentence, 'no cells');
  const draft = createReportDraft(sentence.now);
  addCells(draft, received);
  return createReportsEvent(sentence, draft);
};

export const accessPoints: SentenceDecoder = (sentence) => {
  const fields = splitData(sentence.data);
  const network = fields.slice(0, 4);
  const count = Number(fields[4]);
  const dateAt = 5 + count;
  if (!network.every((field) => /^\d{1,10}$/.test(field)) || !/^\d{1,2}$/.test(fields[4] ?? ''))
    return createMalformedEvent(sentence, 'no cell');
  const [date = '', clock = '', ...rest] = fields.slice(dateAt);
  const time = date === '000000' ? sentence.now : readDigitTime(date, 'ddmmyy', clock.slice(0, 6));
  const points = fields.slice(5, dateAt).map((field) => ACCESS_POINT.exec(field));
  if (time === null || points.includes(null))
    return createMalformedEvent(
      sentence,
      time === null ? `invalid time: ${date} ${clock}` : 'no access points',
    );
  const draft = createReportDraft(time);
  addCells(draft, [{ cell: network.map(Number).join(','), signal: null }]);
  addAccessPoints(
    draft,
    points.map((point) => ({ address: point?.[1] ?? '', signal: Number(point?.[2]) })),
  );
  const alarm = COMMA_ALARMS.get(sentence.command);
  if (alarm !== undefined) addAlarm(draft, alarm);
  if (IGNITION_ON.has(sentence.command)) draft.attributes.ignition = true;
  if (IGNITION_OFF.has(sentence.command)) draft.attributes.ignition = false;
  if (rest.length > 0) draft.attributes.extra = rest.join(',');
  return createReportsEvent(sentence, draft);
};

/** The comma before the data of the fixed form separates it from the command. */
function splitData(data: string): readonly string[] {
  return data
    .replace(/^,/, '')
    .split(',')
    .map((field) => field.trim());
}
