/** Types of RTMP messages (RTMP specification 1.0, 5.4 and 7.1). */
export const MESSAGE = {
  setChunkSize: 1,
  abort: 2,
  acknowledgement: 3,
  userControl: 4,
  windowSize: 5,
  peerBandwidth: 6,
  audio: 8,
  video: 9,
  amf3Data: 15,
  amf3Command: 17,
  data: 18,
  command: 20,
} as const;

export interface RtmpMessage {
  readonly type: number;
  readonly streamId: number;
  /** Milliseconds, 32 bits. */
  readonly timestamp: number;
  readonly payload: Buffer;
}

/** The peer does not follow the protocol; its connection is closed. */
export class RtmpError extends Error {
  override readonly name = 'RtmpError';
}
