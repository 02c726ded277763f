import { expect, test } from 'vitest';
import { findViolations } from './import-rules.ts';
import { findImports } from './imports.ts';

/** Broken rules of files given as text. */
function check(files: Readonly<Record<string, string>>): readonly string[] {
  return findViolations(
    Object.entries(files).map(([path, text]) => ({ path, imports: findImports(path, text) })),
  );
}

test('every way to import is seen: value, type, re-export, dynamic, for its effect', () => {
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

test('a file that cannot be parsed is a fault, not a file without imports', () => {
  expect(() => findImports('x.ts', 'import {')).toThrow('x.ts');
});

test('arrows that are drawn are free', () => {
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
      'packages/domain/src/a.test.ts': "import { test } from 'vitest'; import 'node:fs';",
    }),
  ).toEqual([]);
});

test.each<[string, string, string, string]>([
  [
    'domain knows nobody',
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
    'the contract is schemas',
    'packages/contract/src/a.ts',
    'fastify',
    'packages/contract may not use a library (or Node) for this',
  ],
  [
    'protocols do not know the contract',
    'packages/protocols/src/a.ts',
    '@wakeline/contract/a',
    'packages/protocols may not import packages/contract',
  ],
  [
    'the server does not use the client',
    'apps/server/src/a.ts',
    '@wakeline/client/a',
    'apps/server may not import packages/client',
  ],
  [
    'the console does not know protocols',
    'apps/web/src/app/a.ts',
    '@wakeline/protocols/a',
    'apps/web may not import packages/protocols',
  ],
  [
    'nobody imports an app',
    'apps/simulator/src/a.ts',
    '@wakeline/server/app',
    'apps/simulator may not import apps/server',
  ],
  [
    'nor does a benchmark, but for the tests’ world',
    'bench/a.ts',
    '@wakeline/server/app',
    'bench may not import apps/server',
  ],
  [
    'no path into another package',
    'apps/server/src/a.ts',
    '../../../packages/domain/src/a.ts',
    'another package is imported by its name, never by its path',
  ],
  [
    'no name for one’s own files',
    'apps/server/src/a.ts',
    '@wakeline/server/b',
    'a package imports its own files by their path',
  ],
  [
    'features do not know each other',
    'apps/server/src/features/a/a.ts',
    '../b/b.ts',
    'feature a may not import feature b',
  ],
  ['only main knows app', 'apps/server/src/live/a.ts', '../app.ts', 'only main.ts imports app.ts'],
  ...(
    [
      ['live is given what features say', 'live/a.ts', '../features/notices/a.ts', 'features'],
      ['http does not know maps', 'http/a.ts', '../base-layers/a.ts', 'base-layers'],
      ['nor stored files', 'http/a.ts', '../files/a.ts', 'files'],
      ['identity is below http', 'identity/a.ts', '../http/a.ts', 'http'],
      ['tasks do not know their kinds', 'tasks/a.ts', '../features/replay/files/a.ts', 'features'],
      ['of live the engine knows the feed alone', 'ingest/a.ts', '../live/hub.ts', 'live'],
      ['a feature is not put together by another', 'features/a/a.ts', '../../app/handlers.ts', 'app'],
      ['owners of tables know no feature', 'trackers/a.ts', '../features/trackers/a.ts', 'features'],
      ['the database reads no configuration', 'db/a.ts', '../config.ts', 'config'],
      ['the server does without the operator', 'app/a.ts', '../operator/a.ts', 'operator'],
      ['the operator does without the engine', 'operator/a.ts', '../ingest/a.ts', 'ingest'],
    ] as const
  ).map(([name, path, target, into]): [string, string, string, string] => [
    name,
    `apps/server/src/${path}`,
    target,
    `server layer ${path.split('/')[0]} may not import ${into}`,
  ]),
  [
    'a new folder of the server needs a place',
    'apps/server/src/helpers/a.ts',
    '../db/a.ts',
    'helpers is no layer: give it a place in scripts/check/server-layers.ts',
  ],
  [
    'the product does not import its tests',
    'apps/server/src/live/a.ts',
    '../testing/world.ts',
    'only tests import tests',
  ],
  [
    'ui knows no feature',
    'apps/web/src/ui/a.tsx',
    '../features/a/a.ts',
    'floor ui may not import floor features',
  ],
  [
    'map knows no feature',
    'apps/web/src/map/a.tsx',
    '../features/a/a.ts',
    'floor map may not import floor features',
  ],
  [
    'map knows no part',
    'apps/web/src/map/a.tsx',
    '../parts/devices/a.ts',
    'floor map may not import floor parts',
  ],
  [
    'live knows no part',
    'apps/web/src/live/a.ts',
    '../parts/devices/a.ts',
    'floor live may not import floor parts',
  ],
  [
    'service knows no screen',
    'apps/web/src/service/a.ts',
    '../ui/a.ts',
    'floor service may not import floor ui',
  ],
  [
    'a part knows no feature',
    'apps/web/src/parts/devices/a.tsx',
    '../../features/a/a.ts',
    'floor parts may not import floor features',
  ],
  [
    'a part does not know the app',
    'apps/web/src/parts/devices/a.tsx',
    '../../app/a.ts',
    'floor parts may not import floor app',
  ],
  [
    'a feature does not know the app',
    'apps/web/src/features/a/a.tsx',
    '../../app/a.ts',
    'floor features may not import floor app',
  ],
  [
    'a feature of the console knows no other',
    'apps/web/src/features/a/a.tsx',
    '../b/b.ts',
    'features/a may not import features/b: open it by its address or by a slot that app fills, or move what both use to parts',
  ],
  [
    'nor from a folder of its own',
    'apps/web/src/features/a/c/a.tsx',
    '../../b/c/b.ts',
    'features/a may not import features/b: open it by its address or by a slot that app fills, or move what both use to parts',
  ],
  [
    'parts have an order',
    'apps/web/src/parts/forms/a.tsx',
    '../credentials/b.ts',
    'parts/forms may not import parts/credentials: the order of parts is in scripts/check/import-rules.ts',
  ],
  [
    'a part that is not listed imports no other',
    'apps/web/src/parts/devices/a.tsx',
    '../forms/b.ts',
    'parts/devices may not import parts/forms: the order of parts is in scripts/check/import-rules.ts',
  ],
  [
    'all replays stand on the core',
    'apps/web/src/features/replay/core/frame/a.tsx',
    '../../multi/b.ts',
    'features/replay/core may not import features/replay/multi: the order of the replays is in scripts/check/import-rules.ts',
  ],
  [
    'one replay does not know the other',
    'apps/web/src/features/replay/single/a.tsx',
    '../multi/b.ts',
    'features/replay/single may not import features/replay/multi: the order of the replays is in scripts/check/import-rules.ts',
  ],
  [
    'a new folder of the console needs a place',
    'apps/web/src/misc/a.tsx',
    '../ui/a.ts',
    'misc is no floor: give it a place in scripts/check/import-rules.ts',
  ],
  [
    'scripts import nothing of ours',
    'scripts/a.ts',
    '@wakeline/domain/a',
    'scripts may not import packages/domain',
  ],
])('%s', (_name, path, target, reason) => {
  expect(check({ [path]: `import '${target}';` })).toEqual([`${path}:1: imports ${target}: ${reason}`]);
});

test('a circle of types is none: nothing is left of it when the program runs', () => {
  expect(
    check({
      'apps/server/src/db/a.ts': "import './b.ts';",
      'apps/server/src/db/b.ts': "import type { A } from './a.ts';",
    }),
  ).toEqual([]);
});

test('a circle is found once, however it is entered', () => {
  expect(
    check({
      'apps/server/src/db/a.ts': "import './b.ts';",
      'apps/server/src/db/b.ts': "import './c.ts';",
      'apps/server/src/db/c.ts': "import './b.ts';",
    }),
  ).toEqual([
    'apps/server/src/db/b.ts -> apps/server/src/db/c.ts -> apps/server/src/db/b.ts: imports in a circle',
  ]);
});
