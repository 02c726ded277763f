import { ALTITUDE_KINDS, type AltitudeKind } from '@wakeline/domain/aviation/altitude-kind';
import type { LocatedReport } from '@wakeline/domain/tracker-state/apply-report';
import type { TrackWriter } from './track-writer.ts';

/** A flight as the header of an IGC file describes it. An empty text is not known. */
export interface IgcFlight {
  /** Epoch milliseconds of the first fix. */
  readonly startedAt: number;
  readonly pilot: string;
  readonly aircraftType: string;
  readonly tailNumber: string;
  /** What the altitudes of its fixes are measured from. */
  readonly altitudeKind: AltitudeKind;
}

/** Characters of a header text. */
const MAX_TEXT = 60;
/** Not known. */
const UNKNOWN = 'NKN';
/** How the file names the kind of its GNSS altitudes: above the ellipsoid, or above the geoid. */
const GNSS_ALTITUDE: Readonly<Record<AltitudeKind, string>> = {
  [ALTITUDE_KINDS.sea]: 'GEO',
  [ALTITUDE_KINDS.ellipsoid]: 'ELL',
  [ALTITUDE_KINDS.pressure]: 'NIL',
};

/**
 * IGC, the file format of flight recorders (FAI, Technical Specification for GNSS Flight Recorders, appendix A): one flight with
 * times in UTC. It has no G record, so it proves nothing, and says so.
 */
export function igcTrackWriter(flight: IgcFlight): TrackWriter {
  return {
    mediaType: 'application/vnd.fai.igc',
    extension: '.igc',
    batchSize: 1_000,
    head: () => '',
    start: () => headerText(flight),
    fixes: (fixes) => fixes.map((report) => fixRecord(report, flight.altitudeKind)).join(''),
    end: '',
    tail: '',
  };
}

function headerText({ startedAt, pilot, aircraftType, tailNumber, altitudeKind }: IgcFlight): string {
  const [year = '', month, day] = new Date(startedAt).toISOString().slice(0, 10).split('-');
  return [
    // XXX: a manufacturer without a code of its own.
    'AXXXWKL',
    `HFDTEDATE:${day}${month}${year.slice(-2)},01`,
    `HFPLTPILOTINCHARGE:${plainText(pilot)}`,
    `HFGTYGLIDERTYPE:${plainText(aircraftType)}`,
    `HFGIDGLIDERID:${plainText(tailNumber)}`,
    'HFDTMGPSDATUM:WGS84',
    'HFFTYFRTYPE:Wakeline',
    `HFALGALTGPS:${GNSS_ALTITUDE[altitudeKind]}`,
    `HFALPALTPRESSURE:${altitudeKind === ALTITUDE_KINDS.pressure ? 'ISA' : 'NIL'}`,
    'LXXXWITHOUT G RECORD: NO PROOF OF A FLIGHT',
    '',
  ].join('\r\n');
}

/** Printable characters of ASCII without those that the specification reserves. */
function plainText(text: string): string {
  const allowed = text.replace(/[^ -~]|[$*!\\^~]/gu, '').trim();
  return allowed === '' ? UNKNOWN : allowed.slice(0, MAX_TEXT);
}

/** `B`, time, place in thousandths of a minute, validity, pressure altitude, GNSS altitude. */
function fixRecord({ time, fix }: LocatedReport, kind: AltitudeKind): string {
  const clock = new Date(time).toISOString().slice(11, 19).replaceAll(':', '');
  const isPressure = kind === ALTITUDE_KINDS.pressure;
  const pressure = isPressure ? fix.altitude : null;
  const gnss = isPressure ? null : fix.altitude;
  // V: without an altitude of GNSS, or without a fix.
  const validity = gnss === null || !fix.valid ? 'V' : 'A';
  return (
    `B${clock}${angleText(fix.latitude, 2, 'NS')}${angleText(fix.longitude, 3, 'EW')}` +
    `${validity}${altitudeText(pressure)}${altitudeText(gnss)}\r\n`
  );
}

function angleText(degrees: number, digits: number, [positive, negative]: string): string {
  // Rounded first, so that 59.9996 minutes become the next degree.
  const thousandths = Math.round(Math.abs(degrees) * 60_000);
  const fullDegrees = String(Math.floor(thousandths / 60_000)).padStart(digits, '0');
  return `${fullDegrees}${String(thousandths % 60_000).padStart(5, '0')}${degrees < 0 ? negative : positive}`;
}

/** Five characters, of which the first may be a sign; 00000 without an altitude. */
function altitudeText(altitude: number | null): string {
  const metres = Math.max(-9_999, Math.min(99_999, Math.round(altitude ?? 0)));
  return metres < 0 ? `-${String(-metres).padStart(4, '0')}` : String(metres).padStart(5, '0');
}
