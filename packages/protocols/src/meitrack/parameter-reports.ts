import type { Report } from '@wakeline/domain/reports/report';
import type { ReportDraft } from '../report-draft.ts';
import { createDecodeError, createReportsEvent, type MessageDecoder } from './message.ts';
import { RecordBuilder } from './parameters.ts';

/**
 * CCE: positions as lists of parameters, little-endian (as in Traccar). It has no reply.
 *
 * | bytes | meaning                                                                                      |
 * | ----- | -------------------------------------------------------------------------------------------- |
 * | 4     | number of records that remain in the memory of the device                                    |
 * | 2     | number of records                                                                            |
 * | n     | records: length (2) of the rest, number (2), then four groups of parameters                  |
 *
 * A group has a count (1), then for each parameter its id (1, or 2 if the first is 0xfe, big-endian) and its value:
 * of 1, 2 and 4 bytes in the first three groups, of a length (1) before it in the last.
 */
const HEADER_LENGTH = 6;
const LENGTH_LENGTH = 2;
const NUMBER_LENGTH = 2;
const EXTENDED = 0xfe;
const VALUE_LENGTHS = [1, 2, 4] as const;

export const parameterReports: MessageDecoder = (message) => {
  const { content, now } = message;
  if (content.length < HEADER_LENGTH)
    return [createDecodeError(message, 'malformed', `a header has ${HEADER_LENGTH} bytes`)];
  const count = content.readUInt16LE(4);
  const reports: Report[] = [];
  const unreadable: string[] = [];
  let offset = HEADER_LENGTH;
  for (let index = 1; index <= count; index++) {
    const start = offset + LENGTH_LENGTH;
    const end = start > content.length ? start : start + content.readUInt16LE(offset);
    if (end > content.length) {
      unreadable.push(`CCE: record ${index} of ${count} is truncated`);
      break;
    }
    const draft = readRecord(content.subarray(start, end), now);
    if (typeof draft === 'string') unreadable.push(`CCE: record ${index}: ${draft}`);
    else reports.push(draft);
    offset = end;
  }
  if (offset < content.length && unreadable.length === 0)
    unreadable.push(`CCE: ${content.length - offset} bytes after the last record`);
  if (reports.length === 0 && unreadable.length === 0)
    return [createDecodeError(message, 'malformed', 'no records')];
  return [createReportsEvent(message, reports, null, unreadable)];
};

/** Returns an error text if the groups do not match the length of the record. */
function readRecord(record: Buffer, now: number): ReportDraft | string {
  const builder = new RecordBuilder(now);
  let at = NUMBER_LENGTH;
  for (const valueLength of [...VALUE_LENGTHS, null]) {
    const count = record[at++];
    if (count === undefined) return 'a group of parameters is missing';
    for (let n = 0; n < count; n++) {
      const idLength = record[at] === EXTENDED ? 2 : 1;
      const lengthAt = at + idLength;
      const dataAt = valueLength === null ? lengthAt + 1 : lengthAt;
      const end = dataAt + (valueLength ?? record[lengthAt] ?? 0);
      if (dataAt > record.length || end > record.length) return 'a parameter is truncated';
      const id = record.readUIntBE(at, idLength);
      const data = record.subarray(dataAt, end);
      if (valueLength === null) builder.addBytes(id, data);
      else builder.addNumber(id, data);
      at = end;
    }
  }
  return at === record.length ? builder.build() : `${record.length - at} bytes after the parameters`;
}
