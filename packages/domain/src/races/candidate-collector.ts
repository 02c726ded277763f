import type { Candidate } from './candidate.ts';
import { measureLine } from './course-line.ts';
import type { Fix, RunSetup } from './fix.ts';
import { FixFilter } from './fix-filter.ts';
import { LineProgress } from './line-progress.ts';
import { Odometer } from './odometer.ts';
import { type Approach, PointWatch, StartWatch, type Visit } from './point-watch.ts';
import type { RaceCourse, RacePoint } from './race-course.ts';
import { type Start, StartTimer } from './start-timer.ts';

/** Of the distance to the nearest point, which is measured in planes that are exact nearby only, so much is relied on. */
const TRUSTED = 0.9;
/** Metres: no fix is skipped beyond this distance from the last examined one. */
const MAX_SKIP = 20_000;
/** More come from a device that lies at the edge of a point. */
const MAX_CANDIDATES = 20_000;
/** The same for visits of a place, in addition to twice those of the course. */
const MORE_VISITS = 100;

/** A place of the course, which may have several points: the visits of one control. */
interface Place {
  readonly watch: PointWatch;
  readonly start: StartWatch | null;
  /** Metres of the path before which no fix can be near it. */
  nearAt: number;
  /** Of its points in the course, without the start. */
  readonly indexes: number[];
  visits: number;
}

/** Turns the fixes of a participant, in their order, into candidates in the order of time. */
export class CandidateCollector {
  readonly candidates: Candidate[] = [];
  readonly #points: readonly RacePoint[];
  readonly #filter: FixFilter;
  readonly #odometer = new Odometer();
  readonly #start: StartTimer;
  readonly #places: readonly Place[];
  readonly #placeOfPoint: readonly Place[];
  readonly #progress: LineProgress | null;
  readonly #canSkip: boolean;
  /** Metres from fix to fix. */
  #path = 0;
  /** Metres of the path before which no fix can be near any place. */
  #nearAt = 0;

  /** @param canSkip false examines every fix at every point: slower, with the same result. */
  constructor({ points, line }: RaceCourse, setup: RunSetup, canSkip = true) {
    const [start] = points;
    if (start === undefined) throw new Error('a race course has points');
    this.#points = points;
    this.#filter = new FixFilter(setup);
    this.#start = new StartTimer(start, setup);
    this.#placeOfPoint = placesOf(points);
    this.#places = [...new Set(this.#placeOfPoint)];
    this.#progress = line === null ? null : new LineProgress(measureLine(line));
    this.#canSkip = canSkip;
  }

  /** The start so far. */
  get start(): Start | null {
    return this.#start.current;
  }

  /** The last fix that counts. */
  get last(): Fix | null {
    return this.#filter.last;
  }

  /** Metres along the road or trail; null on a course with straight legs. */
  get lineProgress(): number | null {
    return this.#progress?.metres ?? null;
  }

  /** The nearest that the participant came to a point; null if beyond 100 m. */
  nearest(index: number): Approach | null {
    return this.#placeOfPoint[index]?.watch.nearest ?? null;
  }

  /** Returns whether the fix counts. */
  add(fix: Fix): boolean {
    return this.#filter.next(fix, this.#use);
  }

  readonly #use = (to: Fix, from: Fix | null, metres: number): void => {
    this.#path += metres;
    if (from === null || this.#path >= this.#nearAt) this.#examine(to, from);
    this.#odometer.add(to, from === null ? null : metres);
    if (this.#start.addFix(to, this.#odometer) && this.candidates.length === 0) this.#restart();
    if (this.#progress === null) return;
    const start = this.#start.current;
    if (start !== null && to.time >= start.time) this.#progress.add(to, from === null ? null : metres);
  };

  /** The first fix after the start time. */
  #restart(): void {
    for (const place of this.#places) {
      place.watch.restart();
      place.nearAt = 0;
    }
    this.#nearAt = 0;
  }

  /** Examines a fix at the places that can be near. */
  #examine(to: Fix, from: Fix | null): void {
    let nearAt = Number.POSITIVE_INFINITY;
    let crossing: Omit<Visit, 'approach'> | null = null;
    const found: { readonly visit: Visit; readonly place: Place }[] = [];
    for (const place of this.#places) {
      if (from === null || this.#path >= place.nearAt) {
        const { watch, start } = place;
        const visit = watch.next(to, from);
        if (visit !== null) found.push({ visit, place });
        if (start !== null) crossing = start.next(to, from);
        const distance = this.#canSkip ? TRUSTED * (watch.distanceTo(to) - watch.reach) : 0;
        place.nearAt = this.#path + Math.min(MAX_SKIP, distance);
      }
      nearAt = Math.min(nearAt, place.nearAt);
    }
    this.#nearAt = nearAt;
    if (found.length > 0 || crossing !== null) this.#addFound(found, crossing);
  }

  #addFound(
    found: readonly { readonly visit: Visit; readonly place: Place }[],
    crossing: Omit<Visit, 'approach'> | null,
  ): void {
    const sorted = found.toSorted((one, other) => one.visit.time - other.visit.time);
    // A line that is both start and lap ends a lap before it begins one.
    for (const { visit, place } of sorted)
      if (crossing === null || visit.time <= crossing.time) this.#add(visit, place);
    if (crossing === null) return;
    this.#start.addCrossing(crossing, this.#odometer.metresAt(crossing));
    const hasPassed = this.candidates.some(({ start }) => start !== null);
    if (this.#start.current?.crossedAt === crossing.time && !hasPassed) this.#progress?.restart();
    for (const { visit, place } of sorted) if (visit.time > crossing.time) this.#add(visit, place);
  }

  #add(visit: Visit, place: Place): void {
    const { time, approach } = visit;
    const start = this.#start.current;
    if (start !== null && time < start.time) return;
    if (place.visits >= MORE_VISITS + 2 * place.indexes.length || this.candidates.length >= MAX_CANDIDATES)
      return;
    place.visits += 1;
    const travelled = this.#odometer.metresAt(visit);
    for (const index of place.indexes) {
      const point = this.#points[index];
      if (point === undefined) continue;
      const { controlId, distance } = point;
      this.candidates.push({ index, controlId, distance, time, travelled, approach, start });
    }
  }
}

/** The place of each point. */
function placesOf(points: readonly RacePoint[]): readonly Place[] {
  const places = new Map<string, Place>();
  return points.map((point, index) => {
    const key = JSON.stringify([point.controlId, point.position, point.detection]);
    const start = index === 0 ? new StartWatch(point) : null;
    const place = places.get(key) ?? {
      watch: new PointWatch(point),
      start,
      nearAt: 0,
      indexes: [],
      visits: 0,
    };
    places.set(key, place);
    if (index > 0) place.indexes.push(index);
    return place;
  });
}
