import { findInPath, installPackages } from './system-packages.ts';

/** Independent programs that read exported files, with their packages. */
const PROGRAMS: Readonly<Record<string, string>> = {
  ogr2ogr: 'gdal-bin',
  gpsbabel: 'gpsbabel',
  xmllint: 'libxml2-utils',
};

/**
 * Finds the programs that test exported files; on Debian and Ubuntu, missing ones are installed if permitted. Tests that need a
 * missing program are skipped.
 *
 * @returns which are missing and why; null: none.
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
