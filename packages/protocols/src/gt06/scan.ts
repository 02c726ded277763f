import type { Report } from '@wakeline/domain/reports/report';
import { civilTime } from '../civil-time.ts';
import type { FaultEvent, SessionEvent } from '../protocol.ts';
import { CELL_FORMS, readNetwork } from './cell.ts';
import { addPoints, POINT, readTowers } from './cells.ts';
import { SCAN } from './framing.ts';
import { type Draft, nameOf } from './message.ts';

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
const { short } = CELL_FORMS;

/** What a scan means. It must be whole. */
export function readScan(raw: Buffer, deviceId: string | null): SessionEvent {
  const number = raw.readUInt8(3);
  const fault = (detail: string): FaultEvent => ({
    type: 'fault',
    fault: 'malformed',
    deviceId,
    detail: `${nameOf(number)}${detail}`,
    raw,
    reply: null,
  });
  if (deviceId === null) return fault(' before a login');
  const time = timeOf(raw);
  if (time === null) return fault(`: no such time: ${raw.toString('hex', SCAN.timeAt, SCAN.pointsAt)}`);
  const to: Draft = {
    time,
    fix: null,
    battery: null,
    gsm: null,
    satellites: null,
    alarms: [],
    attributes: {},
  };
  const points = raw.readUInt8(2);
  addPoints(raw, SCAN.pointsAt, points, POINT, to);
  const cellsAt = SCAN.pointsAt + points * SCAN.point;
  const { network, length } = readNetwork(raw, cellsAt + 1, short);
  if (length !== SCAN.network)
    return fault(`: no such country: ${raw.toString('hex', cellsAt + 1, cellsAt + 3)}`);
  readTowers(raw, cellsAt + 1 + SCAN.network, raw.readUInt8(cellsAt), network, short, to);
  const report: Report = to;
  const reply = Buffer.concat([
    Buffer.of(0x78, 0x78, 0, number),
    raw.subarray(SCAN.timeAt, SCAN.pointsAt),
    Buffer.of(0x0d, 0x0a),
  ]);
  return { type: 'reports', deviceId, reports: [report], unreadable: [], raw, reply, refused: null };
}

function timeOf(raw: Buffer): number | null {
  const digits = raw.toString('hex', SCAN.timeAt, SCAN.pointsAt);
  if (!/^\d{12}$/.test(digits)) return null;
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = (digits.match(/../g) ?? []).map(
    Number,
  );
  return civilTime(2000 + year, month, day, hour, minute, second, 0);
}
