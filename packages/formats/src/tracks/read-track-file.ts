import { concatBytes } from '../concat-bytes.ts';
import { MapFileError } from '../map-file-error.ts';
import { readKmlChunks } from '../unpack-kmz.ts';
import { type XmlReader, XmlSyntaxError, XmlWalker } from '../walk-xml.ts';
import type { LocalToUtc } from './iso-time.ts';
import { CsvTrackReader } from './read-csv-track.ts';
import { readFitTrack } from './read-fit-track.ts';
import { GpxTrackReader } from './read-gpx-track.ts';
import { KmlTrackReader } from './read-kml-track.ts';
import { NmeaTrackReader } from './read-nmea-track.ts';
import { detectEncoding, detectTrackKind, HEAD_BYTES } from './track-kind.ts';
import { TrackFileError, type TrackRow } from './track-row.ts';

export interface TrackFileOptions {
  /** For times without a zone. */
  readonly localToUtc: LocalToUtc;
  /** Limit of the unpacked size of a compressed file, in bytes. */
  readonly unpackedBytes: number;
  /** Limit of messages and definitions of FIT. */
  readonly messages: number;
  /** Yields to the event loop. Where rows are returned, the caller yields instead. */
  readonly yieldToEventLoop: () => Promise<unknown>;
}

/** Reads one format chunk by chunk, and adds rows to the list that it was created with. */
interface TextReader {
  write(chunk: string): void;
  end(): void;
}

/** Characters read of an XML text: some descriptions are longer, but none is needed. */
const MAX_TEXT_LENGTH = 4_096;

/**
 * Reads a GPX, KML, KMZ, FIT, CSV or NMEA file, detected by its content, and returns its positions in order and its invalid rows.
 * Text formats are read in chunks. FIT and KMZ files are held in memory, because their checksum or directory is at the end.
 *
 * @param chunks bytes of the file
 * @throws TrackFileError if the file is invalid, possibly only at its end: a caller that must not store half of a file reads it
 *   twice
 */
export async function* readTrackFile(
  chunks: AsyncIterable<Uint8Array>,
  options: TrackFileOptions,
): AsyncGenerator<readonly TrackRow[]> {
  const { head, rest } = await readHead(chunks);
  if (head.length === 0) throw new TrackFileError('empty');
  let found = 0;
  for await (const rows of readRows(head, rest, options)) {
    found += rows.length;
    yield rows;
  }
  if (found === 0) throw new TrackFileError('empty');
}

function readRows(
  head: Uint8Array,
  rest: AsyncIterable<Uint8Array>,
  options: TrackFileOptions,
): AsyncGenerator<readonly TrackRow[]> {
  switch (detectTrackKind(head)) {
    case 'gpx':
      return readTextRows(head, rest, (rows) => new XmlTextReader(new GpxTrackReader(rows)));
    case 'kml':
      return readTextRows(head, rest, (rows) => new XmlTextReader(new KmlTrackReader(rows)));
    case 'kmz':
      return readKmzRows(rest, options);
    case 'fit':
      return readFitRows(rest, options);
    case 'nmea':
      return readTextRows(head, rest, (rows) => new NmeaTrackReader(rows));
    case 'csv':
      return readTextRows(head, rest, (rows) => new CsvTrackReader(rows, options.localToUtc));
    default:
      throw new TrackFileError('type');
  }
}

/** Returns the first bytes, and a stream of all bytes including these. */
async function readHead(
  chunks: AsyncIterable<Uint8Array>,
): Promise<{ readonly head: Uint8Array; readonly rest: AsyncIterable<Uint8Array> }> {
  const iterator = chunks[Symbol.asyncIterator]();
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
  return { head: concatBytes(read), rest: all() };
}

async function* readTextRows(
  head: Uint8Array,
  chunks: AsyncIterable<Uint8Array>,
  createReader: (rows: TrackRow[]) => TextReader,
): AsyncGenerator<readonly TrackRow[]> {
  const decoder = createDecoder(detectEncoding(head));
  const rows: TrackRow[] = [];
  const reader = createReader(rows);
  const take = () => rows.splice(0);
  for await (const chunk of chunks) {
    reader.write(decodeChunk(decoder, chunk));
    yield take();
  }
  reader.write(decodeChunk(decoder, null));
  reader.end();
  yield take();
}

/** The compressed file is held in memory, because its directory is at the end. */
async function* readKmzRows(
  chunks: AsyncIterable<Uint8Array>,
  { unpackedBytes, yieldToEventLoop }: TrackFileOptions,
): AsyncGenerator<readonly TrackRow[]> {
  const unpacked = yieldBetweenChunks(
    readKmlChunks(await readAllBytes(chunks), unpackedBytes),
    yieldToEventLoop,
  );
  try {
    const { head, rest } = await readHead(unpacked);
    yield* readTextRows(head, rest, (rows) => new XmlTextReader(new KmlTrackReader(rows)));
  } catch (error) {
    throw toTrackFileError(error);
  }
}

async function* yieldBetweenChunks(
  chunks: Iterable<Uint8Array>,
  yieldToEventLoop: () => Promise<unknown>,
): AsyncGenerator<Uint8Array> {
  for (const chunk of chunks) {
    if (chunk.length > 0) yield chunk;
    await yieldToEventLoop();
  }
}

async function* readFitRows(
  chunks: AsyncIterable<Uint8Array>,
  { messages }: TrackFileOptions,
): AsyncGenerator<readonly TrackRow[]> {
  yield* readFitTrack(await readAllBytes(chunks), messages);
}

async function readAllBytes(chunks: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const read: Uint8Array[] = [];
  for await (const chunk of chunks) read.push(chunk);
  return concatBytes(read);
}

function createDecoder(encoding: string): InstanceType<typeof TextDecoder> {
  try {
    return new TextDecoder(encoding, { fatal: true });
  } catch {
    throw new TrackFileError('malformed', 1);
  }
}

/** `chunk` null: the end, where a character may be cut off. */
function decodeChunk(decoder: InstanceType<typeof TextDecoder>, chunk: Uint8Array | null): string {
  try {
    return chunk === null ? decoder.decode() : decoder.decode(chunk, { stream: true });
  } catch {
    throw new TrackFileError('malformed');
  }
}

/** Passes the elements of XML to a reader of positions. */
class XmlTextReader implements TextReader {
  readonly #walker: XmlWalker;

  constructor(reader: XmlReader) {
    this.#walker = new XmlWalker(reader, { maxTextLength: MAX_TEXT_LENGTH });
  }

  write(chunk: string): void {
    this.#guard(() => this.#walker.write(chunk));
  }

  end(): void {
    // Elements that are still open mean that the end is missing.
    if (this.#walker.depth > 0) throw new TrackFileError('cut', this.#walker.line);
    this.#guard(() => this.#walker.end());
  }

  #guard(step: () => void): void {
    try {
      step();
    } catch (error) {
      if (error instanceof XmlSyntaxError) throw new TrackFileError('malformed', this.#walker.line);
      throw toTrackFileError(error);
    }
  }
}

/** Error codes of map files that exist for track files too. */
const SHARED_CODES = ['entities', 'type', 'expands', 'entries'] as const;

/** Converts errors of the map file readers. */
function toTrackFileError(error: unknown): unknown {
  if (!(error instanceof MapFileError)) return error;
  const { code, line } = error;
  return new TrackFileError(SHARED_CODES.find((shared) => shared === code) ?? 'malformed', line);
}
