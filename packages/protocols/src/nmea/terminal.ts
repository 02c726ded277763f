import { KMH_PER_KNOT } from '@wakeline/domain/geo/speed-units';
import type { Fix, Report } from '@wakeline/domain/reports/report';
import type { Terminal, TerminalFrame, TerminalInstruction, TerminalReply } from '../protocol.ts';
import { formatSentence } from './sentence.ts';

const ID = /^[A-Za-z0-9-]{3,32}$/;
const MINUTE_DIGITS = 6;

/** The device side: identifies itself with PGID, then sends GGA and RMC for each report. It receives nothing. */
export class NmeaTerminal implements Terminal {
  readonly #deviceId: string;

  /** Throws a RangeError if the id cannot be sent. */
  constructor(deviceId: string) {
    if (!ID.test(deviceId))
      throw new RangeError(`an NMEA id has 3 to 32 letters, digits and hyphens, got "${deviceId}"`);
    this.#deviceId = deviceId;
  }

  login(): TerminalFrame {
    return { bytes: Buffer.from(formatSentence(`PGID,${this.#deviceId}`), 'latin1'), key: null };
  }

  report(reports: readonly Report[]): TerminalFrame {
    if (reports.length === 0) throw new RangeError('at least one report is required');
    const text = reports.map((report) => formatGga(report) + formatRmc(report)).join('');
    return { bytes: Buffer.from(text, 'latin1'), key: null };
  }

  heartbeat(): null {
    return null;
  }

  receive(): readonly TerminalReply[] {
    return [];
  }

  takeInstructions(): readonly TerminalInstruction[] {
    return [];
  }
}

function formatGga({ time, fix, satellites }: Report): string {
  const altitude = fix?.altitude ?? null;
  return formatSentence(
    [
      'GPGGA',
      formatTime(time),
      ...formatPosition(fix),
      fix?.valid === true ? '1' : '0',
      satellites === null ? '' : String(satellites),
      '',
      altitude === null ? '' : String(altitude),
      'M',
      '',
      'M',
      '',
      '',
    ].join(','),
  );
}

function formatRmc({ time, fix }: Report): string {
  const speed = fix?.speed ?? null;
  const course = fix?.course ?? null;
  const date = new Date(time).toISOString();
  return formatSentence(
    [
      'GPRMC',
      formatTime(time),
      fix?.valid === true ? 'A' : 'V',
      ...formatPosition(fix),
      speed === null ? '' : (speed / KMH_PER_KNOT).toFixed(3),
      course === null ? '' : String(course),
      date.slice(8, 10) + date.slice(5, 7) + date.slice(2, 4),
      '',
      '',
    ].join(','),
  );
}

function formatTime(time: number): string {
  return new Date(time).toISOString().slice(11, 19).replaceAll(':', '');
}

function formatPosition(fix: Fix | null): readonly string[] {
  if (fix === null) return ['', '', '', ''];
  const { latitude, longitude } = fix;
  return [
    formatAngle(latitude, 2),
    latitude < 0 ? 'S' : 'N',
    formatAngle(longitude, 3),
    longitude < 0 ? 'W' : 'E',
  ];
}

/** Degrees and minutes: `2232.586000`. */
function formatAngle(angle: number, degreeDigits: number): string {
  const scale = 10 ** MINUTE_DIGITS;
  const units = Math.round(Math.abs(angle) * 60 * scale);
  const degrees = Math.floor(units / (60 * scale));
  const minutes = (units - degrees * 60 * scale) / scale;
  return (
    String(degrees).padStart(degreeDigits, '0') +
    minutes.toFixed(MINUTE_DIGITS).padStart(MINUTE_DIGITS + 3, '0')
  );
}
