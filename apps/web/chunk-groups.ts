import { dirname, join } from 'node:path';

/** What the grouping reads of a module. */
export interface GraphModule {
  readonly code: string | null;
  readonly importedIds: readonly string[];
  readonly dynamicallyImportedIds: readonly string[];
}

/** The modules of a build and their imports. */
export interface Graph {
  getModuleInfo(id: string): GraphModule | null;
}

/** Packages whose entry exports everything they have. Their users need only what they name. */
const BARRELS: readonly { readonly name: string; readonly entry: RegExp }[] = [
  { name: 'antd', entry: /[\\/]antd[\\/]es[\\/]index\.js$/ },
  { name: '@tabler/icons-react', entry: /[\\/]tabler-icons-react\.mjs$/ },
];

const LOGIN_PAGE = ['src/app/screens/login-screen.tsx'];
const SHELL = ['src/app/shell.tsx', 'src/app/antd-provider.tsx'];
const LIVE_MAP = ['src/app/screens/live-screen.tsx'];
/** Modules that import the screens. */
const ROUTES = /[\\/]src[\\/]app[\\/](?:[\w-]+-)?routes\.tsx?$/;
/** What every screen with a map imports. */
const MAP_ENGINE = /[\\/]maplibre-gl[\\/]/;

/** Namespaces of texts that are loaded together: before the first render, and with shell and live map. */
const TEXT_GROUPS: Readonly<Record<string, readonly string[]>> = {
  'texts-start': ['app', 'format', 'signIn'],
  'texts-map': [
    ...['notices', 'sos', 'tasks', 'trackers', 'updates'],
    ...['live', 'map', 'mapTools', 'shares', 'mapObjects', 'baseLayers'],
  ],
};

/** The group of a file of texts, one per language; null: it is a chunk of its own. */
export function textGroupOf(id: string): string | null {
  const [, language, namespace = ''] = /[\\/]i18n[\\/](\w+)[\\/](\w+)\.json$/.exec(id) ?? [];
  const group = Object.keys(TEXT_GROUPS).find((name) => TEXT_GROUPS[name]?.includes(namespace));
  return language === undefined || group === undefined ? null : `${group}-${language}`;
}

/**
 * Chunks of shell and live map:
 *
 * - `common`: modules of the login page that one of them uses as well
 * - `shell`: of the shell
 * - `controls`: of the live map and of screens without a map
 * - `map`: of the live map, and of other screens with a map at most
 */
export type ScreenGroup = 'common' | 'shell' | 'controls' | 'map';

/**
 * Names the modules of each group for the bundler; null: it is in another or in none. Every user needs the shell, and
 * most start with the live map, which would otherwise be some 200 small files. No screen without a map loads the code of
 * the map.
 *
 * @param root folder of the console
 */
export function createScreenGroups(
  root: string,
): (group: ScreenGroup) => (id: string, graph: Graph) => ScreenGroup | null {
  let groups: ReadonlyMap<string, ScreenGroup> | null = null;
  return (group) => (id, graph) => {
    groups ??= groupModules(graph, root);
    return groups.get(id) === group ? group : null;
  };
}

function groupModules(graph: Graph, root: string): ReadonlyMap<string, ScreenGroup> {
  const [login, shell, live] = [LOGIN_PAGE, SHELL, LIVE_MAP].map((paths) =>
    paths.map((path) => join(root, path)),
  );
  const importsOf = createImportReader(graph);
  const reach = (roots: readonly string[] = []) => reachAll(roots, (id) => importsOf(id).static);
  const everything = reachAll(shell ?? [], (id) => [...importsOf(id).static, ...importsOf(id).dynamic]);
  const screens = [...everything].filter((id) => ROUTES.test(id)).flatMap((id) => importsOf(id).dynamic);
  const elsewhere = new Set<string>();
  for (const screen of new Set(screens)) {
    const reached = [...reach([screen])];
    if (!reached.some((id) => MAP_ENGINE.test(id))) for (const id of reached) elsewhere.add(id);
  }
  const groups = new Map<string, ScreenGroup>();
  for (const id of reach(live)) groups.set(id, elsewhere.has(id) ? 'controls' : 'map');
  for (const id of reach(shell)) groups.set(id, 'shell');
  for (const id of reach(login)) if (groups.has(id)) groups.set(id, 'common');
  return groups;
}

/** These modules and what they import, directly or not. */
function reachAll(
  roots: readonly string[],
  importsOf: (id: string) => readonly string[],
): ReadonlySet<string> {
  const reached = new Set(roots);
  // A set also visits what is added meanwhile.
  for (const id of reached) for (const imported of importsOf(id)) reached.add(imported);
  return reached;
}

interface Imports {
  readonly static: readonly string[];
  readonly dynamic: readonly string[];
}

/** Reads the imports of each module once. Of a barrel, only the modules of the imported names count. */
function createImportReader(graph: Graph): (id: string) => Imports {
  const cache = new Map<string, Imports>();
  const exportsOf = new Map<string, ReadonlyMap<string, string>>();

  function readBarrel(entry: string): ReadonlyMap<string, string> {
    const known = exportsOf.get(entry) ?? findExports(entry, graph.getModuleInfo(entry));
    exportsOf.set(entry, known);
    return known;
  }

  return (id) => {
    const cached = cache.get(id);
    if (cached !== undefined) return cached;
    const info = graph.getModuleInfo(id);
    const imports: Imports = {
      static: (info?.importedIds ?? []).flatMap((imported) => {
        const barrel = BARRELS.find(({ entry }) => entry.test(imported));
        if (barrel === undefined) return [imported];
        return findImportedNames(info?.code ?? '', barrel.name).flatMap(
          (name) => readBarrel(imported).get(name) ?? [],
        );
      }),
      dynamic: info?.dynamicallyImportedIds ?? [],
    };
    cache.set(id, imports);
    return imports;
  };
}

/** Names that a module imports from a package. */
function findImportedNames(code: string, packageName: string): readonly string[] {
  const statements = [...code.matchAll(/import\s*\{([^}]*)\}\s*from\s*["']([^"']+)["']/g)];
  return statements.flatMap(([, names = '', from]) =>
    from === packageName ? names.split(',').map((name) => name.trim().split(/\s+as\s+/)[0] ?? '') : [],
  );
}

/** The module of each name that the entry of a package exports. */
function findExports(entry: string, info: GraphModule | null): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  const modules = new Set(info?.importedIds);
  const statements = (info?.code ?? '').matchAll(/export\s*\{([^}]*)\}\s*from\s*["']([^"']+)["']/g);
  for (const [, names = '', path = ''] of statements) {
    const target = join(dirname(entry), path);
    const module = [target, join(target, 'index.js')].find((id) => modules.has(id));
    if (module === undefined) continue;
    for (const name of names.split(','))
      found.set(
        name
          .trim()
          .split(/\s+as\s+/)
          .at(-1) ?? '',
        module,
      );
  }
  return found;
}
