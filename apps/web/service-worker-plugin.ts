import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin, Rolldown } from 'vite';

/** What the service worker knows of the build. */
export interface BuildFiles {
  readonly id: string;
  /** Path of the first script, which the page of this build names. */
  readonly entry: string;
  /** Paths that are cached at once: what shell, login page and live map load. */
  readonly shell: readonly string[];
  /** Paths of all other scripts, styles and texts. */
  readonly rest: readonly string[];
}

/** Modules that open with the console; their chunks and what these import are the shell. */
const SHELL_MODULES = [
  ...[
    'main.tsx',
    'shell.tsx',
    'antd-provider.tsx',
    'screens/live-screen.tsx',
    'screens/login-screen.tsx',
  ].map((path) => `src/app/${path}`),
  ...['zh_CN', 'en_US'].flatMap((language) =>
    ['pack.ts', 'app.json', 'live.json'].map((path) => `src/i18n/${language}/${path}`),
  ),
];

/** Files beside the build that the live map shows: icons, and the world at low zoom. */
const PUBLIC_FILES = [
  'favicon.svg',
  'icon-192.png',
  'manifest.webmanifest',
  'world/overview.geojson',
  'world/places.geojson',
];
/** Scripts of the workers of map and live connection. */
const WORKERS = /[\\/](?:maplibre-gl-worker|cluster-worker|socket-worker)-[^\\/]+\.js$/;

/** Lists the files of a build for the service worker. */
export function listBuildFiles(
  bundle: Rolldown.OutputBundle,
  root: string,
  read: (path: string) => Buffer = readFileSync,
): BuildFiles {
  const files = Object.values(bundle);
  const chunks = files.filter((file) => file.type === 'chunk');
  const entry = chunks.find(({ isEntry }) => isEntry);
  if (entry === undefined) throw new Error('the build has no entry');
  const roots = SHELL_MODULES.map((path) => {
    const id = join(root, path);
    const chunk = chunks.find(({ moduleIds }) => moduleIds.includes(id));
    if (chunk === undefined) throw new Error(`${path} is in no chunk`);
    return chunk;
  });
  const reached = new Set(roots);
  for (const chunk of reached) {
    for (const name of chunk.imports) {
      const imported = bundle[name];
      if (imported?.type === 'chunk') reached.add(imported);
    }
  }
  const names = files.map(({ fileName }) => fileName).filter((name) => /\.(?:js|css)$/.test(name));
  const shell = new Set([...reached].flatMap((chunk) => [chunk.fileName, ...stylesOf(chunk)]));
  for (const name of names) if (WORKERS.test(`/${name}`)) shell.add(name);
  const rest = names.filter((name) => !shell.has(name));
  const hash = createHash('sha256').update(JSON.stringify([[...shell].sort(), rest.sort()]));
  for (const path of PUBLIC_FILES) hash.update(read(join(root, 'public', path)));
  return {
    id: hash.digest('hex').slice(0, 16),
    entry: `/${entry.fileName}`,
    shell: [...shell, ...PUBLIC_FILES].map((name) => `/${name}`),
    rest: rest.map((name) => `/${name}`),
  };
}

/** Style sheets that are loaded with a chunk; Vite adds them to its chunks. */
function stylesOf(chunk: Rolldown.OutputChunk): readonly string[] {
  const { viteMetadata } = chunk as { readonly viteMetadata?: { readonly importedCss: ReadonlySet<string> } };
  return [...(viteMetadata?.importedCss ?? [])];
}

/** Writes `service-worker.js` with the list of the build's files. In development it only displays push messages. */
export function serviceWorker(): Plugin {
  let root = '';
  const source = (build: BuildFiles) =>
    `const BUILD = ${JSON.stringify(build)};\n${readFileSync(join(root, 'service-worker.js'), 'utf8')}`;
  return {
    name: 'service-worker',
    configResolved(config) {
      root = config.root;
    },
    generateBundle: {
      // After the styles, which Vite adds in this hook.
      order: 'post',
      handler(_options, bundle) {
        const fileName = 'service-worker.js';
        this.emitFile({ type: 'asset', fileName, source: source(listBuildFiles(bundle, root)) });
      },
    },
    configureServer(server) {
      server.middlewares.use('/service-worker.js', (_request, response) => {
        response.setHeader('content-type', 'text/javascript');
        response.end(source({ id: 'development', entry: '', shell: [], rest: [] }));
      });
    },
  };
}
