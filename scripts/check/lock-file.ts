interface Entry {
  readonly resolved?: string;
  readonly integrity?: string;
  readonly link?: boolean;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}
type Entries = Readonly<Record<string, Entry>>;

/**
 * Checks that a lock file has no download addresses, which would send everyone to the registry of its author (`.npmrc` makes
 * npm omit them), and that it is complete: `npm ci` refuses a lock file without the packages of all platforms, which npm omits
 * if its registry lacks them.
 *
 * @returns a line for each address, for each package without a checksum, and for each
 *   dependency without an entry.
 */
export function findLockFileErrors(text: string): readonly string[] {
  const { packages } = JSON.parse(text) as { packages: Entries };
  return Object.entries(packages).flatMap(([path, entry]) => [
    ...entryErrors(path, entry),
    ...missingDependencies(packages, path, entry),
  ]);
}

function entryErrors(path: string, { resolved, integrity, link }: Entry): readonly string[] {
  if (!path.includes('node_modules/') || link === true) return [];
  if (resolved !== undefined) return [`package-lock.json: ${path} has a download address`];
  return integrity === undefined ? [`package-lock.json: ${path} has no checksum`] : [];
}

function missingDependencies(packages: Entries, path: string, entry: Entry): readonly string[] {
  return Object.keys({ ...entry.dependencies, ...entry.optionalDependencies })
    .filter((name) => !isFoundFrom(packages, path, name))
    .map(
      (name) =>
        `package-lock.json: ${path === '' ? 'the root' : path} depends on ${name}, which has no entry, so npm ci will fail: ` +
        'lock a version that the registry has for every platform',
    );
}

/** Whether Node would find `name` from the package at `path`: in its own node_modules, or in those of a folder above it. */
function isFoundFrom(packages: Entries, path: string, name: string): boolean {
  for (let folder = path; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/')))) {
    const above = folder === '' ? '' : `${folder}/`;
    if (packages[`${above}node_modules/${name}`] !== undefined) return true;
    if (folder === '') return false;
  }
}
