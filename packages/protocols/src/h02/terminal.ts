import { KMH_PER_KNOT } from '@wakeline/domain/geo/speed-units';
import type { Report } from '@wakeline/domain/reports/report';
import { writeDegreesMinutes } from '../degrees-minutes.ts';
import { writeDigitTime } from '../digit-time.ts';
import type { Terminal, TerminalFrame, TerminalInstruction, TerminalReply } from '../protocol.ts';
import { writeBatteryPercent } from './battery.ts';
import { FrameFinder } from './framing.ts';
import { readInstruction } from './instruction.ts';
import { readSentence, writeSentence } from './sentence.ts';
import { writeStatus } from './status.ts';

const VENDOR = 'HQ';
const HEARTBEAT = 'XT';
/** Three cells that are not known. */
const NO_CELLS = ['3', '0', '0', '0', '0', '0', '0', '0', '0'];
/** A report without a position. */
const NO_FIX = ['V', '0000.0000', 'N', '00000.0000', 'E', '0.00', '0'];

/**
 * The device side. It has no login and sends each report as V1, several as several texts. Reports are not repeated: the
 * reply to V1 does not name what it acknowledges. Only the heartbeat has a reply that can be matched.
 */
export class H02Terminal implements Terminal {
  readonly #deviceId: string;
  readonly #finder = new FrameFinder();
  readonly #instructions: TerminalInstruction[] = [];

  /** Throws a RangeError if the id is not a number of 5 to 20 digits. */
  constructor(deviceId: string) {
    if (!/^\d{5,20}$/.test(deviceId)) throw new RangeError(`an H02 id has 5 to 20 digits, got "${deviceId}"`);
    this.#deviceId = deviceId;
  }

  login(): null {
    return null;
  }

  report(reports: readonly Report[]): TerminalFrame {
    const bytes = Buffer.concat(reports.map((report) => this.#write('V1', ...writeReport(report))));
    return { bytes, key: null };
  }

  heartbeat(): TerminalFrame {
    return { bytes: this.#write(HEARTBEAT), key: HEARTBEAT };
  }

  receive(bytes: Uint8Array): readonly TerminalReply[] {
    const replies: TerminalReply[] = [];
    this.#finder.feed(bytes);
    for (let result = this.#finder.next(); result !== null; result = this.#finder.next()) {
      const sentence = result.kind === 'text' ? readSentence(result.raw, 0) : null;
      if (sentence === null) continue;
      const instruction = readInstruction(sentence);
      if (instruction === null) replies.push({ key: sentence.kind, ok: true, next: null });
      else this.#instructions.push(instruction);
    }
    return replies;
  }

  takeInstructions(): readonly TerminalInstruction[] {
    return this.#instructions.splice(0);
  }

  #write(...fields: readonly string[]): Buffer {
    return writeSentence(VENDOR, this.#deviceId, fields);
  }
}

function writeReport({ time, fix, battery, alarms, attributes }: Report): readonly string[] {
  const digits = writeDigitTime(time);
  const position =
    fix === null
      ? NO_FIX
      : [
          fix.valid ? 'A' : 'V',
          writeDegreesMinutes(fix.latitude, 2),
          fix.latitude < 0 ? 'S' : 'N',
          writeDegreesMinutes(fix.longitude, 3),
          fix.longitude < 0 ? 'W' : 'E',
          ((fix.speed ?? 0) / KMH_PER_KNOT).toFixed(2),
          String(Math.round(fix.course ?? 0) % 360),
        ];
  const { ignition, fuelCut } = attributes;
  const status = writeStatus(alarms, { ignition: ignition === true, fuelCut: fuelCut === true });
  const rest = battery === null ? [] : [writeBatteryPercent(battery), ...NO_CELLS];
  return [digits.time, ...position, digits.date.ddmmyy, status, ...rest];
}
