import type { FastifyBaseLogger } from 'fastify';
import type { Clock } from '../clock.ts';
import type { Config } from '../config.ts';
import type { Db } from '../db/database.ts';
import type { EventSource } from '../db/events.ts';
import type { EventSnapshots } from '../features/event-page/event-snapshots.ts';
import { EventTalks } from '../features/event-page/event-talks.ts';
import { serveEvent } from '../features/event-page/serve-event.ts';
import { servePaymentNotice } from '../features/live-events/serve-payment-notice.ts';
import type { Routes } from '../http/routes.ts';
import { createLiveEventFeed } from '../live-events/live-event-feed.ts';
import { createPaymentProvider } from '../live-events/payment-provider.ts';
import { startViewerSamples } from '../live-events/sample-viewers.ts';
import type { OutgoingGuard } from '../outgoing/guard.ts';
import type { HandlerDependencies } from './handlers.ts';

interface LiveEventOptions {
  readonly events: EventSource;
  readonly clock: Clock;
  readonly log: FastifyBaseLogger;
  readonly config: Pick<Config, 'payments'>;
  readonly guard: OutgoingGuard;
  readonly snapshots: EventSnapshots;
  /** Address of a file by its id. */
  readonly addressOf: (fileId: string) => string;
}

export interface LiveEventComposition {
  readonly handlers: HandlerDependencies['liveEvents'];
  readonly routes: readonly Routes[];
  close(): void;
}

/** Comments, gifts and viewers of live events, and the routes of their public pages. */
export function createLiveEvents(db: Db, options: LiveEventOptions): LiveEventComposition {
  const { events, clock, log, config, guard, snapshots, addressOf } = options;
  const service = config.payments;
  const feed = createLiveEventFeed({ db, events });
  const readViewers = (now: number) => snapshots.readViewers(now);
  const stopSamples = startViewerSamples({ db, clock, log, readViewers });
  return {
    handlers: {
      ...{ feed, clock, log },
      payments: service === null ? null : createPaymentProvider(service, { guard, clock }),
    },
    routes: [
      serveEvent({ snapshots, talks: new EventTalks(feed, addressOf), now: () => clock.now() }),
      servePaymentNotice({ service, db, clock, log }),
    ],
    close() {
      stopSamples();
      feed.close();
    },
  };
}
