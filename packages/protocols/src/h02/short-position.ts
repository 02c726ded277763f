import { addCells } from '../network-attributes.ts';
import { createReportDraft, type ReportDraft } from '../report-draft.ts';
import { readBatteryPercent } from './battery.ts';
import { DECIMAL_CELL, readCell } from './network-fields.ts';
import { readFix } from './position-fields.ts';
import { createMalformedEvent, createReportsEvent, type SentenceDecoder } from './sentence.ts';
import { readStatus } from './status.ts';

/**
 * VP1: position without a time of day ("GPS Tracker Communication Protocol" v1.0.5, section 3.0). Its time is that of
 * receipt.
 *
 * | fields | with a position (A, B)                   | fields | without (V)                               |
 * | ------ | ---------------------------------------- | ------ | ----------------------------------------- |
 * | 1      | A or B                                   | 1      | V                                         |
 * | 4      | coordinates                              | 2      | country, network                          |
 * | 2      | speed in knots, course                   | 3 n    | area, cell, signal; cells joined by `Y`   |
 * | 1      | ddmmyy: `fixDate`                        |        |                                           |
 * | 2      | status, battery in percent; optional     |        |                                           |
 */
export const shortPosition: SentenceDecoder = {
  kinds: ['VP1'],
  decode(sentence) {
    const { fields, now } = sentence;
    const draft = createReportDraft(now);
    const error = fields[0] === 'V' ? readCells(fields, draft) : readPosition(fields, draft);
    return error === null ? createReportsEvent(sentence, [draft]) : createMalformedEvent(sentence, error);
  },
};

function readPosition(fields: readonly string[], draft: ReportDraft): string | null {
  const [validity = ''] = fields;
  const fix = readFix(validity, fields.slice(1, 7));
  if (typeof fix === 'string') return fix;
  if (validity !== 'A' && validity !== 'B') return `unknown validity: ${validity}`;
  draft.fix = fix;
  const [date = '', status = '', battery = ''] = fields.slice(7);
  if (date !== '') draft.attributes.fixDate = date;
  if (/^[0-9A-Fa-f]{8}$/.test(status)) readStatus(Number.parseInt(status, 16), draft);
  if (battery !== '') readBatteryPercent(battery, draft);
  return null;
}

function readCells([, mcc = '', mnc = '', ...towers]: readonly string[], draft: ReportDraft): string | null {
  const entries = towers
    .join(',')
    .split('Y')
    .filter((entry) => entry !== '');
  const cells = entries.flatMap((entry) => {
    const [area = '', id = '', signal = ''] = entry.split(',');
    const cell = readCell([mcc, mnc, area, id], DECIMAL_CELL);
    return cell === null ? [] : [{ cell, signal: /^-?\d+$/.test(signal) ? Number(signal) : null }];
  });
  if (cells.length === 0) return 'no cells';
  addCells(draft, cells);
  return null;
}
