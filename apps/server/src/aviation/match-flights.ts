import { placeKey } from '@wakeline/domain/aviation/flight-place';
import { EARLIEST_MS, LATEST_MS, matchFlight } from '@wakeline/domain/aviation/match-flight';
import { sql } from 'kysely';
import type { Tx } from '../db/database.ts';

/** Pairs of a leg and a flight without leg of these planes, near in time. A leg starts after its off-block. */
function readPairs(tx: Tx, planeIds: readonly number[]) {
  return tx
    .selectFrom('flight')
    .innerJoin('leg', 'leg.plane_id', 'flight.plane_id')
    .where(sql<boolean>`flight.plane_id = any (${[...planeIds]}::int[])`)
    .where('flight.leg_id', 'is', null)
    .where('flight.cancelled_at', 'is', null)
    .where(
      sql<boolean>`leg.started_at between extract(epoch from flight.takeoff_time) * 1000 - ${EARLIEST_MS}::int8
        and extract(epoch from flight.takeoff_time) * 1000 + ${2 * LATEST_MS}::int8`,
    )
    .where(sql<boolean>`not exists (select from flight as matched where matched.leg_id = leg.leg_id)`)
    .selectAll('leg')
    .select([
      'flight.flight_id',
      'flight.takeoff_time',
      'flight.departure as planned_from',
      'flight.arrival as planned_to',
    ])
    .orderBy('leg.started_at')
    .orderBy('flight.takeoff_time')
    .forUpdate('flight')
    .execute();
}

/** Gives the flights of these planes the legs that were found of them. A flight keeps its leg when it lands elsewhere. */
export async function matchFlights(tx: Tx, planeIds: readonly number[]): Promise<void> {
  if (planeIds.length === 0) return;
  const matched = new Set<number>();
  for (const pairs of Map.groupBy(await readPairs(tx, planeIds), ({ leg_id }) => leg_id).values()) {
    const [leg] = pairs;
    if (leg === undefined) continue;
    const flights = pairs
      .filter(({ flight_id }) => !matched.has(flight_id))
      .map(({ flight_id, takeoff_time, planned_from, planned_to }) => ({
        flightId: flight_id,
        plannedOffBlock: takeoff_time.getTime(),
        from: placeKey(planned_from),
        to: placeKey(planned_to),
      }));
    const places = {
      from: leg.departure === null ? null : placeKey(leg.departure),
      to: leg.arrival === null ? null : placeKey(leg.arrival),
    };
    const found = matchFlight(
      { startedAt: leg.started_at, offBlock: leg.found.offBlock, ...places },
      flights,
    );
    if (found === null) continue;
    matched.add(found.flightId);
    await tx
      .updateTable('flight')
      .set({ leg_id: leg.leg_id })
      .where('flight_id', '=', found.flightId)
      .execute();
  }
}
