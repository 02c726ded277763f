import { KMH_PER_KNOT } from '@wakeline/domain/geo/speed-units';
import { BitWriter } from './bit-writer.ts';
import { checksum } from './sentence.ts';

/** A vessel as its transponder sends it, for the simulator and for tests. */
export interface TransmittedPosition {
  readonly mmsi: number;
  readonly latitude: number;
  readonly longitude: number;
  /** km/h; null: not available. */
  readonly speed: number | null;
  /** Degrees; null: not available. */
  readonly course: number | null;
  readonly heading: number | null;
  /** Navigation status, 0..15. */
  readonly status: number;
  /** Epoch milliseconds: only the UTC second is transmitted. */
  readonly time: number;
}

export interface TransmittedDetails {
  readonly mmsi: number;
  readonly imo: number;
  readonly callSign: string;
  readonly name: string;
  readonly shipType: number;
  readonly length: number;
  readonly beam: number;
  readonly draught: number;
  readonly destination: string;
}

/** A type 1 message as one sentence without line end. The layout is in `position-class-a.ts`. */
export function encodePosition(position: TransmittedPosition): string {
  const { mmsi, latitude, longitude, speed, course, heading, status, time } = position;
  const bits = new BitWriter()
    .number(1, 6)
    .number(0, 2)
    .number(mmsi, 30)
    .number(status, 4)
    .number(-128, 8)
    .number(speed === null ? 1_023 : Math.min(1_022, Math.round((speed / KMH_PER_KNOT) * 10)), 10)
    .number(1, 1)
    .number(Math.round(longitude * 600_000), 28)
    .number(Math.round(latitude * 600_000), 27)
    .number(course === null ? 3_600 : Math.round(course * 10) % 3_600, 12)
    .number(heading === null ? 511 : Math.round(heading) % 360, 9)
    .number(Math.floor(time / 1_000) % 60, 6)
    .number(0, 25);
  return toSentences(bits, 'A', 0).join('');
}

/** A type 5 message as two sentences. The layout is in `static-class-a.ts`. `sequence`: 0..9. */
export function encodeDetails(details: TransmittedDetails, sequence: number): readonly string[] {
  const bow = Math.min(511, Math.ceil(details.length / 2));
  const port = Math.min(63, Math.ceil(details.beam / 2));
  const bits = new BitWriter()
    .number(5, 6)
    .number(0, 2)
    .number(details.mmsi, 30)
    .number(0, 2)
    .number(details.imo, 30)
    .text(details.callSign, 7)
    .text(details.name, 20)
    .number(details.shipType, 8)
    .number(bow, 9)
    .number(Math.min(511, details.length - bow), 9)
    .number(port, 6)
    .number(Math.min(63, details.beam - port), 6)
    .number(1, 4)
    // ETA not available: month 0, day 0, hour 24, minute 60.
    .number(0, 9)
    .number(24, 5)
    .number(60, 6)
    .number(Math.min(255, Math.round(details.draught * 10)), 8)
    .text(details.destination, 20)
    .number(0, 2);
  return toSentences(bits, 'A', sequence);
}

/** Characters of the payload per sentence, so that a line has at most 82. */
const PAYLOAD_PER_SENTENCE = 60;

function toSentences(bits: BitWriter, channel: 'A' | 'B', sequence: number): readonly string[] {
  const { payload, fillBits } = bits.finish();
  const count = Math.ceil(payload.length / PAYLOAD_PER_SENTENCE);
  return Array.from({ length: count }, (_, index) => {
    const characters = payload.slice(index * PAYLOAD_PER_SENTENCE, (index + 1) * PAYLOAD_PER_SENTENCE);
    const fill = index === count - 1 ? fillBits : 0;
    const content = `AIVDM,${count},${index + 1},${count > 1 ? sequence : ''},${channel},${characters},${fill}`;
    return `!${content}*${checksum(content).toString(16).toUpperCase().padStart(2, '0')}`;
  });
}
