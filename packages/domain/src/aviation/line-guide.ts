import type { Coordinates } from '../geo/great-circle.ts';
import type { FlightLine, LinePosition } from './flight-line.ts';
import { LINE_END_DISTANCE, locateFirst, locateFrom, SEARCH_MARGIN } from './line-watch.ts';

/** A place of a line that has a name. */
export interface LineWaypoint extends Coordinates {
  readonly name: string;
}

/** Where a device was on a line at a fix. */
export interface LineProgress extends Coordinates, Pick<LinePosition, 'along' | 'leg'> {
  /** Epoch milliseconds. */
  readonly time: number;
}

export interface LineGuidance {
  /** Metres to the line. */
  readonly metres: number;
  readonly isLeft: boolean;
  /** It is so near to an end of the line that deviations are not watched. */
  readonly isNearEnd: boolean;
  /** The next waypoint, with its number from 1 and the metres to it along the line; null: there is none ahead. */
  readonly next: { readonly name: string; readonly number: number; readonly metres: number } | null;
  readonly progress: LineProgress;
}

/** Metres along the line within which a waypoint counts as reached. */
const REACHED = 30;

/** Shows devices where they are on a line. `watchLine` decides what is a deviation. */
export class LineGuide {
  readonly #line: FlightLine;
  readonly #waypoints: readonly { readonly name: string; readonly along: number }[];

  /** @param waypoints in the order of the line */
  constructor(line: FlightLine, waypoints: readonly LineWaypoint[]) {
    this.#line = line;
    let from = 0;
    this.#waypoints = waypoints.map(({ name, ...place }) => {
      // From the one before on: a line that crosses itself passes the same place twice.
      from = line.locate(place, { from, to: line.length }).along;
      return { name, along: from };
    });
  }

  /**
   * @param before where the device was at an earlier fix; null: not known
   * @param fix with its time, epoch milliseconds
   */
  guide(before: LineProgress | null, fix: Coordinates & { readonly time: number }): LineGuidance {
    const { metres, isLeft, along, leg } = this.#locate(before, fix);
    const { time, latitude, longitude } = fix;
    const index = this.#waypoints.findIndex((waypoint) => waypoint.along > along + REACHED);
    const next = this.#waypoints[index];
    return {
      metres,
      isLeft,
      isNearEnd: along < LINE_END_DISTANCE || along > this.#line.length - LINE_END_DISTANCE,
      next: next === undefined ? null : { name: next.name, number: index + 1, metres: next.along - along },
      progress: { time, latitude, longitude, along, leg },
    };
  }

  #locate(before: LineProgress | null, fix: Coordinates): LinePosition {
    if (before === null) return locateFirst(this.#line, fix);
    const reachable = locateFrom(this.#line, before, fix);
    // It has left this part of the line, and may join it anywhere.
    return reachable.metres > SEARCH_MARGIN ? locateFirst(this.#line, fix) : reachable;
  }
}
