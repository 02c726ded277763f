import type { Report } from '@wakeline/domain/reports/report';
import type { Terminal, TerminalFrame, TerminalInstruction, TerminalReply } from '../protocol.ts';
import { ALARM, CELL_ALARM, writeAlarm, writeCellAlarm } from './alarm.ts';
import { decodeFrame, encodeFrame, FrameFinder } from './framing.ts';
import { readInstruction } from './instruction.ts';
import { LOGIN, writeLogin } from './login.ts';
import { formatMessageId } from './message.ts';
import { POSITION, writePosition } from './position.ts';
import { STATUS } from './status.ts';
import { findAlarmCode, writeStatus } from './terminal-status.ts';

const UNKNOWN_STATE = { battery: null, gsm: null, alarms: [], attributes: {} };

/**
 * The device side. Logs in without a time zone, then sends positions as 0x22, alarms as 0x26, reports without a fix as
 * 0x13, or as 0x19 with an alarm. Several reports are sent as several frames at once, with the key of the last one. The
 * heartbeat repeats the battery, signal and ignition of the last report.
 */
export class Gt06Terminal implements Terminal {
  readonly #identity: Buffer;
  readonly #finder = new FrameFinder();
  #serial = 0;
  #instructions: TerminalInstruction[] = [];
  #state: Pick<Report, 'battery' | 'gsm' | 'alarms' | 'attributes'> = UNKNOWN_STATE;

  /** Throws a RangeError if the id is not an IMEI. */
  constructor(deviceId: string) {
    this.#identity = writeLogin(deviceId);
  }

  login(): TerminalFrame {
    return this.#createFrame(LOGIN, this.#identity);
  }

  report(reports: readonly Report[]): TerminalFrame {
    const frames = reports.map((report) => this.#createReportFrame(report));
    const last = frames.at(-1);
    if (last === undefined) throw new RangeError('at least one report is required');
    return frames.length === 1
      ? last
      : { bytes: Buffer.concat(frames.map(({ bytes }) => bytes)), key: last.key };
  }

  heartbeat(): TerminalFrame {
    const { battery, gsm, attributes } = this.#state;
    return this.#createFrame(STATUS, writeStatus({ battery, gsm, alarms: [] }, attributes));
  }

  receive(bytes: Uint8Array): readonly TerminalReply[] {
    const replies: TerminalReply[] = [];
    this.#finder.feed(bytes);
    for (let result = this.#finder.next(); result !== null; result = this.#finder.next()) {
      const packet = result.kind === 'frame' ? decodeFrame(result.raw) : null;
      if (packet === null) continue;
      const instruction = readInstruction(packet);
      if (instruction !== null) this.#instructions.push(instruction);
      else replies.push({ key: keyOf(packet.id, packet.serial), ok: true, next: null });
    }
    return replies;
  }

  takeInstructions(): readonly TerminalInstruction[] {
    return this.#instructions.splice(0);
  }

  #createReportFrame(report: Report): TerminalFrame {
    this.#state = report;
    const hasAlarm = findAlarmCode(report.alarms) !== 0;
    if (report.fix === null && hasAlarm) return this.#createFrame(CELL_ALARM, writeCellAlarm(report));
    if (report.fix === null) return this.#createFrame(STATUS, writeStatus(report, report.attributes));
    if (hasAlarm) return this.#createFrame(ALARM, writeAlarm(report));
    return this.#createFrame(POSITION, writePosition(report));
  }

  #createFrame(id: number, content: Buffer): TerminalFrame {
    const serial = this.#serial;
    this.#serial = (serial + 1) & 0xffff;
    return { bytes: encodeFrame({ id, content, serial, extended: false }), key: keyOf(id, serial) };
  }
}

function keyOf(id: number, serial: number): string {
  return `${formatMessageId(id)}:${serial}`;
}
