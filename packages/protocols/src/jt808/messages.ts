import { authentication } from './authentication.ts';
import { location } from './location.ts';
import { locationBatch } from './location-batch.ts';
import type { MessageKind } from './message.ts';
import { heartbeat, logout, terminalResponse } from './presence.ts';
import { registration } from './registration.ts';
import { serverTime } from './server-time.ts';

const KINDS: readonly MessageKind[] = [
  terminalResponse,
  heartbeat,
  logout,
  serverTime,
  registration,
  authentication,
  location,
  locationBatch,
];

/** Every message of a terminal that is understood, by its id. */
export const MESSAGES: ReadonlyMap<number, MessageKind> = new Map(KINDS.map((kind) => [kind.id, kind]));
