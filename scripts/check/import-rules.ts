import { posix } from 'node:path';
import type { Import } from './imports.ts';
import { findLayerViolation } from './server-layers.ts';

/** Allowed imports by folder. Others are forbidden; a folder can always import itself. */
const ALLOWED_IMPORTS: Readonly<Record<string, readonly string[]>> = {
  'packages/domain': [],
  'packages/contract': ['packages/domain'],
  'packages/protocols': ['packages/domain'],
  'packages/formats': ['packages/domain'],
  'packages/charts': ['packages/contract', 'packages/domain'],
  'packages/client': ['packages/contract', 'packages/domain'],
  'apps/server': [
    'packages/charts',
    'packages/contract',
    'packages/domain',
    'packages/formats',
    'packages/protocols',
  ],
  'apps/web': ['packages/charts', 'packages/client', 'packages/contract', 'packages/domain'],
  'apps/simulator': ['packages/client', 'packages/contract', 'packages/domain', 'packages/protocols'],
  e2e: ['packages/client', 'packages/contract', 'packages/domain', 'packages/protocols'],
  bench: [
    'packages/client',
    'packages/contract',
    'packages/domain',
    'packages/formats',
    'packages/protocols',
  ],
  scripts: [],
};

/** Additional allowed imports of tests. */
const ALLOWED_TEST_IMPORTS: Readonly<Record<string, readonly string[]>> = {
  'apps/server': ['packages/client'],
  scripts: ['packages/domain'],
};

/** The layers of the console: a folder of `apps/web/src` may import the listed ones. */
const WEB_LAYERS: Readonly<Record<string, readonly string[]>> = {
  ui: ['ui', 'format', 'i18n'],
  format: ['format', 'i18n'],
  i18n: ['i18n'],
  map: ['map', 'live', 'ui', 'format', 'i18n'],
  live: ['live', 'ui', 'format', 'i18n', 'service'],
  service: ['service', 'i18n'],
  parts: ['parts', 'map', 'live', 'ui', 'format', 'i18n', 'service'],
  features: ['features', 'parts', 'map', 'live', 'ui', 'format', 'i18n', 'service'],
  app: ['app', 'features', 'parts', 'map', 'live', 'ui', 'format', 'i18n', 'service'],
};

interface FolderRule {
  /** A folder of `apps/web/src`. */
  readonly folder: string;
  /** The subfolders that a subfolder may import; an unlisted one imports none. */
  readonly allowed: Readonly<Record<string, readonly string[]>>;
  readonly advice: string;
}

/** Allowed imports between the subfolders of a layer. */
const WEB_FOLDER_RULES: readonly FolderRule[] = [
  {
    folder: 'features',
    allowed: {},
    advice: 'link to its address, use a slot filled by app, or move shared code to parts',
  },
  {
    folder: 'parts',
    allowed: {
      bindings: ['records'],
      credentials: ['forms'],
      devices: ['freshness'],
      'event-video': ['records'],
      groups: ['devices', 'records', 'tasks'],
      instructions: ['addresses', 'devices', 'photos', 'records', 'tasks'],
      photos: ['records'],
      recordings: ['records'],
      'map-kit': ['layers', 'map-objects', 'map-tools'],
      'map-objects': ['devices', 'map-tools'],
      matches: ['layers'],
      'sheet-import': ['forms', 'tasks'],
      shares: ['addresses', 'credentials', 'devices', 'forms', 'layers'],
    },
    advice: 'the order of parts is in scripts/check/import-rules.ts',
  },
  {
    folder: 'features/replay',
    allowed: {
      video: ['core'],
      live: ['core'],
      files: ['core', 'video'],
      single: ['core', 'video', 'live', 'files'],
      multi: ['core', 'video', 'live', 'files'],
      '3d': ['core', 'multi'],
      share: ['core', 'multi'],
    },
    advice: 'the order of the replays is in scripts/check/import-rules.ts',
  },
];

/** Packages that only some folders may use: `packages/contract` is schemas and nothing else. */
const ALLOWED_LIBRARIES: Readonly<Record<string, RegExp>> = {
  // Spatial indexes: small, pure libraries.
  'packages/domain': /^flatbush$/,
  'packages/contract': /^zod(\/|$)/,
  'packages/protocols': /^$/,
};

export interface SourceFile {
  /** Relative to the root of the repository, with forward slashes. */
  readonly path: string;
  readonly imports: readonly Import[];
}

/**
 * Checks all imports against the rules.
 *
 * @returns a line for each violation: file and line, import, and reason.
 */
export function findViolations(files: readonly SourceFile[]): readonly string[] {
  const violations: string[] = [];
  for (const { path, imports } of files) {
    for (const { target, line } of imports) {
      const reason = findViolation(path, target);
      if (reason !== null) violations.push(`${path}:${line}: imports ${target}: ${reason}`);
    }
  }
  return [...violations, ...findCycles(files)];
}

function findViolation(path: string, target: string): string | null {
  const from = folderOf(path);
  if (target.startsWith('.')) {
    const to = resolveRelative(path, target);
    if (folderOf(to) !== from) return 'import other packages by name, not by path';
    if (isTest(to) && !isTest(path)) return 'only tests import tests';
    return from === 'apps/server'
      ? findServerViolation(path, to)
      : from === 'apps/web'
        ? findWebViolation(path, to)
        : null;
  }
  if (target.startsWith('@wakeline/')) {
    const to = packageFolder(target);
    if (to === from) return 'import files of the same package by path';
    // The helpers that start servers for tests are the only way into the server.
    if (TEST_HELPER.test(target) && canStartServers(from, path)) return null;
    if (ALLOWED_IMPORTS[from]?.includes(to) === true) return null;
    if (isTest(path) && ALLOWED_TEST_IMPORTS[from]?.includes(to) === true) return null;
    return `${from} may not import ${to}`;
  }
  const allowed = ALLOWED_LIBRARIES[from];
  if (allowed === undefined || isTest(path) || allowed.test(target)) return null;
  return `${from} may not use a library (or Node) for this`;
}

/** Features do not know each other: what crosses goes through a domain rule, an event, or a function that app.ts passes in. */
function findServerViolation(path: string, to: string): string | null {
  const own = featureOf(path);
  const other = featureOf(to);
  if (own !== null && other !== null && own !== other)
    return `feature ${own} may not import feature ${other}`;
  if (isTest(path) || inFolder(path, 'apps/server/src/testing')) return null;
  if (inFolder(to, 'apps/server/src/testing')) return 'only tests import testing/';
  if (to === 'apps/server/src/app.ts' && path !== 'apps/server/src/main.ts')
    return 'only main.ts imports app.ts';
  return findLayerViolation(path, to);
}

function findWebViolation(path: string, to: string): string | null {
  const [from, into] = [path, to].map((file) => /^apps\/web\/src\/([^/]+)\//.exec(file)?.[1]);
  if (into === undefined) return null;
  // Files next to the layers compose the program.
  if (from === undefined) return null;
  const allowed = WEB_LAYERS[from];
  if (allowed === undefined) return `${from} is not a layer: add it to scripts/check/import-rules.ts`;
  if (!allowed.includes(into)) return `layer ${from} may not import layer ${into}`;
  for (const { folder, allowed: allowedFolders, advice } of WEB_FOLDER_RULES) {
    const [own, other] = [subfolderOf(path, folder), subfolderOf(to, folder)];
    if (own === null || other === null || own === other || allowedFolders[own]?.includes(other) === true)
      continue;
    return `${folder}/${own} may not import ${folder}/${other}: ${advice}`;
  }
  return null;
}

/** The subfolder of the console's `folder` that contains a file; null: none. */
function subfolderOf(path: string, folder: string): string | null {
  const within = `apps/web/src/${folder}/`;
  if (!path.startsWith(within)) return null;
  const [subfolder = '', ...rest] = path.slice(within.length).split('/');
  return rest.length === 0 ? null : subfolder;
}

/** One violation per circular import. Type imports do not exist at run time and are ignored. */
function findCycles(files: readonly SourceFile[]): readonly string[] {
  const graph = new Map(
    files.map(({ path, imports }) => [
      path,
      imports
        .filter(({ target, typeOnly }) => target.startsWith('.') && !typeOnly)
        .map(({ target }) => resolveRelative(path, target)),
    ]),
  );
  const done = new Set<string>();
  const found = new Map<string, string>();
  function visit(path: string, ancestors: readonly string[]): void {
    const at = ancestors.indexOf(path);
    if (at >= 0) {
      const cycle = ancestors.slice(at);
      found.set([...cycle].sort().join(), `${[...cycle, path].join(' -> ')}: circular import`);
      return;
    }
    if (done.has(path)) return;
    for (const next of graph.get(path) ?? []) visit(next, [...ancestors, path]);
    done.add(path);
  }
  for (const path of graph.keys()) visit(path, []);
  return [...found.values()];
}

function folderOf(path: string): string {
  const [first = '', second = ''] = path.split('/');
  return first === 'packages' || first === 'apps' ? `${first}/${second}` : first;
}

function packageFolder(target: string): string {
  const name = target.split('/')[1] ?? '';
  return (
    Object.keys(ALLOWED_IMPORTS).find((folder) => folder === name || folder.endsWith(`/${name}`)) ?? target
  );
}

function featureOf(path: string): string | null {
  return /^apps\/server\/src\/features\/([^/]+)\//.exec(path)?.[1] ?? null;
}

const TEST_HELPER = /^@wakeline\/server\/(?:[\w-]+\/)?testing\//;

function canStartServers(from: string, path: string): boolean {
  return from === 'e2e' || from === 'bench' || (from === 'apps/simulator' && isTest(path));
}

function isTest(path: string): boolean {
  return /\.(test|testing)\.tsx?$/.test(path) || /\/(testing|tests)\//.test(path);
}

function inFolder(path: string, folder: string): boolean {
  return path.startsWith(`${folder}/`);
}

function resolveRelative(path: string, target: string): string {
  return posix.normalize(posix.join(posix.dirname(path), target));
}
