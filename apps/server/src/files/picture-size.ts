export type PictureFormat = 'png' | 'jpeg' | 'gif';

/** Pixels. */
interface PictureSize {
  readonly width: number;
  readonly height: number;
}

/** Reads the size from a picture's header, without decoding; null if the header is invalid. */
export function pictureSize(bytes: Buffer, format: PictureFormat): PictureSize | null {
  switch (format) {
    case 'png':
      return pngSize(bytes);
    case 'gif':
      return gifSize(bytes);
    case 'jpeg':
      return jpegSize(bytes);
  }
}

/** ISO/IEC 15948, 11.2.2: the chunk IHDR comes first, right behind the signature of eight bytes. */
function pngSize(bytes: Buffer): PictureSize | null {
  if (bytes.length < 24 || bytes.toString('latin1', 12, 16) !== 'IHDR') return null;
  return toPictureSize(bytes.readUInt32BE(16), bytes.readUInt32BE(20));
}

/** GIF89a, section 18: the logical screen follows the header of six bytes. */
function gifSize(bytes: Buffer): PictureSize | null {
  return bytes.length < 10 ? null : toPictureSize(bytes.readUInt16LE(6), bytes.readUInt16LE(8));
}

/** Markers C0 to CF start a frame (ITU-T T.81, table B.1), except these: tables, an extension, and arithmetic coding. */
const NON_FRAME_MARKERS: ReadonlySet<number> = new Set([0xc4, 0xc8, 0xcc]);

/** ITU-T T.81, B.1.1 and B.2.2: segments, each with its length, up to the one that starts the frame. */
function jpegSize(bytes: Buffer): PictureSize | null {
  for (let at = 2; at + 9 <= bytes.length; ) {
    if (bytes[at] !== 0xff) return null;
    const marker = bytes[at + 1] ?? 0;
    if (marker === 0xff) {
      at += 1;
      continue;
    }
    if (marker >= 0xc0 && marker <= 0xcf && !NON_FRAME_MARKERS.has(marker))
      return toPictureSize(bytes.readUInt16BE(at + 7), bytes.readUInt16BE(at + 5));
    const length = bytes.readUInt16BE(at + 2);
    if (length < 2) return null;
    at += 2 + length;
  }
  return null;
}

function toPictureSize(width: number, height: number): PictureSize | null {
  return width > 0 && height > 0 ? { width, height } : null;
}
