import type { Leg } from './leg.ts';

/** What a leg is matched by. Places are the keys of fields; null: not known. */
export interface PlannedFlight {
  /** Planned off-block time (EOBT), epoch milliseconds. */
  readonly plannedOffBlock: number;
  readonly from: string | null;
  readonly to: string | null;
}

/** A leg with its fields. */
export interface LegToMatch extends Pick<Leg, 'startedAt' | 'offBlock'> {
  readonly from: string | null;
  readonly to: string | null;
}

/** Milliseconds before the planned time at which a flight can begin, and after it. */
export const EARLIEST_MS = 3_600_000;
export const LATEST_MS = 6 * 3_600_000;

/**
 * The flight that a leg is: of the flights of its plane the one whose planned time is nearest, at most one hour later and
 * six hours earlier, and whose fields are those of the leg where both are known.
 *
 * @param flights of the same plane, without cancelled ones and ones that have another leg
 */
export function matchFlight<Flight extends PlannedFlight>(
  leg: LegToMatch,
  flights: readonly Flight[],
): Flight | null {
  const time = leg.offBlock?.at ?? leg.startedAt;
  let found: Flight | null = null;
  let smallest = Number.POSITIVE_INFINITY;
  for (const flight of flights) {
    if (!fits(flight.from, leg.from) || !fits(flight.to, leg.to)) continue;
    const delay = time - flight.plannedOffBlock;
    const difference = Math.abs(delay);
    if (delay < -EARLIEST_MS || delay > LATEST_MS || difference >= smallest) continue;
    found = flight;
    smallest = difference;
  }
  return found;
}

function fits(planned: string | null, flown: string | null): boolean {
  return planned === null || flown === null || planned === flown;
}
