import { areaOf } from '@wakeline/domain/fences/area';
import { crossFences } from '@wakeline/domain/fences/crossings';
import { FenceIndex } from '@wakeline/domain/fences/fence-index';
import type { FenceMemory } from '@wakeline/domain/tracker-state/tracker-state';
import { seeded } from '@wakeline/server/testing/seeded';
import { readSizes } from './harness/arguments.ts';
import { CITY, type Field, fenceRings, shrinkField } from './harness/fence-field.ts';
import { spreadOf, writeReport } from './harness/measurements.ts';

const sizes = readSizes(
  'Positions per second that are checked against all fences of an account, on one core.',
  {
    fences: { meaning: 'fences of the account', default: 10_000 },
    few: { meaning: 'fences of the account for comparison', default: 100 },
    corners: { meaning: 'vertices per fence', default: 100 },
    trackers: { meaning: 'trackers that drive among them', default: 1_000 },
    positions: { meaning: 'positions per round', default: 500_000 },
    rounds: { meaning: 'rounds of each, after one warm-up round', default: 7 },
    seed: { meaning: 'random seed for fences and routes', default: 1 },
  },
);
/** Milliseconds between two positions of a tracker, and its maximum distance meanwhile: about 80 m, 30 km/h. */
const INTERVAL_MS = 10_000;
const STEP_DEGREES = 0.0008;
const START = Date.UTC(2026, 0, 1);

interface Driver {
  position: { time: number; latitude: number; longitude: number };
  course: number;
  memory: readonly FenceMemory[];
}

/** Trackers among the fences; each round continues their routes. */
class FenceDrive {
  crossed = 0;
  inFences = 0;
  readonly #field: Field;
  readonly #index: FenceIndex;
  readonly #drivers: readonly Driver[];
  readonly #random = seeded(sizes.seed + 1);

  constructor(field: Field, fences: number) {
    this.#field = field;
    this.#index = createIndex(field, fences);
    this.#drivers = Array.from({ length: sizes.trackers }, () => ({
      position: {
        time: START,
        longitude: this.#field.west + this.#random() * this.#field.width,
        latitude: this.#field.south + this.#random() * this.#field.height,
      },
      course: this.#random() * 2 * Math.PI,
      memory: [],
    }));
  }

  /** CPU microseconds per position. */
  round(): number {
    const tracks = this.#drivers.map((driver) => this.#trackOf(driver));
    this.crossed = 0;
    this.inFences = 0;
    const watch = { index: this.#index, groupId: null };
    const before = process.cpuUsage();
    // One position of each tracker after the other, as in a batch.
    for (let at = 0; at < (tracks[0]?.length ?? 0); at++) {
      for (let index = 0; index < this.#drivers.length; index++) {
        const driver = this.#drivers[index];
        const next = tracks[index]?.[at];
        if (driver === undefined || next === undefined) continue;
        const step = crossFences(driver.memory, watch, driver.position, next);
        driver.position = next;
        driver.memory = step.memory;
        this.crossed += step.crossed.length;
        if (step.memory.length > 0) this.inFences++;
      }
    }
    const { user, system } = process.cpuUsage(before);
    return (user + system) / this.positions;
  }

  get positions(): number {
    return Math.ceil(sizes.positions / sizes.trackers) * sizes.trackers;
  }

  /** Created before the measurement: winding roads that turn back at the edge of the field. */
  #trackOf(driver: Driver): Driver['position'][] {
    let { position } = driver;
    return Array.from({ length: Math.ceil(sizes.positions / sizes.trackers) }, () => {
      driver.course += (this.#random() - 0.5) / 2;
      const longitude = position.longitude + STEP_DEGREES * this.#random() * Math.cos(driver.course);
      const latitude = position.latitude + STEP_DEGREES * this.#random() * Math.sin(driver.course);
      const isOutside =
        Math.abs(longitude - this.#field.west - this.#field.width / 2) > this.#field.width / 2 ||
        Math.abs(latitude - this.#field.south - this.#field.height / 2) > this.#field.height / 2;
      if (isOutside) driver.course += Math.PI;
      position = isOutside
        ? { ...position, time: position.time + INTERVAL_MS }
        : { time: position.time + INTERVAL_MS, longitude, latitude };
      return position;
    });
  }
}

function createIndex(field: Field, count: number): FenceIndex {
  return new FenceIndex(
    fenceRings(field, count, sizes.corners, sizes.seed).map((ring, at) => ({
      fenceId: at + 1,
      fenceName: `Fence ${at + 1}`,
      area: areaOf({ type: 'POLYGON', rings: [ring] }),
      shapedAt: 0,
      groupId: null,
      groupIds: null,
      notice: 'BOTH',
      holdSeconds: 10,
      holdMetres: 30,
    })),
  );
}

const buildStart = performance.now();
const many = new FenceDrive(CITY, sizes.fences);
const buildMs = performance.now() - buildStart;
// With the same density as the many, so a position meets the same number; and sparse in the same field.
const dense = new FenceDrive(shrinkField(CITY, sizes.few / sizes.fences), sizes.few);
const sparse = new FenceDrive(CITY, sizes.few);
const costs: { many: number; dense: number; thin: number }[] = [];
for (let round = 0; round <= sizes.rounds; round++) {
  // Alternating, so that other load of the machine affects all of them.
  const cost = { many: many.round(), dense: dense.round(), thin: sparse.round() };
  if (round > 0) costs.push(cost);
}
const percentInFence = ({ inFences, positions }: FenceDrive) =>
  Math.round((1_000 * inFences) / positions) / 10;
writeReport('fences', sizes, {
  'areas and index made, ms': Math.round(buildMs),
  'positions a second': spreadOf(costs.map((cost) => 1e6 / cost.many)),
  'of them in a fence, %': percentInFence(many),
  'crossings in 1,000 positions': Math.round((10_000 * many.crossed) / many.positions) / 10,
  'nanoseconds a position': spreadOf(costs.map((cost) => cost.many * 1_000)),
  'few, as dense: nanoseconds a position': spreadOf(costs.map((cost) => cost.dense * 1_000)),
  'few, as dense: of them in a fence, %': percentInFence(dense),
  'cost against few as dense, %': spreadOf(costs.map((cost) => (100 * cost.many) / cost.dense)),
  'few in the same field: nanoseconds a position': spreadOf(costs.map((cost) => cost.thin * 1_000)),
  'few in the same field: of them in a fence, %': percentInFence(sparse),
  'cost against few in the same field, %': spreadOf(costs.map((cost) => (100 * cost.many) / cost.thin)),
});
