import type { TrackerEvent } from '../events/tracker-event.ts';
import type { LocatedReport } from '../tracker-state/apply-report.ts';
import { applyFlight } from './apply-flight.ts';
import {
  flightFixOf,
  lostLegs,
  type Plane,
  type PlaneLeg,
  planeLegOf,
  trackerEventsOf,
} from './apply-plane.ts';
import type { PlaneMemory } from './plane-memory.ts';

/** A time during which a plane carried a tracker: epoch milliseconds, the end not included. */
export interface Carriage {
  readonly plane: Plane;
  readonly from: number;
  readonly to: number;
}

/** Milliseconds of standing after which an earlier fix no longer matters to what follows. */
const SETTLED_MS = 10 * 60_000;

/**
 * Finds the legs of a tracker again from its stored fixes, with the detector of the pipeline. Positions before the first
 * carriage belong to its plane, because a device is often bound after its first flight.
 */
export class LegRecomputation {
  readonly #carriages: readonly Carriage[];
  readonly #legs = new Map<number, PlaneLeg>();
  readonly #events: TrackerEvent[] = [];
  #memory: PlaneMemory | null = null;
  #time = Number.NEGATIVE_INFINITY;

  /** @param carriages oldest first, without overlaps. */
  constructor(carriages: readonly Carriage[]) {
    this.#carriages = carriages;
  }

  /** The legs so far, oldest first. */
  get legs(): readonly PlaneLeg[] {
    return [...this.#legs.values()].sort((a, b) => a.leg.startedAt - b.leg.startedAt);
  }

  /** Take-offs, touch-and-gos and landings so far. */
  get events(): readonly TrackerEvent[] {
    return this.#events;
  }

  /** What the state of the tracker keeps after the last fix; null: no plane carries it. */
  get memory(): PlaneMemory | null {
    return this.#memory;
  }

  /** Whether the aircraft has stood for so long that the fixes before have no influence on the next leg. */
  get isSettled(): boolean {
    const flight = this.#memory?.flight;
    if (flight === undefined) return true;
    if (flight.state !== 'ground' || flight.still === null) return false;
    return this.#time - flight.still.at >= SETTLED_MS;
  }

  /** @param position the next one, in the order of time. */
  add(position: LocatedReport): void {
    this.#time = position.time;
    const plane = this.#planeAt(position.time);
    const known = this.#memory;
    const isSame = known !== null && known.planeId === plane?.planeId;
    if (known !== null && !isSame) {
      this.#keep(lostLegs(known));
      this.#memory = null;
    }
    if (plane === null || !position.fix.valid) return;
    const { memory, events } = applyFlight(
      plane.profile,
      isSame ? known.flight : null,
      flightFixOf(position),
    );
    if (memory !== null) this.#memory = { planeId: plane.planeId, flight: memory, reports: null };
    if (events.length === 0) return;
    this.#keep(events.map((event) => planeLegOf(plane.planeId, event)));
    this.#events.push(...events.flatMap(trackerEventsOf));
  }

  #keep(legs: readonly PlaneLeg[]): void {
    for (const leg of legs) this.#legs.set(leg.leg.startedAt, leg);
  }

  #planeAt(time: number): Plane | null {
    const last = this.#carriages.findLast(({ from }) => from <= time);
    if (last === undefined) return this.#carriages[0]?.plane ?? null;
    return time < last.to ? last.plane : null;
  }
}

/** A stored leg: epoch milliseconds; null: it flies. */
export interface StoredLeg {
  readonly startedAt: number;
  readonly endedAt: number | null;
}

/** A stored leg that is replaced by a found one, because they are the same flight: epoch milliseconds. */
export interface RenamedLeg {
  readonly from: number;
  readonly to: number;
}

/**
 * Compares stored legs with the ones that were found again. A found leg replaces the stored one with which it has the
 * longest time in common, so that corrections and flights stay with it.
 *
 * @returns the stored legs that start at another time, and the starts of legs that were no flights.
 */
export function compareLegs(
  stored: readonly StoredLeg[],
  found: readonly StoredLeg[],
): { readonly renamed: readonly RenamedLeg[]; readonly removed: readonly number[] } {
  const starts = new Set(found.map(({ startedAt }) => startedAt));
  const rest = new Set(stored.filter(({ startedAt }) => !starts.has(startedAt)));
  const known = new Set(stored.map(({ startedAt }) => startedAt));
  const renamed: RenamedLeg[] = [];
  for (const leg of found) {
    if (known.has(leg.startedAt)) continue;
    const [best] = [...rest]
      .filter((other) => overlap(other, leg) > 0)
      .sort((a, b) => overlap(b, leg) - overlap(a, leg));
    if (best === undefined) continue;
    rest.delete(best);
    renamed.push({ from: best.startedAt, to: leg.startedAt });
  }
  return { renamed, removed: [...rest].map(({ startedAt }) => startedAt) };
}

function overlap(a: StoredLeg, b: StoredLeg): number {
  const end = Math.min(a.endedAt ?? Number.MAX_SAFE_INTEGER, b.endedAt ?? Number.MAX_SAFE_INTEGER);
  return end - Math.max(a.startedAt, b.startedAt);
}
