import type { Decoded, EventDecoder, RequestDecoder } from './decoding.ts';
import type { BeidouEvent, Clock } from './event.ts';
import { type Frame, readFrame } from './frame.ts';
import { readCard, readCardRequest } from './frame-card.ts';
import { readFeedback } from './frame-feedback.ts';
import { readMessage, readMessageRequest } from './frame-message.ts';
import { readPosition } from './frame-position.ts';
import { readReceipts } from './frame-receipts.ts';
import { readBeams, readSelfTest, readStatusRequest, readTime } from './frame-status.ts';
import type { BeidouRequest } from './request.ts';

const EVENTS: Readonly<Record<string, EventDecoder<Frame>>> = {
  ICXX: readCard,
  TXXX: readMessage,
  TXHZ: readReceipts,
  DWXX: readPosition,
  FKXX: readFeedback,
  ZJXX: readSelfTest,
  GLZK: readBeams,
  SJXX: readTime,
};

const REQUESTS: Readonly<Record<string, RequestDecoder<Frame>>> = {
  ICJC: readCardRequest,
  TXSQ: readMessageRequest,
  DWSQ: () => ({ type: 'locate' }),
  XTZJ: readStatusRequest,
  GLJC: readStatusRequest,
  SJSC: readStatusRequest,
};

/** Decodes a frame of the machine; undefined: unknown. */
export function readFrameEvent(raw: Buffer, clock: Clock): Decoded<BeidouEvent> | undefined {
  const frame = readFrame(raw);
  return EVENTS[frame.name]?.(frame, clock);
}

/** Decodes a frame to the machine; undefined: unknown. */
export function readFrameRequest(raw: Buffer): Decoded<BeidouRequest> | undefined {
  const frame = readFrame(raw);
  return REQUESTS[frame.name]?.(frame);
}
