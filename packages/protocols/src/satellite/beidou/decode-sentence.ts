import type { Decoded, EventDecoder, RequestDecoder } from './decoding.ts';
import type { BeidouEvent, Clock } from './event.ts';
import type { BeidouRequest } from './request.ts';
import { readSentence, type Sentence } from './sentence.ts';
import { readBeams, readOutputRequest, readRegionalBeams } from './sentence-beams.ts';
import { readCard, readCardRequest, readRegionalCard, readSubordinates } from './sentence-card.ts';
import { readFeedback } from './sentence-feedback.ts';
import {
  readMessage,
  readMessageRequest,
  readRegionalMessage,
  readRegionalRequest,
} from './sentence-message.ts';
import { readPosition, readReportedPosition } from './sentence-position.ts';
import { readQuery, readReceipts } from './sentence-query.ts';

const REQUEST_TALKER = 'CC';

/** By the letters after the two of the talker, which differ by maker. */
const EVENTS: Readonly<Record<string, EventDecoder<Sentence>>> = {
  ICI: readCard,
  ICZ: readSubordinates,
  ICP: readRegionalCard,
  TXR: readMessage,
  TCI: readRegionalMessage,
  FKI: readFeedback,
  HZR: readReceipts,
  DWR: readPosition,
  WAA: readReportedPosition,
  BSI: readBeams,
  PWI: readRegionalBeams,
};

const REQUESTS: Readonly<Record<string, RequestDecoder<Sentence>>> = {
  ICA: readCardRequest,
  ICR: () => ({ type: 'card' }),
  TXA: readMessageRequest,
  TCQ: readRegionalRequest,
  CXA: readQuery,
  RMO: readOutputRequest,
};

/** Decodes a sentence of the machine; undefined: unknown. */
export function readSentenceEvent(raw: Buffer, clock: Clock): Decoded<BeidouEvent> | undefined {
  const sentence = readSentence(raw);
  return sentence.talker === REQUEST_TALKER ? undefined : EVENTS[sentence.name]?.(sentence, clock);
}

/** Decodes a sentence to the machine; undefined: unknown. */
export function readSentenceRequest(raw: Buffer): Decoded<BeidouRequest> | undefined {
  const sentence = readSentence(raw);
  return sentence.talker === REQUEST_TALKER ? REQUESTS[sentence.name]?.(sentence) : undefined;
}
