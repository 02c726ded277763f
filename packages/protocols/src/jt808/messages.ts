import { acceleration } from './acceleration.ts';
import { authentication } from './authentication.ts';
import { driver } from './driver.ts';
import { location, locationResponses } from './location.ts';
import { locationBatch } from './location-batch.ts';
import type { MessageDecoder } from './message.ts';
import { multimediaEvent } from './multimedia-event.ts';
import { heartbeat, logout, vendorHeartbeats } from './presence.ts';
import { parameterResponse, photoResult, terminalResponse } from './receipts.ts';
import { registration } from './registration.ts';
import { serverTime, vendorServerTime } from './server-time.ts';
import { shortBatch } from './short-batch.ts';
import { simCard, terminalAttributes } from './terminal-attributes.ts';
import { textDecoders } from './text.ts';
import { transparent } from './transparent.ts';

const DECODER_LIST: readonly MessageDecoder[] = [
  terminalResponse,
  parameterResponse,
  photoResult,
  heartbeat,
  logout,
  serverTime,
  registration,
  authentication,
  location,
  locationBatch,
  ...locationResponses,
  ...vendorHeartbeats,
  vendorServerTime,
  terminalAttributes,
  simCard,
  shortBatch,
  ...textDecoders,
  driver,
  multimediaEvent,
  transparent,
  acceleration,
];

/** Decoders of all supported messages, by message id. */
export const DECODERS: ReadonlyMap<number, MessageDecoder> = new Map(
  DECODER_LIST.map((decoder) => [decoder.id, decoder]),
);
