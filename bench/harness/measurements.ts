import { mkdirSync, writeFileSync } from 'node:fs';
import { availableParallelism, cpus, totalmem } from 'node:os';
import { fileURLToPath } from 'node:url';

const RESULTS = fileURLToPath(new URL('../results/', import.meta.url));

/** A measurement of several rounds: median and range. */
export interface Spread {
  readonly min: number;
  readonly median: number;
  readonly max: number;
}

export function spreadOf(values: readonly number[]): Spread {
  const sorted = values.toSorted((a, b) => a - b);
  return { min: sorted[0] ?? Number.NaN, median: percentile(sorted, 0.5), max: sorted.at(-1) ?? Number.NaN };
}

/** The `share` quantile (0..1) of `sorted`, by nearest rank. */
export function percentile(sorted: ArrayLike<number>, share: number): number {
  const rank = Math.max(0, Math.ceil(sorted.length * share) - 1);
  return sorted[rank] ?? Number.NaN;
}

export function formatSpread({ min, median, max }: Spread, digits = 0): string {
  const text = (value: number) =>
    value.toLocaleString('en', { minimumFractionDigits: digits, maximumFractionDigits: digits });
  return `${text(median)} (${text(min)} to ${text(max)})`;
}

/** Prints the measurements, and writes everything to bench/results/<name>.json. */
export function writeReport(
  name: string,
  sizes: Readonly<Record<string, number>>,
  measurements: Readonly<Record<string, Spread | number>>,
): void {
  const width = Math.max(...Object.keys(measurements).map((key) => key.length));
  console.log(`\n${name}: median (min to max) of the rounds`);
  for (const [key, measurement] of Object.entries(measurements)) {
    const text =
      typeof measurement === 'number' ? measurement.toLocaleString('en') : formatSpread(measurement);
    console.log(`  ${key.padEnd(width)}  ${text}`);
  }
  const machine = {
    cores: availableParallelism(),
    processor: cpus()[0]?.model ?? 'unknown',
    memoryGiB: Math.round(totalmem() / 2 ** 30),
    node: process.version,
    platform: `${process.platform} ${process.arch}`,
  };
  mkdirSync(RESULTS, { recursive: true });
  const text = JSON.stringify(
    { name, at: new Date().toISOString(), machine, sizes, figures: measurements },
    null,
    2,
  );
  writeFileSync(`${RESULTS}${name}.json`, `${text}\n`);
}
