import { hasPythonModule } from './sheet-programs.ts';
import { installPackages } from './system-packages.ts';

const MODULES = { pandas: 'python3-pandas', gpxpy: 'python3-gpxpy' } as const;

/**
 * Finds pandas and gpxpy, with which a long test computes figures of reports; on Debian and Ubuntu, missing ones are installed if
 * permitted. The test is skipped without both.
 *
 * @returns which packages are missing and why; null: none.
 */
export async function findReportPrograms(print: (text: string) => void): Promise<string | null> {
  const packages = await missingPackages();
  if (packages.length === 0) return null;
  const reason = await installPackages(packages, print);
  const stillMissing = await missingPackages();
  return stillMissing.length === 0 ? null : `no ${stillMissing.join(', ')}; ${reason ?? 'still not found'}`;
}

async function missingPackages(): Promise<readonly string[]> {
  const missing: string[] = [];
  for (const [name, packageName] of Object.entries(MODULES))
    if (!(await hasPythonModule(name))) missing.push(packageName);
  return missing;
}
