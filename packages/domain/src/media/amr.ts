/**
 * Storage format of AMR speech (RFC 4867, section 5): `#!AMR` or `#!AMR-WB` and a line feed, then frames of 20 ms. The
 * first byte of a frame has, from the highest bit: padding, frame type (4 bits), quality, padding (2 bits).
 *
 * Bytes of speech by frame type: 3GPP TS 26.101 and TS 26.201, annex A, rounded up to bytes.
 */
const NARROWBAND = '#!AMR\n';
const WIDEBAND = '#!AMR-WB\n';
export const AMR_FRAME_MS = 20;
/** Types 9 to 14 (narrowband) and 10 to 13 (wideband) are of other codecs or for future use. */
const NARROWBAND_BYTES: Readonly<Record<number, number>> = {
  0: 12,
  1: 13,
  2: 15,
  3: 17,
  4: 19,
  5: 20,
  6: 26,
  7: 31,
  8: 5,
  15: 0,
};
const WIDEBAND_BYTES: Readonly<Record<number, number>> = {
  0: 17,
  1: 23,
  2: 32,
  3: 36,
  4: 40,
  5: 46,
  6: 50,
  7: 58,
  8: 60,
  9: 5,
  14: 0,
  15: 0,
};

export interface AmrRecording {
  /** Hz */
  readonly sampleRate: 8000 | 16_000;
  readonly frames: number;
  readonly durationMs: number;
  /** Where each complete frame starts; the last element is the end of the last one. */
  readonly offsets: readonly number[];
  /** Whether bytes follow that are no complete frame: only what precedes them can be played. */
  readonly isDamaged: boolean;
}

/** Null if it is no AMR, or has no complete frame. */
export function readAmr(content: Uint8Array): AmrRecording | null {
  const head = [WIDEBAND, NARROWBAND].find((magic) =>
    [...magic].every((letter, index) => content[index] === letter.charCodeAt(0)),
  );
  if (head === undefined) return null;
  const isWideband = head === WIDEBAND;
  const sizes = isWideband ? WIDEBAND_BYTES : NARROWBAND_BYTES;
  const offsets = [head.length];
  let end = head.length;
  for (let first = content[end]; first !== undefined; first = content[end]) {
    const size = sizes[(first >> 3) & 0x0f];
    if ((first & 0x83) !== 0 || size === undefined || end + 1 + size > content.length) break;
    end += 1 + size;
    offsets.push(end);
  }
  const frames = offsets.length - 1;
  if (frames === 0) return null;
  return {
    sampleRate: isWideband ? 16_000 : 8000,
    frames,
    durationMs: frames * AMR_FRAME_MS,
    offsets,
    isDamaged: end < content.length,
  };
}
