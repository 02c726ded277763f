/** What devices send besides reports: pictures of a camera, and recordings of a microphone. */
export const MEDIA_KINDS = ['photo', 'recording'] as const;
export type MediaKind = (typeof MEDIA_KINDS)[number];

/** What made a device take a photo, or record. */
export const MEDIA_TRIGGERS = [
  'instruction',
  'schedule',
  'robbery',
  'collision',
  'doorOpen',
  'doorClosed',
  'departure',
  'distance',
] as const;
export type MediaTrigger = (typeof MEDIA_TRIGGERS)[number];

/**
 * Why a photo or recording of a device is not stored.
 *
 * - `unsupported-kind`: video, or a format that browsers neither show nor play
 * - `not-a-picture`, `not-a-recording`: the bytes are not of the format that the device names
 * - `damaged`: the bytes cannot be read as the protocol writes them
 * - `too-large`: more bytes, or a longer recording, than is stored
 * - `incomplete`: parts are missing and did not arrive on request
 * - `too-many`: the device has sent as many recordings within an hour as are stored
 * - `storage-full`: the photos and recordings of the account take all of its storage
 */
export const MEDIA_REFUSALS = [
  'unsupported-kind',
  'not-a-picture',
  'not-a-recording',
  'damaged',
  'too-large',
  'incomplete',
  'too-many',
  'storage-full',
] as const;
export type MediaRefusal = (typeof MEDIA_REFUSALS)[number];

export type PictureFormat = 'jpeg' | 'png';
/** `amr`: narrowband or wideband, as its first bytes say. */
export type AudioFormat = 'amr' | 'mp3' | 'wav';
export type MediaFormat = PictureFormat | AudioFormat;

/** Maximum bytes of a photo or recording. Cameras of trackers send 5 to 200 kB, 10 s of AMR have 16 kB. */
export const MAX_MEDIA_BYTES = 512 * 1024;

/**
 * First bytes. PNG: ISO/IEC 15948, 5.2. JPEG: ITU-T T.81, B.1.1.3 (SOI, then another marker). AMR: RFC 4867, 5.1, both bands.
 */
const SIGNATURES: Readonly<Record<PictureFormat | 'amr', readonly number[]>> = {
  jpeg: [0xff, 0xd8, 0xff],
  png: [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a],
  amr: [0x23, 0x21, 0x41, 0x4d, 0x52],
};

/** The format of a picture by its first bytes; null if it is neither. */
export function pictureFormatOf(content: Uint8Array): PictureFormat | null {
  if (startsWith(content, SIGNATURES.jpeg)) return 'jpeg';
  return startsWith(content, SIGNATURES.png) ? 'png' : null;
}

/**
 * The format of a recording by its first bytes; null if it is another. WAV: RIFF with the form WAVE. MP3: a tag ID3, or the
 * head of a frame of MPEG audio layer III (ISO/IEC 11172-3, 2.4.2.3).
 */
export function audioFormatOf(content: Uint8Array): AudioFormat | null {
  if (startsWith(content, SIGNATURES.amr)) return 'amr';
  if (textAt(content, 0, 4) === 'RIFF' && textAt(content, 8, 4) === 'WAVE') return 'wav';
  const [first = 0, second = 0] = content;
  const isLayer3 = first === 0xff && (second & 0xe6) === 0xe2 && (second & 0x18) !== 0x08;
  return isLayer3 || textAt(content, 0, 3) === 'ID3' ? 'mp3' : null;
}

function startsWith(content: Uint8Array, signature: readonly number[]): boolean {
  return signature.every((byte, index) => content[index] === byte);
}

function textAt(content: Uint8Array, from: number, length: number): string {
  return String.fromCharCode(...content.subarray(from, from + length));
}
