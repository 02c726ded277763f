import { once } from 'node:events';
import { setImmediate as otherWork } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import type { MovementKind } from '@wakeline/domain/correction/movement-kind';
import type { LocatedReport } from '@wakeline/domain/tracker-state/apply-report';
import type { CorrectionRequest, CorrectionResult } from './correction-thread.ts';
import { rebatch } from './rebatch.ts';

/** Fixes corrected together: more than a day at 1 Hz. A longer track is corrected in several batches. */
const CORRECTION_BATCH_SIZE = 100_000;
/** Corrected fixes per batch, which take some milliseconds; then the event loop continues. */
const OUTPUT_BATCH_SIZE = 2_000;

/** Precision of stored coordinates: 1e-7 degrees. */
const COORDINATE_DECIMALS = 7;

export interface Correction {
  /** Corrected fixes of a device in batches, oldest first: without jumps, partly with other coordinates, with all values. */
  fixes(
    batches: AsyncIterable<readonly LocatedReport[]>,
    kind: MovementKind,
  ): AsyncGenerator<readonly LocatedReport[]>;
  end(): Promise<unknown>;
}

/** Corrects tracks sequentially in a separate thread: 100,000 fixes take more than a second. The caller has to call `end`. */
export function startCorrection(): Correction {
  const worker = new Worker(new URL('./correction-thread.ts', import.meta.url), { execArgv: [] });
  // The server does not wait for the thread when it stops.
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

/** One loop for all columns: a pass for each column would take several times as long. */
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
  let retainedIndex = 0;
  for (const [index, report] of fixes.entries()) {
    if (removedIndexes.has(index)) continue;
    const { fix } = report;
    const longitude = roundCoordinate(lng[retainedIndex] ?? fix.longitude);
    const latitude = roundCoordinate(lat[retainedIndex] ?? fix.latitude);
    batch.push({ ...report, fix: { ...fix, longitude, latitude } });
    retainedIndex += 1;
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
