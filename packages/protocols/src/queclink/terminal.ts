import type { NoticeType } from '@wakeline/domain/notices/notice-type';
import type { Report } from '@wakeline/domain/reports/report';
import { asBuffer } from '../as-buffer.ts';
import type { Terminal, TerminalFrame, TerminalInstruction, TerminalReply } from '../protocol.ts';
import { readInstruction } from './instruction.ts';
import { writeTime } from './message.ts';
import { writePosition } from './position.ts';

/** Device type 06 is GV300; protocol version 1.00. */
const VERSION = '060100';
const HEARTBEAT = 'GTHBD';
/** The next message of the server, after anything else. */
const SERVER_MESSAGE = /(?:\+SACK:|AT\+)[^$]*\$/;
const SACK = /^\+SACK:(?:GTHBD,[0-9A-Z]*,)?([0-9A-F]{4})\$$/;

/** Name, and id and type in its head, of the message that reports an alarm. */
const ALARMS: Partial<Readonly<Record<NoticeType, readonly [name: string, cause: string]>>> = {
  SOS: ['GTSOS', '00'],
  OVERSPEED: ['GTSPD', '00'],
  IN: ['GTGEO', '01'],
  OUT: ['GTGEO', '00'],
};
const PERIODIC = ['GTFRI', '10'] as const;

/**
 * The device side: sends reports as a GV300, each as its own message, and alarms under their own names. Several reports
 * are sent at once, with the key of the last one.
 */
export class QueclinkTerminal implements Terminal {
  readonly #deviceId: string;
  readonly #instructions: TerminalInstruction[] = [];
  #count = 0;
  /** Text whose end is still missing. */
  #received = '';

  /** Throws a RangeError if the id is not an IMEI. */
  constructor(deviceId: string) {
    if (!/^\d{15}$/.test(deviceId))
      throw new RangeError(`a Queclink id is the 15 digits of an IMEI, got "${deviceId}"`);
    this.#deviceId = deviceId;
  }

  login(): null {
    return null;
  }

  report(reports: readonly Report[]): TerminalFrame {
    const frames = reports.map((report) => this.#writeReport(report));
    const last = frames.at(-1);
    if (last === undefined) throw new RangeError('at least one report is required');
    return { bytes: Buffer.concat(frames.map(({ bytes }) => bytes)), key: last.key };
  }

  heartbeat(): TerminalFrame {
    return this.#write(`+ACK:${HEARTBEAT}`, [], '');
  }

  receive(bytes: Uint8Array): readonly TerminalReply[] {
    const replies: TerminalReply[] = [];
    this.#received += asBuffer(bytes).toString('latin1');
    for (
      let found = SERVER_MESSAGE.exec(this.#received);
      found !== null;
      found = SERVER_MESSAGE.exec(this.#received)
    ) {
      const [text] = found;
      this.#received = this.#received.slice(found.index + text.length);
      const [, key] = SACK.exec(text) ?? [];
      if (key !== undefined) replies.push({ key, ok: true, next: null });
      const writeReceipt = (name: string, fields: readonly string[]) =>
        this.#write(`+ACK:${name}`, fields, '').bytes;
      const instruction = key === undefined ? readInstruction(text, writeReceipt) : null;
      if (instruction !== null) this.#instructions.push(instruction);
    }
    return replies;
  }

  takeInstructions(): readonly TerminalInstruction[] {
    return this.#instructions.splice(0);
  }

  #writeReport({ time, fix, battery, alarms, attributes }: Report): { bytes: Buffer; key: string } {
    const alarm = alarms.map((type) => ALARMS[type]).find((known) => known !== undefined);
    const [name, cause] = alarm ?? PERIODIC;
    const { odometer, ignition } = attributes;
    const state = typeof ignition === 'boolean' ? `${ignition ? '21' : '11'}0000` : '';
    const fields = [
      '',
      cause,
      '1',
      ...writePosition(time, fix),
      '00',
      typeof odometer === 'number' ? (odometer / 1000).toFixed(1) : '',
      '00000:00:00',
      '',
      '',
      battery === null ? '' : String(Math.round(battery)),
      state,
    ];
    return this.#write(`+RESP:${name}`, fields, writeTime(time));
  }

  #write(head: string, fields: readonly string[], sendTime: string): { bytes: Buffer; key: string } {
    const key = this.#count.toString(16).toUpperCase().padStart(4, '0');
    this.#count = (this.#count + 1) & 0xffff;
    const text = [head, VERSION, this.#deviceId, '', ...fields, sendTime, key].join(',');
    return { bytes: Buffer.from(`${text}$`, 'latin1'), key };
  }
}
