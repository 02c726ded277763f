import { Unzip, type UnzipFile, UnzipInflate } from 'fflate';
import { concatBytes } from './concat-bytes.ts';
import { MapFileError } from './map-file-error.ts';

/** Compressed bytes per step: at most a thousand times as many come out (RFC 1951). */
const CHUNK_BYTES = 4_096;
/** Maximum number of entries of an archive and characters of a name: one image per placemark gives some thousands. */
const MAX_ENTRIES = 10_000;
const MAX_NAME_LENGTH = 1_024;

/**
 * Unpacks the KML file of a KMZ: `doc.kml`, otherwise the first one (OGC 07-147r2, annex C). Sizes in the archive are not
 * trusted.
 *
 * @throws MapFileError `expands` as soon as more than `maxBytes` bytes were unpacked, `entries` for an archive with more than
 *   10,000 entries or a name of more than 1,024 characters, `type` for one without KML, `malformed`
 */
export function* unpackKmz(bytes: Uint8Array, maxBytes: number): Generator<void, Uint8Array> {
  const unpacked: Uint8Array[] = [];
  for (const chunk of readKmlChunks(bytes, maxBytes)) {
    unpacked.push(chunk);
    yield;
  }
  return concatBytes(unpacked);
}

/** The same in chunks; a step takes milliseconds. @throws MapFileError as `unpackKmz` */
export function* readKmlChunks(bytes: Uint8Array, maxBytes: number): Generator<Uint8Array, void> {
  const isFound = yield* readEntry(bytes, selectKml, maxBytes);
  if (!isFound) throw new MapFileError('type');
}

function selectKml(names: readonly string[]): string | undefined {
  const kml = names.filter((name) => /\.kml$/i.test(name));
  return kml.find((name) => name.toLowerCase() === 'doc.kml') ?? kml[0];
}

/**
 * Unpacks the entry that `select` names; null if it names none.
 *
 * @throws MapFileError as `unpackKmz`, without `type`
 */
export function* unpackEntry(
  bytes: Uint8Array,
  select: (names: readonly string[]) => string | undefined,
  maxBytes: number,
): Generator<void, Uint8Array | null> {
  const unpacked: Uint8Array[] = [];
  const chunks = readEntry(bytes, select, maxBytes);
  for (let step = chunks.next(); ; step = chunks.next()) {
    if (step.done === true) return step.value ? concatBytes(unpacked) : null;
    unpacked.push(step.value);
    yield;
  }
}

/** Chunks of the entry that `select` names. Returns whether there is one. */
function* readEntry(
  bytes: Uint8Array,
  select: (names: readonly string[]) => string | undefined,
  maxBytes: number,
): Generator<Uint8Array, boolean> {
  const names: string[] = [];
  for (const _ of walkZip(bytes, (file) => void names.push(file.name))) yield new Uint8Array();
  const selected = select(names);
  if (selected === undefined) return false;
  let pending: Uint8Array[] = [];
  let length = 0;
  let isComplete = false;
  let isFound = false;
  const steps = walkZip(bytes, (file) => {
    if (isFound || file.name !== selected) return;
    isFound = true;
    file.ondata = (error, chunk, final) => {
      // The library passes what is thrown here on as its own error.
      if (error !== null) throw error instanceof MapFileError ? error : new MapFileError('malformed');
      length += chunk.length;
      if (length > maxBytes) throw new MapFileError('expands');
      pending.push(chunk);
      isComplete ||= final;
    };
    file.start();
  });
  for (const _ of steps) {
    yield* pending;
    pending = [];
  }
  yield* pending;
  if (!isComplete) throw new MapFileError('malformed');
  return true;
}

function* walkZip(bytes: Uint8Array, onFile: (file: UnzipFile) => void): Generator<void, void> {
  let entries = 0;
  const unzip = new Unzip((file) => {
    entries += 1;
    if (entries > MAX_ENTRIES || file.name.length > MAX_NAME_LENGTH) throw new MapFileError('entries');
    onFile(file);
  });
  unzip.register(UnzipInflate);
  for (let from = 0; from < bytes.length; from += CHUNK_BYTES) {
    const end = Math.min(bytes.length, from + CHUNK_BYTES);
    try {
      unzip.push(bytes.subarray(from, end), end === bytes.length);
    } catch (error) {
      throw error instanceof MapFileError ? error : new MapFileError('malformed');
    }
    yield;
  }
}
