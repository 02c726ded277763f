import { nearestLongitude } from '../fences/nearest-longitude.ts';
import type { MeasuredLine } from './course-line.ts';
import type { Fix } from './fix.ts';
import { degreeMetres, nearDistance } from './local-plane.ts';

/** Metres: shorter movements change nothing. */
const STEP = 10;
/** Metres before the last place that are searched: a participant may turn back. */
const BACK = 50;
/** Metres after the last place that are searched, besides twice the movement: the line may bend more than the fixes show. */
const AHEAD = 100;
/** Metres from the line: beyond, the participant is not on it. */
const OFF_LINE = 75;
/** Milliseconds off the searched section after which the rest of the line is searched. */
const LOST_MS = 30_000;
/** What a metre between a place and the expected one counts compared with a metre from the line. */
const UNEXPECTED = 0.2;
const UNEXPECTED_WHEN_LOST = 0.002;

/**
 * How far a participant has come along a road or trail: the nearest position in a section ahead of the last one, close to where
 * the movement leads. So a line that crosses itself, or returns on the same road, does not jump.
 */
export class LineProgress {
  readonly #line: MeasuredLine;
  #metres = 0;
  #segment = 1;
  #matched: Fix | null = null;
  /** Metres from fix to fix since then. */
  #path = 0;

  constructor(line: MeasuredLine) {
    this.#line = line;
  }

  /** Metres from the start. */
  get metres(): number {
    return this.#metres;
  }

  restart(): void {
    this.#metres = 0;
    this.#segment = 1;
    this.#matched = null;
  }

  /** @param metres from the last fix to this one; null if the path is unknown. */
  add(fix: Fix, metres: number | null): void {
    const matched = this.#matched;
    this.#path += metres ?? Number.POSITIVE_INFINITY;
    if (matched !== null && this.#path < STEP) return;
    const moved = matched === null ? 0 : nearDistance(matched, fix);
    if (matched !== null && moved < STEP) return;
    const expected = this.#metres + moved;
    const end = this.#metres + AHEAD + 2 * moved;
    if (this.#match(fix, { from: this.#metres - BACK, to: end, expected, weight: UNEXPECTED })) return;
    if (matched === null) {
      this.#matched = fix;
    } else if (fix.time - matched.time >= LOST_MS) {
      const rest = { from: this.#metres, to: Number.POSITIVE_INFINITY, expected };
      if (!this.#match(fix, { ...rest, weight: UNEXPECTED_WHEN_LOST }))
        this.#matched = { ...matched, time: fix.time };
    }
  }

  #match(fix: Fix, section: Section): boolean {
    const { positions, distances } = this.#line;
    const { east, north } = degreeMetres(fix.lat);
    const lng = nearestLongitude(fix.lng, positions[this.#segment]?.[0] ?? 0);
    let index = this.#segment;
    while (index > 1 && (distances[index - 1] ?? 0) > section.from) index -= 1;
    let [best, cost] = [-1, Number.POSITIVE_INFINITY];
    let metres = 0;
    for (; index < positions.length && (distances[index - 1] ?? 0) <= section.to; index += 1) {
      const [from, to] = [positions[index - 1], positions[index]];
      if (from === undefined || to === undefined) break;
      const [x, y] = [(from[0] - lng) * east, (from[1] - fix.lat) * north];
      const [dx, dy] = [(to[0] - from[0]) * east, (to[1] - from[1]) * north];
      const fraction = Math.min(1, Math.max(0, -(x * dx + y * dy) / (dx * dx + dy * dy)));
      const [px, py] = [x + fraction * dx, y + fraction * dy];
      const distance = Math.sqrt(px * px + py * py);
      if (distance > OFF_LINE) continue;
      const [before = 0, after = 0] = [distances[index - 1], distances[index]];
      const along = before + fraction * (after - before);
      if (along < section.from || along > section.to) continue;
      const own = distance + section.weight * Math.abs(along - section.expected);
      if (own < cost) [best, cost, metres] = [index, own, along];
    }
    if (best === -1) return false;
    this.#segment = best;
    this.#metres = metres;
    this.#matched = fix;
    this.#path = 0;
    return true;
  }
}

interface Section {
  /** Metres along the line. */
  readonly from: number;
  readonly to: number;
  readonly expected: number;
  readonly weight: number;
}
