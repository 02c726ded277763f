import { describe, expect, it } from 'vitest';
import { listBuildFiles } from './service-worker-plugin.ts';

const app = (name: string) => `/web/src/app/${name}`;
const text = (path: string) => `/web/src/i18n/${path}`;

interface Chunk {
  readonly modules: readonly string[];
  readonly imports?: readonly string[];
  readonly styles?: readonly string[];
}

const CHUNKS: Readonly<Record<string, Chunk>> = {
  'assets/index-1.js': {
    modules: [app('main.tsx')],
    imports: ['assets/runtime-1.js'],
    styles: ['assets/index-1.css'],
  },
  'assets/runtime-1.js': { modules: [] },
  'assets/shell-1.js': { modules: [app('shell.tsx'), app('antd-provider.tsx')] },
  'assets/map-1.js': { modules: [app('screens/live-screen.tsx')], imports: ['assets/engine-1.js'] },
  'assets/engine-1.js': { modules: [], styles: ['assets/engine-1.css'] },
  'assets/login-1.js': { modules: [app('screens/login-screen.tsx')] },
  'assets/zh-1.js': { modules: ['pack.ts', 'app.json', 'live.json'].map((name) => text(`zh_CN/${name}`)) },
  'assets/en-1.js': { modules: ['pack.ts', 'app.json', 'live.json'].map((name) => text(`en_US/${name}`)) },
  'assets/settings-1.js': { modules: ['/web/src/settings.tsx'], styles: ['assets/settings-1.css'] },
};

function bundleOf(chunks: Readonly<Record<string, Chunk>>) {
  const styles = Object.values(chunks).flatMap((chunk) => chunk.styles ?? []);
  const assets = [...styles, 'assets/maplibre-gl-worker-1.js', 'assets/logo-1.svg', 'index.html'];
  return Object.fromEntries([
    ...Object.entries(chunks).map(([fileName, { modules, imports = [], styles: importedCss = [] }]) => [
      fileName,
      {
        type: 'chunk',
        fileName,
        isEntry: fileName === 'assets/index-1.js',
        moduleIds: modules,
        imports,
        viteMetadata: { importedCss: new Set(importedCss) },
      },
    ]),
    ...assets.map((fileName) => [fileName, { type: 'asset', fileName }]),
  ]) as never;
}

const list = (chunks = CHUNKS, content = '') =>
  listBuildFiles(bundleOf(chunks), '/web', () => Buffer.from(content));

describe('the files of a build', () => {
  it('have what shell, login page and live map load, and the files beside the build', () => {
    const { entry, shell, rest } = list();
    expect(entry).toBe('/assets/index-1.js');
    expect(shell.toSorted()).toEqual(
      [
        ...[
          'index-1.js',
          'runtime-1.js',
          'shell-1.js',
          'map-1.js',
          'engine-1.js',
          'login-1.js',
          'zh-1.js',
          'en-1.js',
        ],
        ...['index-1.css', 'engine-1.css', 'maplibre-gl-worker-1.js'],
      ]
        .map((name) => `/assets/${name}`)
        .concat('/favicon.svg', '/icon-192.png', '/manifest.webmanifest')
        .concat('/world/overview.geojson', '/world/places.geojson')
        .sort(),
    );
    expect(rest.toSorted()).toEqual(['/assets/settings-1.css', '/assets/settings-1.js']);
  });

  it('have another id when a name or a file beside the build changes', () => {
    const { id } = list();
    expect(list().id).toBe(id);
    expect(list(CHUNKS, 'another icon').id).not.toBe(id);
    const { 'assets/settings-1.js': settings, ...others } = CHUNKS;
    expect(list({ ...others, 'assets/settings-2.js': settings ?? { modules: [] } }).id).not.toBe(id);
  });

  it('are refused without a module of the shell', () => {
    const { 'assets/login-1.js': _login, ...others } = CHUNKS;
    expect(() => list(others)).toThrow('src/app/screens/login-screen.tsx is in no chunk');
  });
});
