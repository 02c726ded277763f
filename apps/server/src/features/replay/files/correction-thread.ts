import { parentPort } from 'node:worker_threads';
import { correctTrack } from '@wakeline/domain/correction/correct';
import type { MovementKind } from '@wakeline/domain/correction/movement-kind';
import { appendBlock, createTrackBuilder, toTrack } from '@wakeline/domain/tracks/track';

/** Fixes to correct, oldest first, with the columns that the correction needs. Units as in domain's `Track`. */
export interface CorrectionRequest {
  readonly kind: MovementKind;
  readonly time: Float64Array<ArrayBuffer>;
  readonly lng: Float64Array<ArrayBuffer>;
  readonly lat: Float64Array<ArrayBuffer>;
  readonly speed: Float32Array<ArrayBuffer>;
  readonly accuracy: Float32Array<ArrayBuffer>;
}

/** Coordinates of the fixes that remain; `removed` has the indexes of the others. */
export interface CorrectionResult {
  readonly removed: Uint32Array;
  readonly lng: Float64Array;
  readonly lat: Float64Array;
}

parentPort?.on('message', ({ kind, time, lng, lat, speed, accuracy }: CorrectionRequest) => {
  const builder = createTrackBuilder(Math.max(1, time.length));
  appendBlock(builder, { length: time.length, time, lng, lat, columns: { speed, accuracy }, flags: null });
  const { track, report } = correctTrack(toTrack(builder), kind);
  const result: CorrectionResult = { removed: report.removed, lng: track.lng, lat: track.lat };
  parentPort?.postMessage(result);
});
