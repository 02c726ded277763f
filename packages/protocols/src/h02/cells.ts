import { readDigitTime } from '../digit-time.ts';
import { addCells, type ReceivedCell } from '../network-attributes.ts';
import { createReportDraft, type ReportDraft } from '../report-draft.ts';
import { DECIMAL_CELL, readCell } from './network-fields.ts';
import { writeTimestamp } from './position.ts';
import {
  createMalformedEvent,
  createReply,
  createReportsEvent,
  type Sentence,
  type SentenceDecoder,
} from './sentence.ts';
import { readStatus } from './status.ts';

/**
 * NBR, V3: cells without a position (as in Traccar). Numbers are decimal.
 *
 * | fields | NBR                         | fields | V3                                          |
 * | ------ | --------------------------- | ------ | ------------------------------------------- |
 * | 1      | hhmmss                      | 1      | hhmmss                                      |
 * | 2      | country, network            | 1      | country (3 digits) and network              |
 * | 2      | delay, number of cells      | 1      | number of cells                             |
 * | 3 n    | area, cell, signal          | 4 n    | area, cell, two values                      |
 * |        |                             | 3      | battery (4 hex. digits), restarts, `X`      |
 * | 2      | ddmmyy, status              | 2      | ddmmyy, status                              |
 *
 * NBR is answered with `V4,NBR` and the time, after the commit.
 */
const NEIGHBOURS = 'NBR';

interface CellFields {
  readonly cells: readonly ReceivedCell[];
  /** Index of the field after the cells. */
  readonly end: number;
}

export const cells: SentenceDecoder = {
  kinds: [NEIGHBOURS, 'V3'],
  decode(sentence) {
    const isNeighbours = sentence.kind === NEIGHBOURS;
    const read = isNeighbours ? readNeighbours(sentence.fields) : readCellInfo(sentence.fields);
    if (read === null) return createMalformedEvent(sentence, 'no cells');
    const draft = readEnd(sentence, isNeighbours ? read.end : read.end + 3);
    if (typeof draft === 'string') return createMalformedEvent(sentence, draft);
    addCells(draft, read.cells);
    if (!isNeighbours) draft.attributes.readBatteryLevel = sentence.fields[read.end] ?? '';
    const reply = isNeighbours ? createReply(sentence, 'V4', NEIGHBOURS, writeTimestamp(sentence.now)) : null;
    return createReportsEvent(sentence, [draft], reply);
  },
};

function readNeighbours(fields: readonly string[]): CellFields | null {
  const [, mcc = '', mnc = '', , count = ''] = fields;
  return readCells(fields, { mcc, mnc, count, firstAt: 5, step: 3 });
}

function readCellInfo(fields: readonly string[]): CellFields | null {
  const [, network = '', count = ''] = fields;
  return readCells(fields, { mcc: network.slice(0, 3), mnc: network.slice(3), count, firstAt: 3, step: 4 });
}

function readCells(
  fields: readonly string[],
  list: {
    readonly mcc: string;
    readonly mnc: string;
    readonly count: string;
    readonly firstAt: number;
    readonly step: number;
  },
): CellFields | null {
  const { mcc, mnc, count, firstAt, step } = list;
  const end = firstAt + Number(count) * step;
  if (!/^\d{1,2}$/.test(count) || end + 2 > fields.length) return null;
  const received: ReceivedCell[] = [];
  for (let at = firstAt; at < end; at += step) {
    const cell = readCell([mcc, mnc, ...fields.slice(at, at + 2)], DECIMAL_CELL);
    if (cell === null) continue;
    const signal = step === 3 ? (fields[at + 2] ?? '') : '';
    received.push({ cell, signal: /^-?\d{1,3}$/.test(signal) ? Number(signal) : null });
  }
  return { cells: received, end };
}

/** Reads date and status, which follow `at`. */
function readEnd({ fields, now }: Sentence, at: number): ReportDraft | string {
  return readDateAndStatus(fields[at] ?? '', fields[0] ?? '', fields[at + 1] ?? '', now);
}

/** A report without a position, from a date, a time and a status. A date of zeros is a clock that is not set. */
export function readDateAndStatus(
  date: string,
  time: string,
  status: string,
  now: number,
): ReportDraft | string {
  const reportTime = date === '000000' ? now : readDigitTime(date, 'ddmmyy', time);
  if (reportTime === null) return `invalid time: ${date} ${time}`;
  const draft = createReportDraft(reportTime);
  if (/^[0-9A-Fa-f]{8}$/.test(status)) readStatus(Number.parseInt(status, 16), draft);
  return draft;
}
