import type { LocatedReport } from '@wakeline/domain/tracker-state/apply-report';
import { concatBytes } from '../concat-bytes.ts';
import { computeFitCrc } from '../tracks/fit-crc.ts';
import { readTrackFile } from '../tracks/read-track-file.ts';
import type { FixRow, InvalidRow, TrackRow } from '../tracks/track-row.ts';
import type { TrackOwner } from '../tracks/track-writer.ts';
import {
  encodeFitEnd,
  encodeFitFixes,
  encodeFitHeader,
  encodeFitStart,
  FIT_BATCH_SIZE,
} from '../tracks/write-fit-track.ts';
import { TRACK_WRITERS } from '../tracks/write-track-file.ts';
import { createLocalToUtc } from '../tracks/zone-time.ts';

export interface Device {
  readonly owner: TrackOwner;
  readonly fixes: readonly LocatedReport[];
}

/** Reads a file to its end in chunks of this size. */
export async function readTracks(
  file: string | Uint8Array,
  { chunkSize = 65_536, timeZone = 'Asia/Shanghai', unpackedBytes = 32 * 1_048_576, messages = 100_000 } = {},
): Promise<readonly TrackRow[]> {
  const bytes = typeof file === 'string' ? new TextEncoder().encode(file) : file;
  async function* chunks(): AsyncGenerator<Uint8Array> {
    for (let at = 0; at < bytes.length; at += chunkSize) yield bytes.subarray(at, at + chunkSize);
  }
  const rows: TrackRow[] = [];
  const yieldToEventLoop = async () => undefined;
  const options = { localToUtc: createLocalToUtc(timeZone), unpackedBytes, messages, yieldToEventLoop };
  for await (const batch of readTrackFile(chunks(), options)) rows.push(...batch);
  return rows;
}

export async function fixesIn(file: string | Uint8Array): Promise<readonly LocatedReport[]> {
  return (await readTracks(file)).flatMap((row) => (isFixRow(row) ? [row.report] : []));
}

export function isFixRow(row: TrackRow): row is FixRow {
  return 'report' in row;
}

export function isInvalidRow(row: TrackRow): row is InvalidRow {
  return 'error' in row;
}

export type Format = keyof typeof TRACK_WRITERS | 'fit';

/** Writes a file like the export. */
export function writeTracks(format: Format, devices: readonly Device[]): Uint8Array {
  if (format === 'fit') return concatBytes(devices.map(fitFile));
  const writer = TRACK_WRITERS[format];
  let first = true;
  const texts = devices.map(({ owner, fixes }) => {
    const batches: string[] = [];
    for (let at = 0; at < fixes.length; at += writer.batchSize) {
      batches.push(writer.fixes(fixes.slice(at, at + writer.batchSize), owner, first));
      first = false;
    }
    return writer.start(owner) + batches.join('') + writer.end;
  });
  return new TextEncoder().encode(writer.head('Test') + texts.join('') + writer.tail);
}

function fitFile({ fixes }: Device): Uint8Array {
  const [first, last] = [fixes[0], fixes.at(-1)];
  if (first === undefined || last === undefined) return new Uint8Array();
  const chunks = [encodeFitStart(first.time)];
  for (let at = 0; at < fixes.length; at += FIT_BATCH_SIZE)
    chunks.push(encodeFitFixes(fixes.slice(at, at + FIT_BATCH_SIZE)));
  const messages = concatBytes([...chunks, encodeFitEnd(first.time, last.time)]);
  const file = concatBytes([encodeFitHeader(messages.length), messages]);
  const crc = computeFitCrc(file);
  return concatBytes([file, Uint8Array.of(crc & 0xff, crc >> 8)]);
}
