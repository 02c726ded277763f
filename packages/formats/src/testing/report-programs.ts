import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { PlannedDay } from './report-days.ts';

const SCRIPT = fileURLToPath(new URL('report_figures.py', import.meta.url));
const TIMEOUT_MS = 170_000;

/** Figures of a day by pandas: seconds, metres, km/h. */
export interface ProgramFigures {
  readonly name: string;
  readonly trip: number;
  readonly stop: number;
  readonly gap: number;
  readonly trips: number;
  readonly stops: number;
  readonly metres: number;
  readonly tripMetres: number;
  readonly maxSpeed: number | null;
  readonly ignition: number | null;
  readonly idle: number | null;
  readonly night: number;
}

export interface ProgramOutput {
  readonly days: readonly ProgramFigures[];
  readonly gpxpy: {
    readonly metres: number;
    readonly moving: number;
    readonly stopped: number;
    readonly seconds: number;
  };
}

/** A day, or a complete recording. */
export interface FiguresCase extends Pick<PlannedDay, 'name' | 'timeZone' | 'fixes'> {
  readonly day: string | null;
}

/** A Python with pandas and gpxpy in PATH; null: none. */
export function findReportPython(): string | null {
  const folders = (process.env.PATH ?? '').split(delimiter);
  const candidates = folders.map((folder) => join(folder, 'python3')).filter((path) => existsSync(path));
  return candidates.find(hasModules) ?? null;
}

function hasModules(python: string): boolean {
  try {
    execFileSync(python, ['-c', 'import pandas, gpxpy'], { stdio: 'ignore', timeout: TIMEOUT_MS });
    return true;
  } catch {
    return false;
  }
}

/** @param gpx path of a GPX file for gpxpy */
export function computeWithPandas(python: string, cases: readonly FiguresCase[], gpx: string): ProgramOutput {
  const folder = mkdtempSync(join(tmpdir(), 'wakeline-figures-'));
  try {
    const path = join(folder, 'days.json');
    writeFileSync(path, JSON.stringify(cases));
    const output = execFileSync(python, [SCRIPT, path, gpx], { encoding: 'utf8', timeout: TIMEOUT_MS });
    return JSON.parse(output) as ProgramOutput;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
