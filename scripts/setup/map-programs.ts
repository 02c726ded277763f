import { findInPath, installPackages } from './system-packages.ts';

/** Independent programs that read what we export, with the packages that have them. */
const PROGRAMS: Readonly<Record<string, string>> = {
  ogr2ogr: 'gdal-bin',
  gpsbabel: 'gpsbabel',
  xmllint: 'libxml2-utils',
};

/**
 * Sees to the programs by which exported files are tested; on Debian and Ubuntu they are installed when they are absent and we
 * may. Tests that need a missing one are skipped.
 *
 * @returns which are missing and why, in a sentence; null: all are there.
 */
export async function findMapPrograms(print: (text: string) => void): Promise<string | null> {
  const missing = () => Object.keys(PROGRAMS).filter((program) => findInPath([program]) === null);
  const packages = missing().map((program) => PROGRAMS[program] ?? program);
  if (packages.length === 0) return null;
  const reason = await installPackages(packages, print);
  return missing().length === 0
    ? null
    : `no ${missing().join(', ')}; ${reason ?? 'their packages have none'}`;
}
