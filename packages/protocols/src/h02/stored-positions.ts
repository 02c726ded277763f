import type { Report } from '@wakeline/domain/reports/report';
import { civilTimeToEpochMs } from '../civil-time.ts';
import { addCells } from '../network-attributes.ts';
import { createReportDraft } from '../report-draft.ts';
import { HEXADECIMAL_CELL, readCell } from './network-fields.ts';
import { readFix } from './position-fields.ts';
import { createMalformedEvent, createReportsEvent, type SentenceDecoder } from './sentence.ts';
import { readStatus } from './status.ts';

/**
 * BC: up to 100 positions that the device stored without coverage ("GPS Tracker Communication Protocol" v1.0.5,
 * section 3.4).
 *
 * | field | meaning                              |
 * | ----- | ------------------------------------ |
 * | 0     | hhmmss                               |
 * | 1     | length of the positions              |
 * | 2     | positions, joined by semicolons      |
 *
 * A position: validity, latitude, N or S, longitude, E or W, speed in knots, course, ddHHmmss, status, country, network,
 * area and cell (all four hexadecimal). It has neither month nor year: its time is the latest one that is not after the
 * time of receipt. There is no reply.
 */
const HEADER_FIELDS = 2;
const TIME_AT = 7;
const STATUS_AT = 8;
const CELL_AT = 9;
/** How much the clock of a device may be ahead. */
const TOLERANCE_MS = 10 * 60_000;
const MONTHS_BACK = 2;

export const storedPositions: SentenceDecoder = {
  kinds: ['BC'],
  decode(sentence) {
    const segments = sentence.fields.slice(HEADER_FIELDS).join(',').split(';');
    const reports: Report[] = [];
    const unreadable: { readonly detail: string }[] = [];
    for (const [index, segment] of segments.entries()) {
      if (segment.trim() === '') continue;
      const read = readSegment(
        segment.split(',').map((field) => field.trim()),
        sentence.now,
      );
      if (typeof read === 'string') unreadable.push({ detail: `BC[${index}]: ${read}` });
      else reports.push(read);
    }
    if (reports.length === 0) return createMalformedEvent(sentence, unreadable[0]?.detail ?? 'no positions');
    return createReportsEvent(sentence, reports, null, unreadable);
  },
};

function readSegment(fields: readonly string[], now: number): Report | string {
  const fix = readFix(fields[0] ?? '', fields.slice(1, TIME_AT));
  if (typeof fix === 'string') return fix;
  const time = readDayTime(fields[TIME_AT] ?? '', now);
  if (time === null) return `invalid time: ${fields[TIME_AT] ?? ''}`;
  const draft = createReportDraft(time);
  draft.fix = fix;
  const status = fields[STATUS_AT] ?? '';
  if (/^[0-9A-Fa-f]{8}$/.test(status)) readStatus(Number.parseInt(status, 16), draft);
  const cell = readCell(fields.slice(CELL_AT), HEXADECIMAL_CELL);
  addCells(draft, cell === null ? [] : [{ cell, signal: null }]);
  draft.attributes.blindSpot = true;
  return draft;
}

/** ddHHmmss in the current month, or in one of those before it that has such a day. */
function readDayTime(text: string, now: number): number | null {
  if (!/^\d{8}$/.test(text)) return null;
  const [day = 0, hour = 0, minute = 0, second = 0] = (text.match(/../g) ?? []).map(Number);
  const latest = new Date(now + TOLERANCE_MS);
  for (let back = 0; back <= MONTHS_BACK; back++) {
    const month = new Date(Date.UTC(latest.getUTCFullYear(), latest.getUTCMonth() - back));
    const time = civilTimeToEpochMs(
      month.getUTCFullYear(),
      month.getUTCMonth() + 1,
      day,
      hour,
      minute,
      second,
      0,
    );
    if (time !== null && time <= latest.getTime()) return time;
  }
  return null;
}
