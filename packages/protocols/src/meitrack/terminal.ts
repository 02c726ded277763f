import type { Report } from '@wakeline/domain/reports/report';
import type { Terminal, TerminalFrame, TerminalInstruction, TerminalReply } from '../protocol.ts';
import { BINARY_REPORTS, MAX_RECORDS, writeBinaryReports } from './binary-reports.ts';
import {
  decodeFrame,
  encodeFrame,
  FIRST_FLAG,
  FROM_DEVICE,
  FROM_SERVER,
  FrameFinder,
  nextFlag,
} from './framing.ts';

import { readInstruction } from './instruction.ts';

const ID = /^\d{15}$/;

/**
 * The device side. It sends reports as CCC packets of up to 18 records, and keeps them until the server confirms them.
 * There is no login and no heartbeat: each packet contains the IMEI.
 */
export class MeitrackTerminal implements Terminal {
  readonly #deviceId: string;
  readonly #finder = new FrameFinder(FROM_SERVER);
  readonly #instructions: TerminalInstruction[] = [];
  #flag = FIRST_FLAG;

  /** Throws a RangeError if the id is not an IMEI. */
  constructor(deviceId: string) {
    if (!ID.test(deviceId))
      throw new RangeError(`a Meitrack id is the 15 digits of an IMEI, got "${deviceId}"`);
    this.#deviceId = deviceId;
  }

  login(): null {
    return null;
  }

  report(reports: readonly Report[]): TerminalFrame {
    const packets: Buffer[] = [];
    for (let at = 0; at < reports.length; at += MAX_RECORDS)
      packets.push(writeBinaryReports(reports.slice(at, at + MAX_RECORDS)));
    const frames = packets.map((content) => this.#createFrame(content));
    const last = frames.at(-1);
    if (last === undefined) throw new RangeError('at least one report is required');
    return { bytes: Buffer.concat(frames.map(({ bytes }) => bytes)), key: last.key };
  }

  heartbeat(): null {
    return null;
  }

  receive(bytes: Uint8Array): readonly TerminalReply[] {
    const replies: TerminalReply[] = [];
    this.#finder.feed(bytes);
    for (let result = this.#finder.next(); result !== null; result = this.#finder.next()) {
      const packet = result.kind === 'frame' ? decodeFrame(result.raw) : null;
      const body = packet?.body.toString('latin1') ?? '';
      const [deviceId, command] = body.split(',');
      if (packet === null || deviceId !== this.#deviceId) continue;
      if (command === BINARY_REPORTS) replies.push({ key: keyOf(packet.flag), ok: true, next: null });
      else this.#instructions.push(readInstruction(packet.flag, body));
    }
    return replies;
  }

  takeInstructions(): readonly TerminalInstruction[] {
    return this.#instructions.splice(0);
  }

  #createFrame(content: Buffer): TerminalFrame {
    const flag = this.#flag;
    this.#flag = nextFlag(flag);
    const body = Buffer.concat([Buffer.from(`${this.#deviceId},${BINARY_REPORTS},`, 'latin1'), content]);
    return { bytes: encodeFrame(FROM_DEVICE, { flag, body }), key: keyOf(flag) };
  }
}

function keyOf(flag: number): string {
  return `${BINARY_REPORTS}:${String.fromCharCode(flag)}`;
}
