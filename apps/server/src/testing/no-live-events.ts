import pino from 'pino';
import type { HandlerDependencies } from '../app/handlers.ts';
import { systemClock } from '../clock.ts';

/** A server without a database has no live events. */
export const NO_LIVE_EVENTS: HandlerDependencies['liveEvents'] = {
  feed: { readPublicFeed: () => Promise.reject(new Error('no database')), close: () => undefined },
  clock: systemClock,
  log: pino({ level: 'silent' }),
  payments: null,
};
