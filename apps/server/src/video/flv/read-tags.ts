import {
  FILE_HEADER_BYTES,
  type FlvTag,
  readTimestamp,
  TAG,
  TAG_HEADER_BYTES,
  TAG_OVERHEAD_BYTES,
} from './tags.ts';

/** The stream is not FLV. */
export class FlvError extends Error {
  override readonly name = 'FlvError';
}

/**
 * Reads the tags of an FLV file or stream, cut anywhere. A last tag that is incomplete is left out: the program that wrote it
 * was ended.
 *
 * @throws FlvError
 */
export async function* readTags(source: AsyncIterable<Buffer>): AsyncGenerator<FlvTag, void> {
  let pending: Buffer[] = [];
  let pendingBytes = 0;
  let neededBytes = FILE_HEADER_BYTES;
  let isHeaderRead = false;
  for await (const chunk of source) {
    pending.push(chunk);
    pendingBytes += chunk.length;
    if (pendingBytes < neededBytes) continue;
    let bytes = Buffer.concat(pending);
    if (!isHeaderRead) {
      if (bytes.toString('latin1', 0, 3) !== 'FLV') throw new FlvError('no FLV header');
      bytes = bytes.subarray(FILE_HEADER_BYTES);
      isHeaderRead = true;
    }
    for (neededBytes = tagBytes(bytes); bytes.length >= neededBytes; neededBytes = tagBytes(bytes)) {
      yield toTag(bytes.subarray(0, neededBytes));
      bytes = bytes.subarray(neededBytes);
    }
    pending = [bytes];
    pendingBytes = bytes.length;
  }
}

/** Bytes of the first tag with its size behind it; of an incomplete header, the bytes of a header. */
function tagBytes(bytes: Buffer): number {
  return bytes.length < TAG_HEADER_BYTES ? TAG_OVERHEAD_BYTES : bytes.readUIntBE(1, 3) + TAG_OVERHEAD_BYTES;
}

function toTag(bytes: Buffer): FlvTag {
  const type = bytes[0];
  if (type !== TAG.audio && type !== TAG.video && type !== TAG.script)
    throw new FlvError(`unknown tag type ${type}`);
  const data = bytes.subarray(TAG_HEADER_BYTES, bytes.length - 4);
  return { type, timestamp: readTimestamp(bytes), data };
}
