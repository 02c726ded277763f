/** FLV ("Adobe Flash Video File Format Specification" 10.1, annex E; Enhanced RTMP 2 for HEVC, AV1 and VP9). */

export const TAG = { audio: 8, video: 9, script: 18 } as const;
export type TagType = (typeof TAG)[keyof typeof TAG];

export interface FlvTag {
  readonly type: TagType;
  /** Milliseconds, 32 bits. */
  readonly timestamp: number;
  readonly data: Buffer;
}

/** Bytes of a tag besides its data: the header and the size that follows. */
export const TAG_HEADER_BYTES = 11;
export const TAG_OVERHEAD_BYTES = TAG_HEADER_BYTES + 4;
/** Header of a file, and the size 0 of the tag before the first one. */
export const FILE_HEADER_BYTES = 13;

export function fileHeader({ audio, video }: { readonly audio: boolean; readonly video: boolean }): Buffer {
  return Buffer.from([0x46, 0x4c, 0x56, 1, (audio ? 4 : 0) | (video ? 1 : 0), 0, 0, 0, 9, 0, 0, 0, 0]);
}

export function encodeTag({ type, timestamp, data }: FlvTag): Buffer {
  const bytes = Buffer.alloc(data.length + TAG_OVERHEAD_BYTES);
  bytes[0] = type;
  bytes.writeUIntBE(data.length, 1, 3);
  writeTimestamp(bytes, timestamp);
  data.copy(bytes, TAG_HEADER_BYTES);
  bytes.writeUInt32BE(TAG_HEADER_BYTES + data.length, TAG_HEADER_BYTES + data.length);
  return bytes;
}

/** Sets the timestamp of an encoded tag: 24 bits, then the highest 8. */
export function writeTimestamp(tag: Buffer, timestamp: number): void {
  tag.writeUIntBE(timestamp & 0xff_ff_ff, 4, 3);
  tag[7] = (timestamp >>> 24) & 0xff;
}

export function readTimestamp(tag: Buffer): number {
  return (((tag[7] ?? 0) << 24) | tag.readUIntBE(4, 3)) >>> 0;
}

/**
 * What a tag is for players that join later.
 *
 * - `configuration`: needed before all others (AVCDecoderConfigurationRecord, AudioSpecificConfig).
 * - `key`: video that can be decoded without the one before.
 */
export type TagRole = 'configuration' | 'key' | 'other';

const AVC = 7;
const HEVC_UNOFFICIAL = 12;
const AAC = 10;
const EXTENDED_AUDIO = 9;
const KEY_FRAME = 1;
/** Packet types of Enhanced RTMP: SequenceStart of video and audio. */
const SEQUENCE_START = 0;

export function roleOf({ type, data }: Pick<FlvTag, 'type' | 'data'>): TagRole {
  const first = data[0] ?? 0;
  if (type === TAG.script) return 'other';
  if (type === TAG.audio) {
    const format = first >> 4;
    const isConfiguration =
      (format === AAC && data[1] === 0) || (format === EXTENDED_AUDIO && (first & 15) === SEQUENCE_START);
    return isConfiguration ? 'configuration' : 'other';
  }
  const isExtended = (first & 0x80) !== 0;
  const frame = (first >> 4) & 7;
  if (isExtended) {
    if ((first & 15) === SEQUENCE_START) return 'configuration';
  } else if (((first & 15) === AVC || (first & 15) === HEVC_UNOFFICIAL) && data[1] === 0)
    return 'configuration';
  return frame === KEY_FRAME ? 'key' : 'other';
}
