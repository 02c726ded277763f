import { AmfError, type AmfValue, decodeAmf, encodeAmf } from '../rtmp/amf0.ts';
import {
  encodeTag,
  FILE_HEADER_BYTES,
  type FlvTag,
  fileHeader,
  roleOf,
  TAG,
  TAG_OVERHEAD_BYTES,
} from './tags.ts';

/** Entries of an index, so that metadata stays below 200 kB; every second key frame of longer recordings, and so on. */
const MAX_INDEX_ENTRIES = 10_000;

export interface RecordingIndex {
  /** Of the first audio or video tag, milliseconds: recordings begin at 0. */
  readonly offset: number;
  readonly seconds: number;
  /** Header and metadata, which come before the other tags. */
  readonly opening: Buffer;
  readonly bytes: number;
}

interface KeyFrame {
  /** Seconds from the start. */
  readonly time: number;
  /** Bytes of tags before it. */
  readonly position: number;
}

/**
 * Builds what a live stream does not have and players need for seeking: length and an index of key frames, in onMetaData.
 *
 * @returns null for a stream without audio and video
 */
export async function indexRecording(tags: AsyncIterable<FlvTag>): Promise<RecordingIndex | null> {
  let metadata: AmfValue = {};
  let first: number | null = null;
  let last = 0;
  let tagBytes = 0;
  const tracks = { audio: false, video: false };
  const keyFrames: KeyFrame[] = [];
  for await (const tag of tags) {
    if (tag.type === TAG.script) {
      metadata = metadataOf(tag) ?? metadata;
      continue;
    }
    const role = roleOf(tag);
    if (tag.type === TAG.audio) tracks.audio = true;
    else tracks.video = true;
    if (role !== 'configuration') {
      first ??= tag.timestamp;
      last = Math.max(last, tag.timestamp);
    }
    // The first entry of an index is the configuration of the decoder.
    if (role === 'key' || (keyFrames.length === 0 && tag.type === TAG.video))
      keyFrames.push({
        time: Math.max(0, tag.timestamp - (first ?? tag.timestamp)) / 1000,
        position: tagBytes,
      });
    tagBytes += tag.data.length + TAG_OVERHEAD_BYTES;
  }
  if (first === null) return null;
  const seconds = (last - first) / 1000;
  const opening = writeOpening({ metadata, tracks, seconds, tagBytes, keyFrames: thinOut(keyFrames) });
  return { offset: first, seconds, opening, bytes: opening.length + tagBytes };
}

/** The tags of a recording as they are stored: from time 0, without the metadata that `opening` has. */
export function storedTag(tag: FlvTag, { offset }: Pick<RecordingIndex, 'offset'>): Buffer | null {
  return tag.type === TAG.script
    ? null
    : encodeTag({ ...tag, timestamp: Math.max(0, tag.timestamp - offset) });
}

function metadataOf({ data }: FlvTag): AmfValue | null {
  try {
    const [name, value = null] = decodeAmf(data);
    return name === 'onMetaData' ? value : null;
  } catch (error) {
    if (error instanceof AmfError) return null;
    throw error;
  }
}

function thinOut(keyFrames: readonly KeyFrame[]): readonly KeyFrame[] {
  const step = Math.ceil(keyFrames.length / MAX_INDEX_ENTRIES);
  return step <= 1 ? keyFrames : keyFrames.filter((_, index) => index % step === 0);
}

interface Opening {
  readonly metadata: AmfValue;
  readonly tracks: { readonly audio: boolean; readonly video: boolean };
  readonly seconds: number;
  readonly tagBytes: number;
  readonly keyFrames: readonly KeyFrame[];
}

function writeOpening({ metadata, tracks, seconds, tagBytes, keyFrames }: Opening): Buffer {
  const write = (openingBytes: number) =>
    Buffer.concat([
      fileHeader(tracks),
      encodeTag({
        type: TAG.script,
        timestamp: 0,
        data: encodeAmf('onMetaData', {
          ...(typeof metadata === 'object' && !Array.isArray(metadata) ? metadata : {}),
          duration: seconds,
          filesize: openingBytes + tagBytes,
          hasKeyframes: keyFrames.length > 0,
          canSeekToEnd: false,
          keyframes: {
            times: keyFrames.map(({ time }) => time),
            filepositions: keyFrames.map(({ position }) => openingBytes + position),
          },
        }),
      }),
    ]);
  // Numbers have a fixed size: a first writing gives the size of the opening.
  return write(write(FILE_HEADER_BYTES).length);
}
