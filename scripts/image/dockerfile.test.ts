import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { parseCopy, parseDockerfile } from './dockerfile.ts';

const [build, image] = parseDockerfile(readFileSync('deploy/Dockerfile', 'utf8'));

/** The folders of the workspaces by name, from the links of the lock file. */
function workspaces(): ReadonlyMap<string, string> {
  const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as {
    packages: Readonly<Record<string, { readonly link?: boolean; readonly resolved?: string }>>;
  };
  return new Map(
    Object.entries(packages).flatMap(([path, { link, resolved }]) =>
      link === true && resolved !== undefined
        ? [[path.slice('node_modules/'.length), resolved] as const]
        : [],
    ),
  );
}

/** The folders of a workspace and of all its dependencies at run time. */
function dependenciesOf(
  name: string,
  folders = workspaces(),
  found = new Set<string>(),
): ReadonlySet<string> {
  const folder = folders.get(name);
  if (folder === undefined || found.has(folder)) return found;
  found.add(folder);
  const { dependencies = {} } = JSON.parse(readFileSync(`${folder}/package.json`, 'utf8')) as {
    dependencies?: Readonly<Record<string, string>>;
  };
  for (const dependency of Object.keys(dependencies)) dependenciesOf(dependency, folders, found);
  return found;
}

function copiedPaths(stage: typeof build): readonly string[] {
  return (stage?.instructions ?? [])
    .filter(({ name }) => name === 'COPY')
    .flatMap(({ text }) => parseCopy(text).sources);
}

test('parses continuation lines, comments and stages of a Dockerfile', () => {
  const text =
    '# one\nFROM a AS first\nRUN one \\\n# between\n && two\nFROM b\nCOPY --from=first --chown=x /a /b c/\n';
  expect(parseDockerfile(text)).toEqual([
    { name: 'first', instructions: [{ name: 'RUN', text: 'one   && two' }] },
    { name: null, instructions: [{ name: 'COPY', text: '--from=first --chown=x /a /b c/' }] },
  ]);
  expect(parseCopy('--from=first --chown=x /a /b c/')).toEqual({
    from: 'first',
    sources: ['/a', '/b'],
    target: 'c/',
  });
});

test('copies the package.json of every workspace before installing', () => {
  const missing = [...workspaces().values()].filter(
    (folder) => !copiedPaths(build).includes(`${folder}/package.json`),
  );
  expect(missing).toEqual([]);
});

test('copies every workspace that the server imports', () => {
  const needed = [...dependenciesOf('@wakeline/server')];
  expect(needed).toContain('packages/protocols');
  const copied = copiedPaths(image).map((path) => path.replace('/opt/wakeline/', ''));
  expect(needed.filter((folder) => !copied.some((path) => `${folder}/`.startsWith(`${path}/`)))).toEqual([]);
});
