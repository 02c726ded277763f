import type { FastifyBaseLogger } from 'fastify';
import type { Background } from '../background.ts';
import type { Clock } from '../clock.ts';
import type { Db } from '../db/database.ts';
import { type Addresses, createAddresses } from './addresses.ts';
import { type Gazetteer, gazetteer } from './gazetteer.ts';
import { createGeocoder } from './geocoder.ts';
import type { GeocoderTemplate } from './geocoder-template.ts';
import { createMatching, type MatchToRoads } from './matching.ts';
import { createRouting, type PlanRoute } from './routing.ts';
import type { RoutingService } from './routing-service.ts';
import { createSearchExternal, type SearchExternal } from './search-external.ts';
import { ServiceLimiter } from './service-limiter.ts';

/** Limits per external service: concurrent and queued requests, consecutive failures before a pause, and its length. */
const CONCURRENCY = 4;
const MAX_QUEUED = 200;
const MAX_FAILURES = 5;
const PAUSE_MS = 30_000;

export interface Places {
  readonly gazetteer: Gazetteer;
  readonly addresses: Addresses;
  readonly searchExternal: SearchExternal;
  readonly planRoute: PlanRoute;
  /** Null: no matching service is configured. */
  readonly matchToRoads: MatchToRoads | null;
  /** Aborts all external requests. */
  close(): void;
}

export interface PlacesOptions {
  readonly db: Db;
  readonly geocoder: GeocoderTemplate | null;
  readonly routing: RoutingService | null;
  readonly matching: RoutingService | null;
  readonly background: Background;
  readonly clock: Clock;
  readonly log: FastifyBaseLogger;
}

/** Creates the place services with their external services. */
export function openPlaces({
  db,
  geocoder,
  routing,
  matching,
  background,
  clock,
  log,
}: PlacesOptions): Places {
  const createLimiter = (service: string) =>
    new ServiceLimiter({
      concurrency: CONCURRENCY,
      maxQueued: MAX_QUEUED,
      maxFailures: MAX_FAILURES,
      pauseMs: PAUSE_MS,
      now: () => clock.now(),
      onPause: (error) =>
        log.warn({ what: service, err: error }, 'an external service fails; requests are paused'),
    });
  // A separate limiter for searches, so that they do not queue behind addresses requested in the background.
  const limiters = {
    reverse: createLimiter('geocoder'),
    search: createLimiter('geocoder, search'),
    routing: createLimiter('routing'),
    matching: createLimiter('matching'),
  };
  const { reverse, search } = geocoder === null ? { reverse: null, search: null } : createGeocoder(geocoder);
  const places = gazetteer();
  return {
    gazetteer: places,
    addresses: createAddresses({
      db,
      gazetteer: places,
      reverse,
      limiter: limiters.reverse,
      timeoutMs: geocoder?.timeoutMs ?? 0,
      background,
      clock,
      log,
    }),
    searchExternal: createSearchExternal({ search, limiter: limiters.search, clock, log }),
    planRoute: createRouting(routing, limiters.routing),
    matchToRoads: matching === null ? null : createMatching(matching, limiters.matching),
    close() {
      for (const limiter of Object.values(limiters)) limiter.close();
    },
  };
}
