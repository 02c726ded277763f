import { decodeInreach, type InreachEvent } from '@wakeline/protocols/satellite/inreach/outbound';
import type { Routes } from '../../http/routes.ts';
import type { InreachOutcome } from '../receive/inreach-event.ts';
import { type PushRoute, registerPushRoute } from './push-route.ts';

/** The longest binary message has 140,000 characters; a request has up to 1,000 events. */
const MAX_BODY_BYTES = 1_048_576;

export interface InreachPushOptions extends Omit<PushRoute, 'path' | 'maxBytes' | 'receive'> {
  /** Stores an event; resolves after the commit. */
  readonly store: (event: InreachEvent) => Promise<InreachOutcome>;
}

/** Serves `POST {prefix}/satellite/inreach`, to which Garmin's IPC Outbound service posts events (docs/operating/inreach.md). */
export function serveInreach({ store, ...route }: InreachPushOptions): Routes {
  const { count, log } = route;

  async function receive(body: Buffer): Promise<'stored' | 'malformed'> {
    const batch = decodeInreach(parseJson(body.toString()));
    if (typeof batch === 'string') {
      log.warn({ reason: batch }, 'refused inReach events');
      return 'malformed';
    }
    for (let invalid = 0; invalid < batch.invalidCount; invalid++) count('invalid-event');
    for (const event of batch.events) {
      const outcome = await store(event);
      if (outcome === 'unknown-terminal') log.warn({ imei: event.imei }, 'no terminal has this IMEI');
      count(outcome);
    }
    return 'stored';
  }

  return (fastify, tools) =>
    registerPushRoute(fastify, tools, {
      ...route,
      path: 'satellite/inreach',
      maxBytes: MAX_BODY_BYTES,
      receive,
    });
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
