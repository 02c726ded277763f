import type { EventFence } from '../events/tracker-event.ts';
import type { TimedCoordinates } from './segment.ts';

/** Where and when a tracker entered a fence that it is in; if that is not known, where it was first known to be inside. */
export interface VisitMemory extends TimedCoordinates {
  /** Metres of the device there; null: not known. */
  readonly mileage: number | null;
  /** Device time of the first fix after the entry. */
  readonly seenAt: number;
  /** Milliseconds from the entry to the fix with which it counted. */
  readonly delay: number;
  /** Metres of the device at the end of days since 1970-01-01 that have passed, oldest first. */
  readonly days?: readonly DayMileage[];
}

export type DayMileage = readonly [day: number, mileage: number];

/** A stay in a fence that has ended. */
export interface FenceVisit {
  /** With its name at the end; a fence that no longer exists has its id only. */
  readonly fence: Pick<EventFence, 'fenceId'> & Partial<EventFence>;
  /** The entry at the edge, or when it was first known to be inside. Degrees; null: not known. */
  readonly from: VisitMoment;
  /** The exit at the edge, or the last position for which the fence applied. */
  readonly to: VisitMoment;
  /** Whether it was seen to come in and to go out: there are events of it. */
  readonly hasEntry: boolean;
  readonly hasExit: boolean;
  /** Null: not known. */
  readonly metres: number | null;
  /** Metres of each day; empty: all on the day of its start. */
  readonly days: readonly DayMetres[];
  /** It was crossed between two fixes: none was inside. */
  readonly isPassed: boolean;
  /** Milliseconds from an edge to the fix with which the crossing counted; null: no such crossing. */
  readonly entryDelay: number | null;
  readonly exitDelay: number | null;
}

export interface VisitMoment {
  readonly time: number;
  readonly latitude: number | null;
  readonly longitude: number | null;
}

/** `day` is null for the day of the end. */
export type DayMetres = readonly [day: number | null, metres: number];

/** Days that the memory of a visit has. The oldest ones are joined. */
const MAX_DAYS = 62;

interface VisitEnd {
  readonly fence: FenceVisit['fence'];
  readonly to: TimedCoordinates;
  /** Metres of the device there; null: not known. */
  readonly mileage: number | null;
  /** Null: the fence no longer applies. */
  readonly exitDelay: number | null;
}

/**
 * @param enteredAt of a counted entry; undefined: it was inside when the fence started to apply.
 * @param visit undefined: of a state that an older version stored.
 */
export function endVisit(
  visit: VisitMemory | undefined,
  enteredAt: number | undefined,
  { fence, to, mileage, exitDelay }: VisitEnd,
): FenceVisit {
  const start = visit ?? { time: enteredAt ?? to.time, latitude: null, longitude: null };
  const metres = metresOf(visit, mileage);
  return {
    fence,
    from: { time: start.time, latitude: start.latitude, longitude: start.longitude },
    to: { time: to.time, latitude: to.latitude, longitude: to.longitude },
    hasEntry: enteredAt !== undefined,
    hasExit: exitDelay !== null,
    metres,
    days: metres === null ? [] : metresByDay(visit, mileage),
    isPassed: enteredAt !== undefined && exitDelay !== null && visit !== undefined && visit.seenAt > to.time,
    entryDelay: enteredAt === undefined ? null : (visit?.delay ?? null),
    exitDelay,
  };
}

/** The metres within a fence up to now; null: not known. */
export function metresOf(visit: VisitMemory | undefined, mileage: number | null): number | null {
  if (visit === undefined || visit.mileage === null || mileage === null) return null;
  return Math.max(0, mileage - visit.mileage);
}

/** Empty: all on the day of its start. */
export function metresByDay(visit: VisitMemory | undefined, mileage: number | null): readonly DayMetres[] {
  if (visit?.days === undefined || visit.mileage === null || mileage === null) return [];
  let before = visit.mileage;
  const days: DayMetres[] = visit.days.map(([day, at]) => {
    const metres = Math.max(0, at - before);
    before = at;
    return [day, metres];
  });
  return [...days, [null, Math.max(0, mileage - before)]];
}

/** A day has passed with the last fix. The same object if the tracker has not moved on it. */
export function passDay(visit: VisitMemory, day: number, mileage: number): VisitMemory {
  const { days = [] } = visit;
  if (mileage === (days.at(-1)?.[1] ?? visit.mileage) || visit.mileage === null) return visit;
  const added: readonly DayMileage[] = [...days, [day, mileage]];
  return { ...visit, days: added.length > MAX_DAYS ? added.slice(1) : added };
}
