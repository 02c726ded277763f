import { correctTrack } from '@wakeline/domain/correction/correct';
import type { MovementKind } from '@wakeline/domain/correction/movement-kind';
import { errorsOf, type TrackErrors } from '@wakeline/domain/correction/testing/errors';
import {
  addReceiverErrors,
  createCircuitTrack,
  createStreetTrack,
  createTackTrack,
  createWalkTrack,
  type GroundTruthTrack,
  type ReceiverErrors,
} from '@wakeline/domain/correction/testing/ground-truth';
import { readSizes } from './harness/arguments.ts';
import { runTrack } from './harness/run-track.ts';

const sizes = readSizes('How far tracks are off the truth, before and after their correction.', {
  seeds: { meaning: 'number of random seeds for noise, drift and jumps', default: 5 },
  fixes: { meaning: 'fixes of the long track for timing', default: 1_000_000 },
});

/** Independent noise per fix; noise correlated over a minute, as of real receivers; and none. */
const NOISES = {
  white: { whiteNoise: 5, correlatedNoise: 0, drift: 8, jumps: 5 },
  receiver: { whiteNoise: 1.5, correlatedNoise: 3, drift: 8, jumps: 5 },
  clean: { whiteNoise: 0, correlatedNoise: 0, drift: 0, jumps: 0 },
} as const;

const TRACKS: readonly (readonly [name: string, kind: MovementKind, truth: GroundTruthTrack])[] = [
  ['streets, 1 s', 'vehicle', createStreetTrack(1)],
  ['streets, 10 s', 'vehicle', createStreetTrack(10)],
  ['walk, 1 s', 'person', createWalkTrack(1)],
  ['boat, 5 s', 'boat', createTackTrack(5)],
  ['aircraft, 1 s', 'aircraft', createCircuitTrack(1)],
  ['run, 1 s (recorded)', 'person', runTrack()],
];

function spoilingOf(kind: MovementKind, noise: keyof typeof NOISES, seed: number): ReceiverErrors {
  const reportedFields = { reportsSpeed: kind === 'vehicle', reportsAccuracy: kind === 'boat' };
  return { seed, minJumpMetres: 80, correlationSeconds: 60, ...NOISES[noise], ...reportedFields };
}

function tableRow(cells: readonly (string | number)[]): string {
  return `| ${cells.join(' | ')} |`;
}

function cellsOf(errors: readonly TrackErrors[]): string[] {
  const mean = (of: (one: TrackErrors) => number) =>
    errors.reduce((sum, one) => sum + of(one), 0) / errors.length;
  const largest = Math.max(...errors.map((one) => one.max));
  const metres = [mean((one) => one.rootMeanSquare), mean((one) => one.percentile95), largest];
  return [...metres.map((one) => one.toFixed(1)), `${(mean((one) => one.length) * 100).toFixed(1)} %`];
}

const head = [
  'track',
  'noise',
  'RMS',
  'after',
  '95 %',
  'after',
  'largest',
  'after',
  'length',
  'after',
  'jumps',
  'removed',
  'wrongly',
];
console.log(tableRow(head));
console.log(tableRow(head.map(() => '---')));
for (const [name, kind, truth] of TRACKS)
  for (const noise of Object.keys(NOISES) as (keyof typeof NOISES)[])
    console.log(tableRow([name, noise, ...measureErrors(kind, truth, noise)]));

/** Before and after correction, over all seeds: mean errors, maximum error, and the numbers of jumped and of removed fixes. */
function measureErrors(kind: MovementKind, truth: GroundTruthTrack, noise: keyof typeof NOISES): string[] {
  const before: TrackErrors[] = [];
  const after: TrackErrors[] = [];
  let [jumps, right, removed] = [0, 0, 0];
  for (let seed = 1; seed <= (noise === 'clean' ? 1 : sizes.seeds); seed += 1) {
    const { track, isJump } = addReceiverErrors(truth, spoilingOf(kind, noise, seed));
    const { track: corrected, report } = correctTrack(track, kind);
    before.push(errorsOf(track, truth));
    after.push(errorsOf(corrected, truth));
    jumps += isJump.filter(Boolean).length;
    right += [...report.removed].filter((at) => isJump[at] === true).length;
    removed += report.removed.length;
  }
  const [b, a] = [cellsOf(before), cellsOf(after)];
  return [...b.flatMap((cell, at) => [cell, a[at] ?? '']), `${jumps}`, `${right}`, `${removed - right}`];
}

const long = longStreets(sizes.fixes);
const { track } = addReceiverErrors(long, spoilingOf('vehicle', 'white', 1));
for (let round = 0; round < 3; round += 1) {
  const start = performance.now();
  const { user } = process.cpuUsage();
  correctTrack(track, 'vehicle');
  const [elapsedMs, cpuMs] = [performance.now() - start, (process.cpuUsage().user - user) / 1000];
  console.log(
    `${track.length} fixes corrected in ${Math.round(elapsedMs)} ms (${Math.round(cpuMs)} ms of a processor)`,
  );
}

/** Repeats the streets with increasing time. */
function longStreets(fixes: number): GroundTruthTrack {
  const street = createStreetTrack(1);
  const durationMs = street.points.length * 1000;
  const rounds = Math.ceil(fixes / street.points.length);
  const places = Array.from({ length: rounds }, (_, round) => {
    // There and back: a line without jumps.
    const path = round % 2 === 0 ? street.points : street.points.toReversed();
    return path.map((place, at) => ({ ...place, time: round * durationMs + at * 1000 }));
  });
  const stationary = Array.from({ length: rounds }, (_, round) =>
    round % 2 === 0 ? street.stationary : street.stationary.toReversed(),
  );
  return { points: places.flat().slice(0, fixes), stationary: stationary.flat().slice(0, fixes) };
}
