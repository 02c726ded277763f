import type { FastifyBaseLogger } from 'fastify';
import type { Background } from '../background.ts';
import type { Clock } from '../clock.ts';
import type { Db } from '../db/database.ts';
import { type Addresses, createAddresses } from './addresses.ts';
import { Gate } from './gate.ts';
import { type Gazetteer, gazetteer } from './gazetteer.ts';
import { createGeocoder } from './geocoder.ts';
import type { GeocoderTemplate } from './geocoder-template.ts';
import { createMatching, type MatchToRoads } from './matching.ts';
import { createRouting, type PlanRoute } from './routing.ts';
import type { RoutingService } from './routing-service.ts';
import { createSearchOutside, type SearchOutside } from './search-outside.ts';

/** Questions to a service outside that run at once; that wait; failures in a row after which it is left alone; for how long. */
const AT_ONCE = 4;
const WAITING = 200;
const FAILURES = 5;
const PAUSE_MS = 30_000;

export interface Places {
  readonly gazetteer: Gazetteer;
  readonly addresses: Addresses;
  readonly searchOutside: SearchOutside;
  readonly planRoute: PlanRoute;
  /** Null: the operator has named no service that does it. */
  readonly matchToRoads: MatchToRoads | null;
  /** Gives up what is being asked outside. */
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

/** What the server knows of places, and whom it asks. */
export function openPlaces({
  db,
  geocoder,
  routing,
  matching,
  background,
  clock,
  log,
}: PlacesOptions): Places {
  const gate = (what: string) =>
    new Gate({
      atOnce: AT_ONCE,
      waiting: WAITING,
      failures: FAILURES,
      pause: PAUSE_MS,
      now: () => clock.now(),
      onPause: (error) => log.warn({ what, err: error }, 'a service outside fails: left alone for a time'),
    });
  // Whoever searches does not wait behind addresses that nobody waits for.
  const gates = {
    reverse: gate('geocoder'),
    search: gate('geocoder, search'),
    routing: gate('routing'),
    matching: gate('matching'),
  };
  const { reverse, search } = geocoder === null ? { reverse: null, search: null } : createGeocoder(geocoder);
  const places = gazetteer();
  return {
    gazetteer: places,
    addresses: createAddresses({
      db,
      gazetteer: places,
      reverse,
      gate: gates.reverse,
      patience: geocoder?.patience ?? 0,
      background,
      clock,
      log,
    }),
    searchOutside: createSearchOutside({ search, gate: gates.search, clock, log }),
    planRoute: createRouting(routing, gates.routing),
    matchToRoads: matching === null ? null : createMatching(matching, gates.matching),
    close() {
      for (const each of Object.values(gates)) each.close();
    },
  };
}
