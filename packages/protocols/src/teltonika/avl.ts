import type { SessionEvent } from '../protocol.ts';
import { createReportDraft, type ReportDraft } from '../report-draft.ts';
import { Cursor } from './cursor.ts';
import { applyElements, type Element } from './elements.ts';
import { createMalformedEvent, createReportsEvent, type Message } from './message.ts';
import { isProfessional } from './models.ts';

/**
 * Records of codec 8, 8 Extended and 16 (Teltonika Telematics Wiki, "Teltonika Data Sending Protocols", AVL data),
 * big-endian.
 *
 * | bytes | meaning                                                                                            |
 * | ----- | -------------------------------------------------------------------------------------------------- |
 * | 8     | time, milliseconds since 1970 UTC                                                                  |
 * | 1     | priority: 0 low, 1 high, 2 panic                                                                   |
 * | 4     | longitude, degrees times 10,000,000, signed                                                        |
 * | 4     | latitude, the same                                                                                 |
 * | 2     | altitude in m, signed                                                                              |
 * | 2     | course in degrees                                                                                  |
 * | 1     | satellites; 0: no fix, the position is the last known one                                          |
 * | 2     | speed in km/h                                                                                      |
 * | e     | id of the element that caused the record; 0: none                                                  |
 * | g     | reason of the record (codec 16): 0 on exit, 1 on entrance, 2 both, 3 reserved, 4 hysteresis, 5 on change, 6 eventual, 7 periodical |
 * | c     | number of elements                                                                                 |
 * | ...   | elements with 1, 2, 4 and 8 bytes: for each size their number (c), then id (i) and value           |
 * | ...   | codec 8 Extended: number of other elements (2), then id (2), length (2) and value                  |
 *
 * | codec | e | g | c | i |
 * | ----- | - | - | - | - |
 * | 0x08  | 1 | 0 | 1 | 1 |
 * | 0x8e  | 2 | 0 | 2 | 2 |
 * | 0x10  | 2 | 1 | 1 | 2 |
 */
interface Layout {
  readonly event: number;
  readonly generation: number;
  readonly count: number;
  readonly id: number;
  /** Whether elements of any length follow. */
  readonly variable: boolean;
}

export const AVL_CODECS: ReadonlyMap<number, Layout> = new Map([
  [0x08, { event: 1, generation: 0, count: 1, id: 1, variable: false }],
  [0x8e, { event: 2, generation: 0, count: 2, id: 2, variable: true }],
  [0x10, { event: 2, generation: 1, count: 1, id: 2, variable: false }],
]);

const SIZES = [1, 2, 4, 8];
const COORDINATE_SCALE = 1e7;
/** Larger high words of a time exceed the safe integers. */
const MAX_TIME_HIGH = 0x1fffff;
const FULL_CIRCLE = 360;

/** Decodes all records of a packet. After one that cannot be decoded, the start of the next one is unknown. */
export function decodeRecords(message: Message): SessionEvent {
  const layout = AVL_CODECS.get(message.codec);
  const { content, count, lastCount } = message;
  if (layout === undefined) throw new RangeError(`codec ${message.codec} has no records`);
  if (count !== lastCount) {
    return createMalformedEvent(message, `${count} records at the start, ${lastCount} at the end`);
  }
  const cursor = new Cursor(content);
  const professional = isProfessional(message.model);
  const reports: ReportDraft[] = [];
  let detail: string | null = count === 0 ? 'a packet without records' : null;
  while (reports.length < count && detail === null) {
    const record = readRecord(cursor, layout, professional);
    if (typeof record === 'string') detail = `record ${reports.length + 1} of ${count}: ${record}`;
    else reports.push(record);
  }
  if (detail === null && cursor.rest > 0) detail = `${cursor.rest} bytes after the last record`;
  if (detail !== null && reports.length === 0) return createMalformedEvent(message, detail);
  return createReportsEvent(message, reports, detail === null ? [] : [{ detail }]);
}

function readRecord(cursor: Cursor, layout: Layout, professional: boolean): ReportDraft | string {
  const timeHigh = cursor.unsigned(4);
  const draft = createReportDraft(timeHigh * 2 ** 32 + cursor.unsigned(4));
  const priority = cursor.unsigned(1);
  if (priority !== 0) draft.attributes.priority = priority;
  readGps(cursor, draft);
  const eventId = cursor.unsigned(layout.event);
  if (eventId !== 0) draft.attributes.event = eventId;
  if (layout.generation > 0) draft.attributes.generationType = cursor.unsigned(layout.generation);
  const elements = readElements(cursor, layout);
  if (cursor.truncated) return 'truncated';
  if (timeHigh > MAX_TIME_HIGH) return 'the time is out of range';
  if (typeof elements === 'string') return elements;
  applyElements(elements, { draft, eventId, professional });
  return draft;
}

function readGps(cursor: Cursor, draft: ReportDraft): void {
  const longitude = cursor.signed(4) / COORDINATE_SCALE;
  const latitude = cursor.signed(4) / COORDINATE_SCALE;
  const altitude = cursor.signed(2);
  const course = cursor.unsigned(2);
  const satellites = cursor.unsigned(1);
  const speed = cursor.unsigned(2);
  const valid = satellites > 0;
  draft.satellites = satellites;
  // Since it was switched on, the device has had no fix.
  if (!valid && longitude === 0 && latitude === 0) return;
  draft.fix = {
    latitude,
    longitude,
    altitude,
    speed: valid ? speed : null,
    course: valid && course <= FULL_CIRCLE ? course % FULL_CIRCLE : null,
    accuracy: null,
    valid,
  };
}

/** Returns an error text if the groups do not have the stated number of elements. */
function readElements(cursor: Cursor, layout: Layout): readonly Element[] | string {
  const total = cursor.unsigned(layout.count);
  const elements: Element[] = [];
  for (const size of SIZES) {
    const count = cursor.unsigned(layout.count);
    for (let n = 0; n < count && !cursor.truncated; n++) {
      elements.push({ id: cursor.unsigned(layout.id), value: cursor.bytes(size) });
    }
  }
  const others = layout.variable ? cursor.unsigned(2) : 0;
  for (let n = 0; n < others && !cursor.truncated; n++) {
    elements.push({ id: cursor.unsigned(2), value: cursor.bytes(cursor.unsigned(2)) });
  }
  return elements.length === total ? elements : `${elements.length} elements instead of ${total}`;
}
