import type { RtmpMessage } from './message.ts';

/** Chunk streams by use, as Flash Media Server numbers them. */
export const CHUNK_STREAM = { control: 2, command: 3, audio: 4, video: 6, data: 5 } as const;

const EXTENDED = 0xff_ff_ff;

/** The chunks of a message (RTMP specification 1.0, 5.3): a header of format 0, then of format 3. */
export function writeMessage(message: RtmpMessage, chunkStream: number, chunkSize: number): Buffer {
  const { payload } = message;
  const chunks: Buffer[] = [firstHeader(message, chunkStream)];
  for (let offset = 0; offset < payload.length; offset += chunkSize) {
    if (offset > 0) chunks.push(nextHeader(message, chunkStream));
    chunks.push(payload.subarray(offset, offset + chunkSize));
  }
  return Buffer.concat(chunks);
}

function firstHeader({ type, streamId, timestamp, payload }: RtmpMessage, chunkStream: number): Buffer {
  const header = Buffer.alloc(timestamp >= EXTENDED ? 16 : 12);
  header[0] = chunkStream;
  header.writeUIntBE(Math.min(timestamp, EXTENDED), 1, 3);
  header.writeUIntBE(payload.length, 4, 3);
  header[7] = type;
  header.writeUInt32LE(streamId, 8);
  if (timestamp >= EXTENDED) header.writeUInt32BE(timestamp, 12);
  return header;
}

function nextHeader({ timestamp }: RtmpMessage, chunkStream: number): Buffer {
  const header = Buffer.alloc(timestamp >= EXTENDED ? 5 : 1);
  header[0] = 0xc0 | chunkStream;
  if (timestamp >= EXTENDED) header.writeUInt32BE(timestamp, 1);
  return header;
}
