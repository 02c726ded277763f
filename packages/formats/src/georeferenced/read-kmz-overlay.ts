import { decodeText } from '../decode-text.ts';
import { unpackEntry, unpackKmz } from '../unpack-kmz.ts';
import { GeoreferenceError, type PictureCorners } from './georeference.ts';
import { readGroundOverlay } from './ground-overlay.ts';

/** Maximum bytes of an unpacked KML file with one overlay. */
const MAX_KML_BYTES = 4 * 1_048_576;

/** The picture of a KMZ file with its position. */
export interface KmzOverlay {
  readonly picture: Uint8Array;
  readonly corners: PictureCorners;
}

/** Whether the bytes start like a zip archive. */
export function isZip(bytes: Uint8Array): boolean {
  return bytes[0] === 0x50 && bytes[1] === 0x4b && bytes[2] === 0x03 && bytes[3] === 0x04;
}

/**
 * Reads a KMZ file with one ground overlay and its picture.
 *
 * @param maxPictureBytes unpacked bytes of the picture
 * @throws GeoreferenceError as `readGroundOverlay`, and `overlay-picture`; MapFileError as `unpackKmz`
 */
export function readKmzOverlay(bytes: Uint8Array, maxPictureBytes: number): KmzOverlay {
  const kml = finish(decodeText(finish(unpackKmz(bytes, MAX_KML_BYTES))));
  const { href, corners } = readGroundOverlay(kml);
  const name = decodePath(href);
  const picture = finish(unpackEntry(bytes, (names) => names.find((one) => one === name), maxPictureBytes));
  if (picture === null) throw new GeoreferenceError('overlay-picture');
  return { picture, corners };
}

/** The path in the archive: KML escapes it like a URL. */
function decodePath(href: string): string {
  const path = href.replace(/^\.\//, '');
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

function finish<Result>(steps: Generator<unknown, Result>): Result {
  for (let step = steps.next(); ; step = steps.next()) if (step.done === true) return step.value;
}
