import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { run } from './run.ts';
import { findInPath, installPackages } from './system-packages.ts';

/**
 * Finds LibreOffice and openpyxl, which the long tests of large spreadsheets and of the files of reports use; on Debian and
 * Ubuntu, missing ones are installed if permitted. These tests are skipped without both.
 *
 * @returns which packages are missing and why; null: none.
 */
export async function findSheetPrograms(print: (text: string) => void): Promise<string | null> {
  const packages = await missingPackages();
  if (packages.length === 0) return null;
  const reason = await installPackages(packages, print);
  const stillMissing = await missingPackages();
  return stillMissing.length === 0 ? null : `no ${stillMissing.join(', ')}; ${reason ?? 'still not found'}`;
}

async function missingPackages(): Promise<readonly string[]> {
  return [
    ...(findInPath(['soffice']) === null ? ['libreoffice-calc'] : []),
    ...((await hasPythonModule('openpyxl')) ? [] : ['python3-openpyxl']),
  ];
}

/** Whether a module is in any Python of PATH: the package of the system is not available to another installation before it. */
export async function hasPythonModule(name: string): Promise<boolean> {
  const folders = (process.env.PATH ?? '').split(delimiter);
  for (const python of folders.map((folder) => join(folder, 'python3')).filter((path) => existsSync(path))) {
    const { ok } = await run(python, ['-c', `import ${name}`]);
    if (ok) return true;
  }
  return false;
}
