import type { PlaneLeg } from '@wakeline/domain/aviation/apply-plane';
import type { LegMoment } from '@wakeline/domain/aviation/leg';
import { sql } from 'kysely';
import type { Tx } from '../db/database.ts';
import { readLandingPlacesOfPlanes } from './landing-places.ts';
import { legFieldOf } from './leg-fields.ts';
import { matchFlights } from './match-flights.ts';

interface LegRow extends PlaneLeg {
  readonly trackerId: number;
}

/** Legs that were opened, changed or closed, to be stored in one statement. */
export class LegRows {
  /** By tracker and start: the last change of a leg counts. */
  readonly #rows = new Map<string, LegRow>();

  add(trackerId: number, legs: readonly PlaneLeg[]): void {
    for (const leg of legs) this.#rows.set(`${trackerId} ${leg.leg.startedAt}`, { ...leg, trackerId });
  }

  /**
   * Stores them, and gives them to the flights that they are. The legs of a plane that was removed meanwhile are not stored: a lock keeps it until the commit, because a
   * violated foreign key would reject the positions.
   *
   * @param now epoch milliseconds by the server clock.
   */
  async write(tx: Tx, now: number): Promise<void> {
    if (this.#rows.size === 0) return;
    const rows = [...this.#rows.values()];
    const planeIds = rows.map(({ planeId }) => planeId);
    const places = await readLandingPlacesOfPlanes(tx, planeIds);
    const found = rows.map(({ leg }) => JSON.stringify(leg));
    const fieldOf = (moment: LegMoment | null, planeId: number) => {
      const field = legFieldOf(moment, places.get(planeId) ?? []);
      return field === null ? null : JSON.stringify(field);
    };
    const departures = rows.map(({ leg, planeId }) => fieldOf(leg.takeoff, planeId));
    const arrivals = rows.map(({ leg, planeId }) => fieldOf(leg.landing, planeId));
    await sql`
      insert into leg (account_id, plane_id, tracker_id, started_at, ended_at, found, departure, arrival, changed_at)
      select plane.account_id, plane_id, new.tracker_id, new.started_at, new.ended_at, new.found,
        new.departure, new.arrival, to_timestamp(${now}::float8 / 1000)
      from unnest(${planeIds}::int[], ${rows.map(({ trackerId }) => trackerId)}::int[],
        ${rows.map(({ leg }) => Math.trunc(leg.startedAt))}::bigint[],
        ${rows.map(({ endedAt }) => (endedAt === null ? null : Math.trunc(endedAt)))}::bigint[],
        ${found}::text[]::jsonb[], ${departures}::text[]::jsonb[], ${arrivals}::text[]::jsonb[])
        as new (plane_id, tracker_id, started_at, ended_at, found, departure, arrival)
      join plane using (plane_id)
      for key share of plane
      on conflict (tracker_id, started_at) do update
      set plane_id = excluded.plane_id, account_id = excluded.account_id, ended_at = excluded.ended_at,
        found = excluded.found, departure = excluded.departure, arrival = excluded.arrival, changed_at = excluded.changed_at`.execute(
      tx,
    );
    await matchFlights(tx, [...new Set(planeIds)]);
  }
}
