import type { Report } from '@wakeline/domain/reports/report';
import { writeDigitTime } from '../digit-time.ts';
import type { Terminal, TerminalFrame, TerminalInstruction, TerminalReply } from '../protocol.ts';
import { escapeBytes } from './escapes.ts';
import { FrameFinder, type Head, readFrame, writeFrame } from './framing.ts';
import { readInstruction } from './instruction.ts';
import { createSampleRecording } from './sample-recording.ts';
import { writeStatus } from './status.ts';

const VENDOR = '3G';
const KEEP_ALIVE = 'LK';
const NO_CELLS = ['0', '0', '0'];

/**
 * The device side. It begins with a keep-alive and repeats it as heartbeat. Reports are UD, with an alarm AL; several
 * reports are several messages. They are not repeated: no reply names what it acknowledges. A text message is answered
 * with a voice message.
 */
export class WatchTerminal implements Terminal {
  readonly #head: Head;
  readonly #finder = new FrameFinder();
  readonly #instructions: TerminalInstruction[] = [];

  /** Throws a RangeError if the id is not a number of 5 to 20 digits. */
  constructor(deviceId: string) {
    if (!/^\d{5,20}$/.test(deviceId))
      throw new RangeError(`a watch id has 5 to 20 digits, got "${deviceId}"`);
    this.#head = { vendor: VENDOR, deviceId, index: null };
  }

  login(): TerminalFrame {
    return this.heartbeat();
  }

  report(reports: readonly Report[]): TerminalFrame {
    const frames = reports.map((report) => writeFrame(this.#head, writeReport(report)));
    return { bytes: Buffer.concat(frames), key: null };
  }

  heartbeat(): TerminalFrame {
    return { bytes: writeFrame(this.#head, KEEP_ALIVE), key: KEEP_ALIVE };
  }

  /** A voice message; the audio is AMR. */
  recording(audio: Uint8Array): TerminalFrame {
    const content = `TK,${escapeBytes(audio).toString('latin1')}`;
    return { bytes: writeFrame(this.#head, content), key: 'TK' };
  }

  receive(bytes: Uint8Array): readonly TerminalReply[] {
    const replies: TerminalReply[] = [];
    this.#finder.feed(bytes);
    for (let found = this.#finder.next(); found !== null; found = this.#finder.next()) {
      const content = found.kind === 'frame' ? readFrame(found.raw)?.content : undefined;
      if (content === undefined) continue;
      const instruction = readInstruction(this.#head, content, () => this.recording(createSampleRecording()));
      if (instruction === null) replies.push({ key: content.split(',')[0] ?? '', ok: true, next: null });
      else this.#instructions.push(instruction);
    }
    return replies;
  }

  takeInstructions(): readonly TerminalInstruction[] {
    return this.#instructions.splice(0);
  }
}

function writeReport({ time, fix, battery, gsm, satellites, alarms, attributes }: Report): string {
  const digits = writeDigitTime(time);
  const status = writeStatus(alarms);
  const steps = typeof attributes.steps === 'number' ? attributes.steps : 0;
  const fields = [
    /^0+$/.test(status) ? 'UD' : 'AL',
    digits.date.ddmmyy,
    digits.time,
    fix?.valid === true ? 'A' : 'V',
    Math.abs(fix?.latitude ?? 0).toFixed(6),
    (fix?.latitude ?? 0) < 0 ? 'S' : 'N',
    Math.abs(fix?.longitude ?? 0).toFixed(6),
    (fix?.longitude ?? 0) < 0 ? 'W' : 'E',
    (fix?.speed ?? 0).toFixed(2),
    (fix?.course ?? 0).toFixed(1),
    (fix?.altitude ?? 0).toFixed(1),
    Math.round(satellites ?? 0),
    Math.round(gsm ?? 0),
    Math.round(battery ?? 0),
    steps,
    0,
    status,
    ...NO_CELLS,
  ];
  return fields.join(',');
}
