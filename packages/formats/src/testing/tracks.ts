import type { LocatedReport } from '@wakeline/domain/tracker-state/advance';
import { joinedBytes } from '../joined-bytes.ts';
import { fitCrc } from '../tracks/fit-crc.ts';
import { readTrackFile } from '../tracks/read-track-file.ts';
import type { FaultyRow, TrackFix, TrackRow } from '../tracks/track-row.ts';
import type { TrackOwner } from '../tracks/track-writer.ts';
import { FIT_PART, fitBegin, fitEnd, fitFixes, fitHeader } from '../tracks/write-fit-track.ts';
import { TRACK_WRITERS } from '../tracks/write-track-file.ts';
import { localTimesOf } from '../tracks/zone-time.ts';

export interface Device {
  readonly owner: TrackOwner;
  readonly fixes: readonly LocatedReport[];
}

/** A file, read to its end in pieces of so many bytes. */
export async function readTracks(
  file: string | Uint8Array,
  { piece = 65_536, timeZone = 'Asia/Shanghai', unpackedBytes = 32 * 1_048_576, messages = 100_000 } = {},
): Promise<readonly TrackRow[]> {
  const bytes = typeof file === 'string' ? new TextEncoder().encode(file) : file;
  async function* pieces(): AsyncGenerator<Uint8Array> {
    for (let at = 0; at < bytes.length; at += piece) yield bytes.subarray(at, at + piece);
  }
  const rows: TrackRow[] = [];
  const turn = async () => undefined;
  const options = { fromLocal: localTimesOf(timeZone), unpackedBytes, messages, turn };
  for await (const some of readTrackFile(pieces(), options)) rows.push(...some);
  return rows;
}

export async function fixesIn(file: string | Uint8Array): Promise<readonly LocatedReport[]> {
  return (await readTracks(file)).flatMap((row) => (isFix(row) ? [row.report] : []));
}

export function isFix(row: TrackRow): row is TrackFix {
  return 'report' in row;
}

export function isFault(row: TrackRow): row is FaultyRow {
  return 'fault' in row;
}

export type Format = keyof typeof TRACK_WRITERS | 'fit';

/** As the export writes it. */
export function writeTracks(format: Format, devices: readonly Device[]): Uint8Array {
  if (format === 'fit') return joinedBytes(devices.map(fitFile));
  const writer = TRACK_WRITERS[format];
  let first = true;
  const texts = devices.map(({ owner, fixes }) => {
    const parts: string[] = [];
    for (let at = 0; at < fixes.length; at += writer.part) {
      parts.push(writer.fixes(fixes.slice(at, at + writer.part), owner, first));
      first = false;
    }
    return writer.begin(owner) + parts.join('') + writer.end;
  });
  return new TextEncoder().encode(writer.head('Test') + texts.join('') + writer.tail);
}

function fitFile({ fixes }: Device): Uint8Array {
  const [first, last] = [fixes[0], fixes.at(-1)];
  if (first === undefined || last === undefined) return new Uint8Array();
  const pieces = [fitBegin(first.time)];
  for (let at = 0; at < fixes.length; at += FIT_PART) pieces.push(fitFixes(fixes.slice(at, at + FIT_PART)));
  const messages = joinedBytes([...pieces, fitEnd(first.time, last.time)]);
  const whole = joinedBytes([fitHeader(messages.length), messages]);
  const crc = fitCrc(whole);
  return joinedBytes([whole, Uint8Array.of(crc & 0xff, crc >> 8)]);
}
