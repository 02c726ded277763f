import { FileFault } from '../file-fault.ts';
import { joinedBytes } from '../joined-bytes.ts';
import { kmlPieces } from '../unpack-kmz.ts';
import { Complaint, type XmlReader, XmlWalker } from '../walk-xml.ts';
import type { FromLocal } from './iso-time.ts';
import { CsvTrackReader } from './read-csv-track.ts';
import { readFitTrack } from './read-fit-track.ts';
import { GpxTrackReader } from './read-gpx-track.ts';
import { KmlTrackReader } from './read-kml-track.ts';
import { NmeaTrackReader } from './read-nmea-track.ts';
import { encodingOfHead, HEAD_BYTES, trackKindOf } from './track-kind.ts';
import { TrackFileFault, type TrackRow } from './track-row.ts';

export interface TrackFileOptions {
  /** For times without a zone. */
  readonly fromLocal: FromLocal;
  /** Bytes of what is packed in it. */
  readonly unpackedBytes: number;
  /** Messages and definitions of FIT. */
  readonly messages: number;
  /** Lets others have their turn; where rows are given, whoever takes them does. */
  readonly turn: () => Promise<unknown>;
}

/** What reads one format, piece by piece; what it finds goes where it was told to put it. */
interface TextReader {
  write(piece: string): void;
  end(): void;
}

/** Characters of a text of XML that are kept: a description has more at times, and nothing of it is wanted. */
const KEPT_TEXT = 4_096;

/**
 * Reads a GPX, KML, KMZ, FIT, CSV or NMEA file, which it is by its content: its positions in their order, and what would be one
 * and is none. Of text no more than a piece is held; of FIT and KMZ the file as it came, for what they say of themselves is at
 * their end.
 *
 * @param pieces the file's bytes
 * @throws TrackFileFault for what is wrong with the whole of it, perhaps only at its end: whoever must not have the half of it
 *   reads it twice
 */
export async function* readTrackFile(
  pieces: AsyncIterable<Uint8Array>,
  options: TrackFileOptions,
): AsyncGenerator<readonly TrackRow[]> {
  const { head, rest } = await headOf(pieces);
  if (head.length === 0) throw new TrackFileFault('empty');
  let found = 0;
  for await (const rows of rowsOf(head, rest, options)) {
    found += rows.length;
    yield rows;
  }
  if (found === 0) throw new TrackFileFault('empty');
}

function rowsOf(
  head: Uint8Array,
  rest: AsyncIterable<Uint8Array>,
  options: TrackFileOptions,
): AsyncGenerator<readonly TrackRow[]> {
  switch (trackKindOf(head)) {
    case 'gpx':
      return textRows(head, rest, (rows) => new XmlText(new GpxTrackReader(rows)));
    case 'kml':
      return textRows(head, rest, (rows) => new XmlText(new KmlTrackReader(rows)));
    case 'kmz':
      return packedRows(rest, options);
    case 'fit':
      return fitRows(rest, options);
    case 'nmea':
      return textRows(head, rest, (rows) => new NmeaTrackReader(rows));
    case 'csv':
      return textRows(head, rest, (rows) => new CsvTrackReader(rows, options.fromLocal));
    default:
      throw new TrackFileFault('type');
  }
}

/** The first bytes, and all of them again. */
async function headOf(
  pieces: AsyncIterable<Uint8Array>,
): Promise<{ readonly head: Uint8Array; readonly rest: AsyncIterable<Uint8Array> }> {
  const iterator = pieces[Symbol.asyncIterator]();
  const read: Uint8Array[] = [];
  for (let length = 0; length < HEAD_BYTES; ) {
    const next = await iterator.next();
    if (next.done === true) break;
    read.push(next.value);
    length += next.value.length;
  }
  async function* all(): AsyncGenerator<Uint8Array> {
    try {
      yield* read;
      for (let next = await iterator.next(); next.done !== true; next = await iterator.next())
        yield next.value;
    } finally {
      await iterator.return?.();
    }
  }
  return { head: joinedBytes(read), rest: all() };
}

async function* textRows(
  head: Uint8Array,
  pieces: AsyncIterable<Uint8Array>,
  begin: (rows: TrackRow[]) => TextReader,
): AsyncGenerator<readonly TrackRow[]> {
  const decoder = decoderOf(encodingOfHead(head));
  const rows: TrackRow[] = [];
  const reader = begin(rows);
  const take = () => rows.splice(0);
  for await (const piece of pieces) {
    reader.write(decoded(decoder, piece));
    yield take();
  }
  reader.write(decoded(decoder, null));
  reader.end();
  yield take();
}

/** The packed bytes are held: what is in them is known at their end. */
async function* packedRows(
  pieces: AsyncIterable<Uint8Array>,
  { unpackedBytes, turn }: TrackFileOptions,
): AsyncGenerator<readonly TrackRow[]> {
  const unpacked = inTurns(kmlPieces(await whole(pieces), unpackedBytes), turn);
  try {
    const { head, rest } = await headOf(unpacked);
    yield* textRows(head, rest, (rows) => new XmlText(new KmlTrackReader(rows)));
  } catch (error) {
    throw faultOf(error);
  }
}

async function* inTurns(
  pieces: Iterable<Uint8Array>,
  turn: () => Promise<unknown>,
): AsyncGenerator<Uint8Array> {
  for (const piece of pieces) {
    if (piece.length > 0) yield piece;
    await turn();
  }
}

async function* fitRows(
  pieces: AsyncIterable<Uint8Array>,
  { messages }: TrackFileOptions,
): AsyncGenerator<readonly TrackRow[]> {
  yield* readFitTrack(await whole(pieces), messages);
}

async function whole(pieces: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const read: Uint8Array[] = [];
  for await (const piece of pieces) read.push(piece);
  return joinedBytes(read);
}

function decoderOf(encoding: string): InstanceType<typeof TextDecoder> {
  try {
    return new TextDecoder(encoding, { fatal: true });
  } catch {
    throw new TrackFileFault('malformed', 1);
  }
}

/** `piece` null: the end, where a character may be cut. */
function decoded(decoder: InstanceType<typeof TextDecoder>, piece: Uint8Array | null): string {
  try {
    return piece === null ? decoder.decode() : decoder.decode(piece, { stream: true });
  } catch {
    throw new TrackFileFault('malformed');
  }
}

/** XML whose elements are told to a reader of positions. */
class XmlText implements TextReader {
  readonly #walker: XmlWalker;

  constructor(reader: XmlReader) {
    this.#walker = new XmlWalker(reader, { keptText: KEPT_TEXT });
  }

  write(piece: string): void {
    this.#guard(() => this.#walker.write(piece));
  }

  end(): void {
    // Open elements at the end: what is missing came behind them.
    if (this.#walker.depth > 0) throw new TrackFileFault('cut', this.#walker.line);
    this.#guard(() => this.#walker.end());
  }

  #guard(step: () => void): void {
    try {
      step();
    } catch (error) {
      if (error instanceof Complaint) throw new TrackFileFault('malformed', this.#walker.line);
      throw faultOf(error);
    }
  }
}

/** Faults of a map file that say the same of a file with tracks. */
const KEPT_FAULTS = ['entities', 'type', 'expands', 'entries'] as const;

/** What the readers of map files throw, as one of ours. */
function faultOf(error: unknown): unknown {
  if (!(error instanceof FileFault)) return error;
  const { fault, line } = error;
  return new TrackFileFault(KEPT_FAULTS.find((kept) => kept === fault) ?? 'malformed', line);
}
