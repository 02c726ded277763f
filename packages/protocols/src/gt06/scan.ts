import type { Report } from '@wakeline/domain/reports/report';
import { civilTimeToEpochMs } from '../civil-time.ts';
import type { DecodeErrorEvent, SessionEvent } from '../protocol.ts';
import { CELL_FORMATS, readNetwork } from './cell.ts';
import { ACCESS_POINT, addAccessPoints, readTowers } from './cells.ts';
import { SCAN } from './framing.ts';
import { type Draft, formatMessageId } from './message.ts';

/**
 * 0x17 and 0x69: access points and cells of watches (as in Traccar and public captures), big-endian. Their frame is
 * different: the length byte is the number of access points, and there is neither serial nor checksum.
 *
 * | bytes | meaning                                                                  |
 * | ----- | ------------------------------------------------------------------------ |
 * | 2     | 0x78 0x78                                                                |
 * | 1     | n, number of access points                                               |
 * | 1     | 0x17 or 0x69                                                             |
 * | 6     | YY MM DD hh mm ss, BCD, UTC                                              |
 * | 7 n   | access points: MAC address (6), signal (1)                               |
 * | 1     | m, number of cells                                                       |
 * | 3     | MCC (2), MNC (1)                                                         |
 * | 5 m   | cells: LAC (2), cell id (2), signal (1)                                  |
 * | 2     | 0x0d 0x0a                                                                |
 *
 * The reply is a frame with n = 0 and the same number and time, sent after the commit.
 */
const { short } = CELL_FORMATS;

/** Decodes a complete scan. */
export function readScan(raw: Buffer, deviceId: string | null): SessionEvent {
  const number = raw.readUInt8(3);
  const createError = (detail: string): DecodeErrorEvent => ({
    type: 'decode-error',
    error: 'malformed',
    deviceId,
    detail: `${formatMessageId(number)}${detail}`,
    raw,
    reply: null,
  });
  if (deviceId === null) return createError(' before a login');
  const time = timeOf(raw);
  if (time === null)
    return createError(`: invalid time: ${raw.toString('hex', SCAN.timeAt, SCAN.accessPointsAt)}`);
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
    return createError(`: invalid MCC: ${raw.toString('hex', cellsAt + 1, cellsAt + 3)}`);
  readTowers(raw, cellsAt + 1 + SCAN.networkLength, raw.readUInt8(cellsAt), network, short, draft);
  const report: Report = draft;
  const reply = Buffer.concat([
    Buffer.of(0x78, 0x78, 0, number),
    raw.subarray(SCAN.timeAt, SCAN.accessPointsAt),
    Buffer.of(0x0d, 0x0a),
  ]);
  return { type: 'reports', deviceId, reports: [report], unreadable: [], raw, reply, rejectReply: null };
}

function timeOf(raw: Buffer): number | null {
  const digits = raw.toString('hex', SCAN.timeAt, SCAN.accessPointsAt);
  if (!/^\d{12}$/.test(digits)) return null;
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = (digits.match(/../g) ?? []).map(
    Number,
  );
  return civilTimeToEpochMs(2000 + year, month, day, hour, minute, second, 0);
}
