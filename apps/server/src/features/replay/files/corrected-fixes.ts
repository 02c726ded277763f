import { once } from 'node:events';
import { setImmediate as otherWork } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import type { MovementKind } from '@wakeline/domain/correction/movement-kind';
import type { LocatedReport } from '@wakeline/domain/tracker-state/advance';
import type { CorrectionResult, CorrectionWork } from './correction-thread.ts';
import { inParts } from './in-parts.ts';

/** Fixes that are corrected together: more than a day of one a second. A longer track is corrected in such parts. */
const CORRECTED_AT_ONCE = 100_000;
/** Fixes that are put to their new places before others have their turn: some milliseconds. */
const PLACED_AT_ONCE = 2_000;

/** Coordinates are stored so fine, 1e-7 degrees. */
const PLACES = 7;

export interface Correction {
  /** Fixes of a device as its correction leaves them, oldest first, some at once: without jumps, others at another place, with all their values. */
  fixes(
    parts: AsyncIterable<readonly LocatedReport[]>,
    kind: MovementKind,
  ): AsyncGenerator<readonly LocatedReport[]>;
  end(): Promise<unknown>;
}

/** Corrects tracks, one after the other, in a thread of its own: so many fixes take a second and more. Whoever starts it ends it. */
export function startCorrection(): Correction {
  const worker = new Worker(new URL('./correction-thread.ts', import.meta.url), { execArgv: [] });
  // A server that ends does not wait for it.
  worker.unref();
  const broken = new Promise<never>((_, reject) => {
    worker.once('error', reject);
    worker.once('exit', () => reject(new Error('the correction has ended')));
  });
  broken.catch(() => undefined);

  async function correct(work: CorrectionWork): Promise<CorrectionResult> {
    const answered = once(worker, 'message');
    const { time, lng, lat, speed, accuracy } = work;
    worker.postMessage(
      work,
      [time, lng, lat, speed, accuracy].map(({ buffer }) => buffer),
    );
    const [result] = (await Promise.race([answered, broken])) as [CorrectionResult];
    return result;
  }

  return {
    async *fixes(parts, kind) {
      for await (const some of inParts(parts, CORRECTED_AT_ONCE)) {
        yield* placed(some, await correct(workOf(some, kind)));
      }
    },
    end: () => worker.terminate(),
  };
}

/** In one loop: of so many fixes a pass for each column would take several times as long. */
function workOf(fixes: readonly LocatedReport[], kind: MovementKind): CorrectionWork {
  const { length } = fixes;
  const work = {
    kind,
    time: new Float64Array(length),
    lng: new Float64Array(length),
    lat: new Float64Array(length),
    speed: new Float32Array(length),
    accuracy: new Float32Array(length),
  };
  for (const [at, { time, fix }] of fixes.entries()) {
    work.time[at] = time;
    work.lng[at] = fix.longitude;
    work.lat[at] = fix.latitude;
    work.speed[at] = fix.speed ?? Number.NaN;
    work.accuracy[at] = fix.accuracy ?? Number.NaN;
  }
  return work;
}

async function* placed(
  fixes: readonly LocatedReport[],
  { removed, lng, lat }: CorrectionResult,
): AsyncGenerator<readonly LocatedReport[]> {
  const gone = new Set(removed);
  let part: LocatedReport[] = [];
  let at = 0;
  for (const [index, each] of fixes.entries()) {
    if (gone.has(index)) continue;
    const { fix } = each;
    const longitude = stored(lng[at] ?? fix.longitude);
    const latitude = stored(lat[at] ?? fix.latitude);
    part.push({ ...each, fix: { ...fix, longitude, latitude } });
    at += 1;
    if (part.length < PLACED_AT_ONCE) continue;
    yield part;
    part = [];
    await otherWork();
  }
  if (part.length > 0) yield part;
}

function stored(degrees: number): number {
  return Number(degrees.toFixed(PLACES));
}
