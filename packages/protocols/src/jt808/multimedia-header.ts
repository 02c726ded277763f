import type { MediaTrigger } from '@wakeline/domain/media/media';

/**
 * What a recording is: the body of 0x0800 and the start of 0x0801 (2013 and 2019: multimedia event, multimedia data).
 *
 * | byte | bytes | meaning                                                                                          |
 * | ---- | ----- | ------------------------------------------------------------------------------------------------ |
 * | 0    | 4     | id, above 0                                                                                      |
 * | 4    | 1     | 0 picture, 1 audio, 2 video                                                                      |
 * | 5    | 1     | 0 JPEG, 1 TIF, 2 MP3, 3 WAV, 4 WMV, others: vendors                                              |
 * | 6    | 1     | 0 instruction, 1 schedule, 2 robbery alarm, 3 collision or rollover alarm; from 2013: 4 door     |
 * |      |       | opened, 5 door closed, 6 door closed and faster than 20 km/h, 7 distance                         |
 * | 7    | 1     | channel                                                                                          |
 */
export const MULTIMEDIA_HEADER_LENGTH = 8;

const KINDS = ['picture', 'audio', 'video'] as const;
const TRIGGERS: readonly MediaTrigger[] = [
  'instruction',
  'schedule',
  'robbery',
  'collision',
  'doorOpen',
  'doorClosed',
  'departure',
  'distance',
];

export interface MultimediaHeader {
  readonly mediaId: number;
  /** The number of an unknown kind. */
  readonly kind: (typeof KINDS)[number] | number;
  readonly formatCode: number;
  /** Null: a number without a name. */
  readonly trigger: MediaTrigger | null;
  readonly triggerCode: number;
  readonly channel: number;
}

/** Null if it is too short. */
export function readMultimediaHeader(body: Buffer): MultimediaHeader | null {
  if (body.length < MULTIMEDIA_HEADER_LENGTH) return null;
  const kindCode = body.readUInt8(4);
  const triggerCode = body.readUInt8(6);
  return {
    mediaId: body.readUInt32BE(0),
    kind: KINDS[kindCode] ?? kindCode,
    formatCode: body.readUInt8(5),
    trigger: TRIGGERS[triggerCode] ?? null,
    triggerCode,
    channel: body.readUInt8(7),
  };
}

/** Encodes the header of a JPEG that an instruction requested. */
export function writeMultimediaHeader(mediaId: number, channel: number): Buffer {
  const header = Buffer.alloc(MULTIMEDIA_HEADER_LENGTH);
  header.writeUInt32BE(mediaId, 0);
  header[7] = channel;
  return header;
}
