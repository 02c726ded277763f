import { acceleration } from './acceleration.ts';
import { authentication } from './authentication.ts';
import { driver } from './driver.ts';
import { location, locationAnswers } from './location.ts';
import { locationBatch } from './location-batch.ts';
import type { MessageKind } from './message.ts';
import { heartbeat, logout, terminalResponse, vendorHeartbeats } from './presence.ts';
import { registration } from './registration.ts';
import { serverTime, vendorServerTime } from './server-time.ts';
import { shortBatch } from './short-batch.ts';
import { simCard, terminalAttributes } from './terminal-attributes.ts';
import { texts } from './text.ts';
import { transparent } from './transparent.ts';

const KINDS: readonly MessageKind[] = [
  terminalResponse,
  heartbeat,
  logout,
  serverTime,
  registration,
  authentication,
  location,
  locationBatch,
  ...locationAnswers,
  ...vendorHeartbeats,
  vendorServerTime,
  terminalAttributes,
  simCard,
  shortBatch,
  ...texts,
  driver,
  transparent,
  acceleration,
];

/** Every message of a terminal that is understood, by its id. */
export const MESSAGES: ReadonlyMap<number, MessageKind> = new Map(KINDS.map((kind) => [kind.id, kind]));
