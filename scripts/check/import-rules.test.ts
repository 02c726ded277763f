import { expect, test } from 'vitest';
import { findViolations } from './import-rules.ts';
import { findImports } from './imports.ts';

/** The violations in files given as text. */
function check(files: Readonly<Record<string, string>>): readonly string[] {
  return findViolations(
    Object.entries(files).map(([path, text]) => ({ path, imports: findImports(path, text) })),
  );
}

test('finds every kind of import: value, type, re-export, dynamic, side effect', () => {
  const source = `
import a from './a.ts';
import type { B } from './b.ts';
import { type C } from './c.ts';
export * from './d.ts';
export type { E } from './e.ts';
const f = await import('./f.ts');
import './g.css';`;
  expect(findImports('x.tsx', source).map(({ target, line, typeOnly }) => [target, line, typeOnly])).toEqual([
    ['./a.ts', 2, false],
    ['./b.ts', 3, true],
    ['./c.ts', 4, true],
    ['./g.css', 8, false],
    ['./d.ts', 5, false],
    ['./e.ts', 6, true],
    ['./f.ts', 7, false],
  ]);
});

test('fails on a file that cannot be parsed', () => {
  expect(() => findImports('x.ts', 'import {')).toThrow('x.ts');
});

test('accepts allowed imports', () => {
  expect(
    check({
      'packages/contract/src/a.ts': "import { z } from 'zod'; import '@wakeline/domain/reports/report';",
      'packages/client/src/a.ts':
        "import '@wakeline/contract/live/messages'; import '@wakeline/domain/reports/report';",
      'apps/server/src/main.ts':
        "import './app.ts'; import '@wakeline/protocols/registry'; import 'fastify';",
      'apps/server/src/features/a/a.test.ts':
        "import '@wakeline/client/call'; import '../../testing/world.ts';",
      'apps/web/src/app/screens/a.tsx': "import '../../features/a/a.tsx'; import '../../parts/forms/a.ts';",
      'apps/web/src/features/a/a.tsx':
        "import '../../map/a.ts'; import '../../parts/forms/a.ts'; import 'react';",
      'apps/web/src/features/replay/files/a.ts': "import '../core/a.ts'; import '../video/a.ts';",
      'apps/web/src/parts/shares/a.ts': "import '../forms/a.ts'; import '../../ui/a.ts';",
      'apps/server/src/app.ts':
        "import './app/handlers.ts'; import './ingest/engine.ts'; import './clock.ts';",
      'apps/server/src/ingest/a.ts':
        "import '../live/feed.ts'; import '../trackers/read.ts'; import './b.ts';",
      'apps/server/src/operator/a.ts': "import '../app/task-definitions.ts'; import '../features/a/a.ts';",
      'apps/server/src/live/a.test.ts': "import '../features/a/a.ts'; import '../app/handlers.ts';",
      'e2e/live.spec.ts': "import '@wakeline/server/testing/a'; import '@wakeline/client/call';",
      'apps/simulator/src/a.test.ts': "import '@wakeline/server/satellite/testing/a';",
      'packages/domain/src/a.test.ts': "import { test } from 'vitest'; import 'node:fs';",
    }),
  ).toEqual([]);
});

test.each<[string, string, string, string]>([
  [
    'domain imports no package',
    'packages/domain/src/a.ts',
    '@wakeline/contract/a',
    'packages/domain may not import packages/contract',
  ],
  [
    'domain uses no library',
    'packages/domain/src/a.ts',
    'zod',
    'packages/domain may not use a library (or Node) for this',
  ],
  [
    'protocols are pure',
    'packages/protocols/src/a.ts',
    'node:net',
    'packages/protocols may not use a library (or Node) for this',
  ],
  [
    'the contract contains only schemas',
    'packages/contract/src/a.ts',
    'fastify',
    'packages/contract may not use a library (or Node) for this',
  ],
  [
    'protocols do not import the contract',
    'packages/protocols/src/a.ts',
    '@wakeline/contract/a',
    'packages/protocols may not import packages/contract',
  ],
  [
    'the server does not import the client',
    'apps/server/src/a.ts',
    '@wakeline/client/a',
    'apps/server may not import packages/client',
  ],
  [
    'the console does not import protocols',
    'apps/web/src/app/a.ts',
    '@wakeline/protocols/a',
    'apps/web may not import packages/protocols',
  ],
  [
    'no package imports an app',
    'apps/simulator/src/a.ts',
    '@wakeline/server/app',
    'apps/simulator may not import apps/server',
  ],
  [
    'benchmarks import only the test helpers of the server',
    'bench/a.ts',
    '@wakeline/server/app',
    'bench may not import apps/server',
  ],
  [
    'no relative path into another package',
    'apps/server/src/a.ts',
    '../../../packages/domain/src/a.ts',
    'import other packages by name, not by path',
  ],
  [
    'no package name for its own files',
    'apps/server/src/a.ts',
    '@wakeline/server/b',
    'import files of the same package by path',
  ],
  [
    'features do not import each other',
    'apps/server/src/features/a/a.ts',
    '../b/b.ts',
    'feature a may not import feature b',
  ],
  ['only main imports app', 'apps/server/src/live/a.ts', '../app.ts', 'only main.ts imports app.ts'],
  ...(
    [
      ['live does not import features', 'live/a.ts', '../features/notices/a.ts', 'features'],
      ['http does not import base layers', 'http/a.ts', '../base-layers/a.ts', 'base-layers'],
      ['http does not import stored files', 'http/a.ts', '../files/a.ts', 'files'],
      ['identity is below http', 'identity/a.ts', '../http/a.ts', 'http'],
      ['tasks do not import their kinds', 'tasks/a.ts', '../features/replay/files/a.ts', 'features'],
      ['the engine imports only the feed of live', 'ingest/a.ts', '../live/hub.ts', 'live'],
      ['features do not import the composition', 'features/a/a.ts', '../../app/handlers.ts', 'app'],
      ['owners of tables import no feature', 'trackers/a.ts', '../features/trackers/a.ts', 'features'],
      ['the database reads no configuration', 'db/a.ts', '../config.ts', 'config'],
      ['the server does not import the operator', 'app/a.ts', '../operator/a.ts', 'operator'],
      ['the operator does not import the engine', 'operator/a.ts', '../ingest/a.ts', 'ingest'],
    ] as const
  ).map(([name, path, target, into]): [string, string, string, string] => [
    name,
    `apps/server/src/${path}`,
    target,
    `server layer ${path.split('/')[0]} may not import ${into}`,
  ]),
  [
    'a new folder of the server needs a layer',
    'apps/server/src/helpers/a.ts',
    '../db/a.ts',
    'helpers is not a layer: add it to scripts/check/server-layers.ts',
  ],
  [
    'the product does not import its tests',
    'apps/server/src/live/a.ts',
    '../testing/world.ts',
    'only tests import tests',
  ],
  [
    'ui imports no feature',
    'apps/web/src/ui/a.tsx',
    '../features/a/a.ts',
    'layer ui may not import layer features',
  ],
  [
    'map imports no feature',
    'apps/web/src/map/a.tsx',
    '../features/a/a.ts',
    'layer map may not import layer features',
  ],
  [
    'map imports no parts',
    'apps/web/src/map/a.tsx',
    '../parts/devices/a.ts',
    'layer map may not import layer parts',
  ],
  [
    'live imports no parts',
    'apps/web/src/live/a.ts',
    '../parts/devices/a.ts',
    'layer live may not import layer parts',
  ],
  [
    'service imports no screen',
    'apps/web/src/service/a.ts',
    '../ui/a.ts',
    'layer service may not import layer ui',
  ],
  [
    'parts import no feature',
    'apps/web/src/parts/devices/a.tsx',
    '../../features/a/a.ts',
    'layer parts may not import layer features',
  ],
  [
    'parts do not import the app',
    'apps/web/src/parts/devices/a.tsx',
    '../../app/a.ts',
    'layer parts may not import layer app',
  ],
  [
    'features do not import the app',
    'apps/web/src/features/a/a.tsx',
    '../../app/a.ts',
    'layer features may not import layer app',
  ],
  [
    'features of the console do not import each other',
    'apps/web/src/features/a/a.tsx',
    '../b/b.ts',
    'features/a may not import features/b: link to its address, use a slot filled by app, or move shared code to parts',
  ],
  [
    'not even from a subfolder',
    'apps/web/src/features/a/c/a.tsx',
    '../../b/c/b.ts',
    'features/a may not import features/b: link to its address, use a slot filled by app, or move shared code to parts',
  ],
  [
    'parts import only listed parts',
    'apps/web/src/parts/forms/a.tsx',
    '../credentials/b.ts',
    'parts/forms may not import parts/credentials: the order of parts is in scripts/check/import-rules.ts',
  ],
  [
    'an unlisted part imports no other',
    'apps/web/src/parts/devices/a.tsx',
    '../forms/b.ts',
    'parts/devices may not import parts/forms: the order of parts is in scripts/check/import-rules.ts',
  ],
  [
    'the replay core imports no replay',
    'apps/web/src/features/replay/core/frame/a.tsx',
    '../../multi/b.ts',
    'features/replay/core may not import features/replay/multi: the order of the replays is in scripts/check/import-rules.ts',
  ],
  [
    'replays do not import each other',
    'apps/web/src/features/replay/single/a.tsx',
    '../multi/b.ts',
    'features/replay/single may not import features/replay/multi: the order of the replays is in scripts/check/import-rules.ts',
  ],
  [
    'a new folder of the console needs a layer',
    'apps/web/src/misc/a.tsx',
    '../ui/a.ts',
    'misc is not a layer: add it to scripts/check/import-rules.ts',
  ],
  [
    'scripts import no packages',
    'scripts/a.ts',
    '@wakeline/domain/a',
    'scripts may not import packages/domain',
  ],
])('%s', (_name, path, target, reason) => {
  expect(check({ [path]: `import '${target}';` })).toEqual([`${path}:1: imports ${target}: ${reason}`]);
});

test('ignores circular type imports, which do not exist at run time', () => {
  expect(
    check({
      'apps/server/src/db/a.ts': "import './b.ts';",
      'apps/server/src/db/b.ts': "import type { A } from './a.ts';",
    }),
  ).toEqual([]);
});

test('reports a circular import once, from any entry', () => {
  expect(
    check({
      'apps/server/src/db/a.ts': "import './b.ts';",
      'apps/server/src/db/b.ts': "import './c.ts';",
      'apps/server/src/db/c.ts': "import './b.ts';",
    }),
  ).toEqual([
    'apps/server/src/db/b.ts -> apps/server/src/db/c.ts -> apps/server/src/db/b.ts: circular import',
  ]);
});
