interface Entry {
  readonly resolved?: string;
  readonly integrity?: string;
  readonly link?: boolean;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}
type Entries = Readonly<Record<string, Entry>>;

/**
 * A lock file must hold no download addresses: they name the registry of whoever wrote it, and others would be sent
 * there. `.npmrc` keeps npm from writing them; this sees to it that nobody got around that. It must also be complete:
 * `npm ci` refuses one without the packages of every platform, which npm leaves out where its registry lacks them.
 *
 * @returns a line for each address, for each package without the checksum that stands in for it, and for each
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
  if (resolved !== undefined) return [`package-lock.json: ${path} holds a download address`];
  return integrity === undefined ? [`package-lock.json: ${path} has no checksum`] : [];
}

function missingDependencies(packages: Entries, path: string, entry: Entry): readonly string[] {
  return Object.keys({ ...entry.dependencies, ...entry.optionalDependencies })
    .filter((name) => !isFoundFrom(packages, path, name))
    .map(
      (name) =>
        `package-lock.json: ${path === '' ? 'the root' : path} needs ${name}, which has no entry: npm ci will fail; ` +
        'lock a version of which the registry has every platform',
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
