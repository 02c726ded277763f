import type { Report } from '@wakeline/domain/reports/report';
import { civilTimeToEpochMs } from '../civil-time.ts';
import type { DecodeErrorEvent, SessionEvent } from '../protocol.ts';
import { CELL_FORMATS, readNetwork } from './cell.ts';
import { ACCESS_POINT, addAccessPoints, readTowers } from './cells.ts';
import { SCAN } from './framing.ts';
import { type Draft, formatMessageId } from './message.ts';

/**
 * 0x17 and 0x69: access points and cells of watches (as Traccar reads them, and public captures), big-endian. Their frame is
 * none of the others: the byte of the length is the number of access points, and there is neither serial nor checksum.
 *
 * | bytes | meaning                                                                  |
 * | ----- | ------------------------------------------------------------------------ |
 * | 2     | 0x78 0x78                                                                |
 * | 1     | n, how many access points                                                |
 * | 1     | 0x17 or 0x69                                                             |
 * | 6     | YY MM DD hh mm ss, BCD, UTC                                              |
 * | 7 n   | access points: address (6), signal (1)                                   |
 * | 1     | m, how many cells                                                        |
 * | 3     | country (2), network (1)                                                 |
 * | 5 m   | cells: area (2), cell (2), signal (1)                                    |
 * | 2     | 0x0d 0x0a                                                                |
 *
 * Answered by a frame with n of 0, the same number and time, once it is stored.
 */
const { short } = CELL_FORMATS;

/** What a scan means. It must be whole. */
export function readScan(raw: Buffer, deviceId: string | null): SessionEvent {
  const number = raw.readUInt8(3);
  const createError = (detail: string): DecodeErrorEvent => ({
    type: 'fault',
    fault: 'malformed',
    deviceId,
    detail: `${formatMessageId(number)}${detail}`,
    raw,
    reply: null,
  });
  if (deviceId === null) return createError(' before a login');
  const time = timeOf(raw);
  if (time === null)
    return createError(`: no such time: ${raw.toString('hex', SCAN.timeAt, SCAN.accessPointsAt)}`);
  const draft: Draft = {
    time,
    fix: null,
    battery: null,
    gsm: null,
    satellites: null,
    alarms: [],
    attributes: {},
  };
  const accessPointCount = raw.readUInt8(2);
  addAccessPoints(raw, SCAN.accessPointsAt, accessPointCount, ACCESS_POINT, draft);
  const cellsAt = SCAN.accessPointsAt + accessPointCount * SCAN.accessPointLength;
  const { network, length } = readNetwork(raw, cellsAt + 1, short);
  if (length !== SCAN.networkLength)
    return createError(`: no such country: ${raw.toString('hex', cellsAt + 1, cellsAt + 3)}`);
  readTowers(raw, cellsAt + 1 + SCAN.networkLength, raw.readUInt8(cellsAt), network, short, draft);
  const report: Report = draft;
  const reply = Buffer.concat([
    Buffer.of(0x78, 0x78, 0, number),
    raw.subarray(SCAN.timeAt, SCAN.accessPointsAt),
    Buffer.of(0x0d, 0x0a),
  ]);
  return { type: 'reports', deviceId, reports: [report], unreadable: [], raw, reply, refused: null };
}

function timeOf(raw: Buffer): number | null {
  const digits = raw.toString('hex', SCAN.timeAt, SCAN.accessPointsAt);
  if (!/^\d{12}$/.test(digits)) return null;
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = (digits.match(/../g) ?? []).map(
    Number,
  );
  return civilTimeToEpochMs(2000 + year, month, day, hour, minute, second, 0);
}
