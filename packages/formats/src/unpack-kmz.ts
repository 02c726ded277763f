import { Unzip, type UnzipFile, UnzipInflate } from 'fflate';
import { FileFault } from './file-fault.ts';

/** Packed bytes that are unpacked at once: at most a thousand times as many come out (RFC 1951). */
const PIECE = 4_096;

/**
 * The KML file of a KMZ: `doc.kml`, else the first one (OGC 07-147r2, annex C). What is said of its size is not believed.
 *
 * @throws FileFault `expands` as soon as more than `most` bytes have come out, `type` for a zip without KML, `malformed`
 */
export function* unpackKmz(bytes: Uint8Array, most: number): Generator<void, Uint8Array> {
  const names: string[] = [];
  yield* walkZip(bytes, (file) => {
    names.push(file.name);
  });
  const kml = names.filter((name) => /\.kml$/i.test(name));
  const wanted = kml.find((name) => name.toLowerCase() === 'doc.kml') ?? kml[0];
  if (wanted === undefined) throw new FileFault('type');
  const unpacked: Uint8Array[] = [];
  let length = 0;
  let ended = false;
  let found = false;
  yield* walkZip(bytes, (file) => {
    if (found || file.name !== wanted) return;
    found = true;
    file.ondata = (error, piece, final) => {
      // What is thrown here comes back as an error of the unpacking.
      if (error !== null) throw error instanceof FileFault ? error : new FileFault('malformed');
      length += piece.length;
      if (length > most) throw new FileFault('expands');
      unpacked.push(piece);
      ended ||= final;
    };
    file.start();
  });
  if (!ended) throw new FileFault('malformed');
  return joined(unpacked, length);
}

function* walkZip(bytes: Uint8Array, onFile: (file: UnzipFile) => void): Generator<void, void> {
  const unzip = new Unzip(onFile);
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

function joined(pieces: readonly Uint8Array[], length: number): Uint8Array {
  const whole = new Uint8Array(length);
  let at = 0;
  for (const piece of pieces) {
    whole.set(piece, at);
    at += piece.length;
  }
  return whole;
}
