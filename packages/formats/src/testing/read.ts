import type { FileContent, MapFeature } from '../map-feature.ts';
import type { FileLimits } from '../point-counter.ts';
import { readMapFile } from '../read-map-file.ts';
import { FEATURE_WRITERS } from '../write-map-file.ts';

export const AMPLE_LIMITS: FileLimits = {
  points: 200_000,
  linePoints: 50_000,
  unpackedBytes: 32 * 1_048_576,
};

/** Reads a file to its end in one go. */
export function readAll(file: string | Uint8Array, limits: FileLimits = AMPLE_LIMITS): FileContent {
  const bytes = typeof file === 'string' ? new TextEncoder().encode(file) : file;
  const steps = readMapFile(bytes, limits);
  for (let step = steps.next(); ; step = steps.next()) if (step.done === true) return step.value;
}

export function writeAll(format: keyof typeof FEATURE_WRITERS, features: readonly MapFeature[]): string {
  const { head, feature, tail } = FEATURE_WRITERS[format];
  return head('Test') + features.map((each, at) => feature(each, at === 0)).join('') + tail;
}
