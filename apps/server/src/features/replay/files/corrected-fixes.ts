import { once } from 'node:events';
import { setImmediate as otherWork } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import type { MovementKind } from '@wakeline/domain/correction/movement-kind';
import type { LocatedReport } from '@wakeline/domain/tracker-state/apply-report';
import type { CorrectionRequest, CorrectionResult } from './correction-thread.ts';
import { rebatch } from './rebatch.ts';

/** Fixes that are corrected together: more than a day of one a second. A longer track is corrected in such parts. */
const CORRECTION_BATCH_SIZE = 100_000;
/** Fixes that are put to their new places before others have their turn: some milliseconds. */
const OUTPUT_BATCH_SIZE = 2_000;

/** Coordinates are stored so fine, 1e-7 degrees. */
const COORDINATE_DECIMALS = 7;

export interface Correction {
  /** Fixes of a device as its correction leaves them, oldest first, some at once: without jumps, others at another place, with all their values. */
  fixes(
    batches: AsyncIterable<readonly LocatedReport[]>,
    kind: MovementKind,
  ): AsyncGenerator<readonly LocatedReport[]>;
  end(): Promise<unknown>;
}

/** Corrects tracks, one after the other, in a thread of its own: so many fixes take a second and more. Whoever starts it ends it. */
export function startCorrection(): Correction {
  const worker = new Worker(new URL('./correction-thread.ts', import.meta.url), { execArgv: [] });
  // A server that ends does not wait for it.
  worker.unref();
  const failure = new Promise<never>((_, reject) => {
    worker.once('error', reject);
    worker.once('exit', () => reject(new Error('the correction has ended')));
  });
  failure.catch(() => undefined);

  async function correct(request: CorrectionRequest): Promise<CorrectionResult> {
    const response = once(worker, 'message');
    const { time, lng, lat, speed, accuracy } = request;
    worker.postMessage(
      request,
      [time, lng, lat, speed, accuracy].map(({ buffer }) => buffer),
    );
    const [result] = (await Promise.race([response, failure])) as [CorrectionResult];
    return result;
  }

  return {
    async *fixes(batches, kind) {
      for await (const batch of rebatch(batches, CORRECTION_BATCH_SIZE)) {
        yield* applyCorrection(batch, await correct(toRequest(batch, kind)));
      }
    },
    end: () => worker.terminate(),
  };
}

/** In one loop: of so many fixes a pass for each column would take several times as long. */
function toRequest(fixes: readonly LocatedReport[], kind: MovementKind): CorrectionRequest {
  const { length } = fixes;
  const request = {
    kind,
    time: new Float64Array(length),
    lng: new Float64Array(length),
    lat: new Float64Array(length),
    speed: new Float32Array(length),
    accuracy: new Float32Array(length),
  };
  for (const [index, { time, fix }] of fixes.entries()) {
    request.time[index] = time;
    request.lng[index] = fix.longitude;
    request.lat[index] = fix.latitude;
    request.speed[index] = fix.speed ?? Number.NaN;
    request.accuracy[index] = fix.accuracy ?? Number.NaN;
  }
  return request;
}

async function* applyCorrection(
  fixes: readonly LocatedReport[],
  { removed, lng, lat }: CorrectionResult,
): AsyncGenerator<readonly LocatedReport[]> {
  const removedIndexes = new Set(removed);
  let batch: LocatedReport[] = [];
  let keptIndex = 0;
  for (const [index, report] of fixes.entries()) {
    if (removedIndexes.has(index)) continue;
    const { fix } = report;
    const longitude = roundCoordinate(lng[keptIndex] ?? fix.longitude);
    const latitude = roundCoordinate(lat[keptIndex] ?? fix.latitude);
    batch.push({ ...report, fix: { ...fix, longitude, latitude } });
    keptIndex += 1;
    if (batch.length < OUTPUT_BATCH_SIZE) continue;
    yield batch;
    batch = [];
    await otherWork();
  }
  if (batch.length > 0) yield batch;
}

function roundCoordinate(degrees: number): number {
  return Number(degrees.toFixed(COORDINATE_DECIMALS));
}
