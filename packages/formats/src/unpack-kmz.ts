import { Unzip, type UnzipFile, UnzipInflate } from 'fflate';
import { FileFault } from './file-fault.ts';
import { joinedBytes } from './joined-bytes.ts';

/** Packed bytes that are unpacked at once: at most a thousand times as many come out (RFC 1951). */
const PIECE = 4_096;
/** Entries of an archive, and characters of a name: one with a picture for each placemark has some thousands. */
const MOST_ENTRIES = 10_000;
const LONGEST_NAME = 1_024;

/**
 * The KML file of a KMZ: `doc.kml`, else the first one (OGC 07-147r2, annex C). What is said of its size is not believed.
 *
 * @throws FileFault `expands` as soon as more than `most` bytes have come out, `entries` for an archive of more than 10,000,
 *   or with a name of more than 1,024 characters, `type` for one without KML, `malformed`
 */
export function* unpackKmz(bytes: Uint8Array, most: number): Generator<void, Uint8Array> {
  const unpacked: Uint8Array[] = [];
  for (const piece of kmlPieces(bytes, most)) {
    unpacked.push(piece);
    yield;
  }
  return joinedBytes(unpacked);
}

/** The same, piece by piece; a step takes milliseconds. @throws FileFault as `unpackKmz` */
export function* kmlPieces(bytes: Uint8Array, most: number): Generator<Uint8Array, void> {
  const names: string[] = [];
  for (const _ of walkZip(bytes, (file) => void names.push(file.name))) yield new Uint8Array();
  const kml = names.filter((name) => /\.kml$/i.test(name));
  const wanted = kml.find((name) => name.toLowerCase() === 'doc.kml') ?? kml[0];
  if (wanted === undefined) throw new FileFault('type');
  let waiting: Uint8Array[] = [];
  let length = 0;
  let ended = false;
  let found = false;
  const steps = walkZip(bytes, (file) => {
    if (found || file.name !== wanted) return;
    found = true;
    file.ondata = (error, piece, final) => {
      // What is thrown here comes back as an error of the unpacking.
      if (error !== null) throw error instanceof FileFault ? error : new FileFault('malformed');
      length += piece.length;
      if (length > most) throw new FileFault('expands');
      waiting.push(piece);
      ended ||= final;
    };
    file.start();
  });
  for (const _ of steps) {
    yield* waiting;
    waiting = [];
  }
  yield* waiting;
  if (!ended) throw new FileFault('malformed');
}

function* walkZip(bytes: Uint8Array, onFile: (file: UnzipFile) => void): Generator<void, void> {
  let entries = 0;
  const unzip = new Unzip((file) => {
    entries += 1;
    if (entries > MOST_ENTRIES || file.name.length > LONGEST_NAME) throw new FileFault('entries');
    onFile(file);
  });
  unzip.register(UnzipInflate);
  for (let from = 0; from < bytes.length; from += PIECE) {
    const end = Math.min(bytes.length, from + PIECE);
    try {
      unzip.push(bytes.subarray(from, end), end === bytes.length);
    } catch (error) {
      throw error instanceof FileFault ? error : new FileFault('malformed');
    }
    yield;
  }
}
