import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';

/** Made by `scripts/coordinate-systems/build-coordinate-systems.mjs`. */
const FILE = join(import.meta.dirname, 'systems.json.br');
const DEFAULT_LIMIT = 50;

/** A projected or geographic system of the EPSG dataset. */
export interface CoordinateSystem {
  /** EPSG code. */
  readonly code: number;
  /** Name in English, such as `OSGB36 / British National Grid`. */
  readonly name: string;
  /** Area of use in English. */
  readonly area: string;
  /** PROJ string with the datum shift to WGS-84. */
  readonly definition: string;
}

interface SystemsFile {
  readonly areas: readonly string[];
  readonly systems: readonly (readonly [code: number, name: string, definition: string, area: number])[];
}

let loaded: ReadonlyMap<number, CoordinateSystem> | undefined;

/** All systems by code, in the order of their codes. Loaded on first use, which takes about 30 ms. */
export function coordinateSystems(): ReadonlyMap<number, CoordinateSystem> {
  loaded ??= readSystems();
  return loaded;
}

function readSystems(): ReadonlyMap<number, CoordinateSystem> {
  const { areas, systems } = JSON.parse(brotliDecompressSync(readFileSync(FILE)).toString()) as SystemsFile;
  return new Map(
    systems.map(([code, name, definition, area]) => [
      code,
      { code, name, definition, area: areas[area] ?? '' },
    ]),
  );
}

export function findCoordinateSystem(code: number): CoordinateSystem | null {
  return coordinateSystems().get(code) ?? null;
}

/**
 * Systems for a chooser: those whose code begins with the text, then those whose name has all its words, then those whose
 * name and area of use together have them. `EPSG:` before a code is ignored. An empty text finds nothing.
 */
export function searchCoordinateSystems(text: string, limit = DEFAULT_LIMIT): readonly CoordinateSystem[] {
  const words = wordsOf(text.replace(/^\s*epsg\s*:?\s*/i, ''));
  if (words.length === 0) return [];
  const ranked: [CoordinateSystem[], CoordinateSystem[], CoordinateSystem[]] = [[], [], []];
  for (const system of coordinateSystems().values()) {
    const rank = rankOf(system, words);
    if (rank !== null) ranked[rank].push(system);
  }
  return ranked.flat().slice(0, limit);
}

function rankOf({ code, name, area }: CoordinateSystem, words: readonly string[]): 0 | 1 | 2 | null {
  if (words.length === 1 && String(code).startsWith(words[0] ?? '')) return 0;
  const [inName, inArea] = [wordsOf(name), wordsOf(area)];
  if (words.every((word) => hasWord(inName, word))) return 1;
  return words.every((word) => hasWord(inName, word) || hasWord(inArea, word)) ? 2 : null;
}

const hasWord = (words: readonly string[], start: string) => words.some((word) => word.startsWith(start));

/** Lower case without accents, split at everything that is neither letter nor digit. */
function wordsOf(text: string): readonly string[] {
  return (
    text
      .normalize('NFD')
      .replace(/\p{M}/gu, '')
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? []
  );
}
