import { expect, it } from 'vitest';
import { createScreenGroups, type Graph, type GraphModule, textGroupOf } from './chunk-groups.ts';

const root = '/web';
const app = (name: string) => `/web/src/app/${name}`;
const ANTD = '/lib/antd/es/index.js';

/** A graph from what each module imports, statically and dynamically. */
function graphOf(imports: Readonly<Record<string, readonly [string[], string[]?, string?]>>): Graph {
  return {
    getModuleInfo(id): GraphModule | null {
      const [importedIds, dynamicallyImportedIds = [], code = null] = imports[id] ?? [[]];
      return { importedIds, dynamicallyImportedIds, code };
    },
  };
}

const graph = graphOf({
  [app('main.tsx')]: [[app('routes.tsx')]],
  [app('shell.tsx')]: [
    ['/web/header.tsx', app('routes.tsx'), ANTD],
    [],
    'import { Button as B } from "antd";',
  ],
  [app('antd-provider.tsx')]: [['/web/theme.ts']],
  [app('routes.tsx')]: [
    [],
    [app('screens/login-screen.tsx'), app('screens/live-screen.tsx'), '/web/settings.tsx', '/web/replay.tsx'],
  ],
  [app('screens/login-screen.tsx')]: [['/web/form.ts', '/web/login.ts']],
  [app('screens/live-screen.tsx')]: [
    ['/web/map.ts', '/web/form.ts', '/web/select.ts', '/web/header.tsx', ANTD],
    [],
    'import { Select, Tree } from "antd";',
  ],
  '/web/settings.tsx': [['/web/select.ts', ANTD], [], "import { Select } from 'antd'"],
  '/web/replay.tsx': [['/web/map.ts', ANTD], [], "import { Tree } from 'antd'"],
  '/web/map.ts': [['/node_modules/maplibre-gl/engine.js']],
  [ANTD]: [
    ['/lib/antd/es/button/index.js', '/lib/antd/es/select/index.js', '/lib/antd/es/tree/index.js'],
    [],
    "export { default as Button } from './button'; export { default as Select } from './select';\nexport { default as Tree } from './tree';",
  ],
});

it.each([
  ['/web/form.ts', 'common'],
  ['/web/login.ts', null],
  ['/web/header.tsx', 'shell'],
  ['/web/theme.ts', 'shell'],
  ['/lib/antd/es/button/index.js', 'shell'],
  ['/web/select.ts', 'controls'],
  ['/lib/antd/es/select/index.js', 'controls'],
  ['/web/map.ts', 'map'],
  ['/lib/antd/es/tree/index.js', 'map'],
  ['/web/settings.tsx', null],
])('puts %s into %s', (id, expected) => {
  const groupOf = createScreenGroups(root);
  const names = (['common', 'shell', 'controls', 'map'] as const).flatMap(
    (group) => groupOf(group)(id, graph) ?? [],
  );
  expect(names).toEqual(expected === null ? [] : [expected]);
});

it('groups the texts of the start and of the map, by language', () => {
  expect(textGroupOf('/web/src/i18n/en_US/signIn.json')).toBe('texts-start-en_US');
  expect(textGroupOf('/web/src/i18n/zh_CN/live.json')).toBe('texts-map-zh_CN');
  expect(textGroupOf('/web/src/i18n/zh_CN/matches.json')).toBeNull();
  expect(textGroupOf('/web/src/live/live-store.ts')).toBeNull();
});
