import type { Report } from '@wakeline/domain/reports/report';
import { asBuffer } from '../as-buffer.ts';
import type { Terminal, TerminalFrame, TerminalInstruction, TerminalReply } from '../protocol.ts';
import { WRITTEN_ALARMS } from './alarm-codes.ts';
import { readInstruction } from './instruction.ts';
import { FIXED_ID_LENGTH } from './instruction-texts.ts';
import { writePosition } from './position-text.ts';
import { createReply, readSentence } from './sentence.ts';

const HANDSHAKE_REPLY = 'AP01';
/** The next message of the server, in either form, after anything else. */
const MESSAGE = /^[^([]*(\([^)]*\)|\[begin\][^\]]*\[end\])/;

/**
 * The device side. An id of up to 12 digits is sent in the fixed form, with zeros before it; a longer one, such as an
 * IMEI, in the comma form. The fixed form begins with a handshake, which is also the heartbeat. Reports are BR00 or DW30,
 * alarms BO01 or their own command; several reports are several messages. They are not repeated: no reply names what it
 * acknowledges.
 */
export class Tk103Terminal implements Terminal {
  readonly #deviceId: string;
  readonly #isComma: boolean;
  /** Text whose end is still missing. */
  #received = '';
  readonly #instructions: TerminalInstruction[] = [];

  /** Throws a RangeError if the id is not a number of 5 to 20 digits. */
  constructor(deviceId: string) {
    if (!/^\d{5,20}$/.test(deviceId))
      throw new RangeError(`a TK103 id has 5 to 20 digits, got "${deviceId}"`);
    this.#isComma = deviceId.length > FIXED_ID_LENGTH;
    this.#deviceId = deviceId.padStart(FIXED_ID_LENGTH, '0');
  }

  login(): TerminalFrame | null {
    return this.#isComma ? null : this.#handshake();
  }

  report(reports: readonly Report[]): TerminalFrame {
    return { bytes: Buffer.concat(reports.map((report) => this.#writeReport(report))), key: null };
  }

  heartbeat(): TerminalFrame | null {
    return this.#isComma ? null : this.#handshake();
  }

  receive(bytes: Uint8Array): readonly TerminalReply[] {
    const replies: TerminalReply[] = [];
    this.#received += asBuffer(bytes).toString('latin1');
    for (let match = MESSAGE.exec(this.#received); match !== null; match = MESSAGE.exec(this.#received)) {
      this.#received = this.#received.slice(match[0].length);
      const text = match[1] ?? '';
      const instruction = readInstruction(text, this.#deviceId);
      if (instruction !== null) this.#instructions.push(instruction);
      const sentence = instruction === null ? readSentence(Buffer.from(text, 'latin1'), 0) : null;
      if (sentence !== null) replies.push({ key: sentence.command, ok: true, next: null });
    }
    return replies;
  }

  takeInstructions(): readonly TerminalInstruction[] {
    return this.#instructions.splice(0);
  }

  #handshake(): TerminalFrame {
    return { bytes: this.#write(`BP00${this.#deviceId.padStart(15, '0')}HSO`), key: HANDSHAKE_REPLY };
  }

  #writeReport(report: Report): Buffer {
    const position = writePosition(report, this.#isComma);
    const [alarm] = report.alarms.flatMap((notice) => WRITTEN_ALARMS.get(notice) ?? []);
    if (this.#isComma) return this.#write(`${alarm?.command ?? 'DW30'},${position}`);
    const code = alarm?.code ?? null;
    return this.#write(code === null ? `BR00${position}` : `BO01${code}${position}`);
  }

  #write(text: string): Buffer {
    return createReply({ deviceId: this.#deviceId, isComma: this.#isComma }, text);
  }
}
