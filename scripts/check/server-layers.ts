/**
 * The layers of the server: which folders and files of `apps/server/src` a folder may import besides its own. A name is a
 * folder, a file next to the folders (`clock` is `clock.ts`), or the path of a file in a folder. Lower layers come later.
 */
const LAYERS: Readonly<Record<string, readonly string[]>> = {
  main: ['app', 'config', 'log'],
  // Separate programs on the same database. They use what they need of features.
  operator: [
    'app/detach-trackers.ts',
    'app/task-definitions.ts',
    'audit',
    'config',
    'db',
    'features',
    'fences',
    'files',
    'http',
    'identity',
    'messages',
    'places/fetch-external-json.ts',
    'positions',
    'tasks',
    'trackers',
  ],
  app: [
    'alarms',
    'audit',
    'background',
    'base-layers',
    'clock',
    'config',
    'db',
    'delivery',
    'features',
    'feeds',
    'fences',
    'files',
    'forwarding',
    'http',
    'identity',
    'ingest',
    'instructions',
    'live',
    'messages',
    'outgoing',
    'device-media',
    'places',
    'rules',
    'satellite',
    'tasks',
    'trackers',
  ],
  features: [
    'alarms',
    'audit',
    'background',
    'clock',
    'db',
    'delivery',
    'events',
    'feeds',
    'fences',
    'files',
    'forwarding',
    'http',
    'identity',
    'instructions',
    'local-time',
    'messages',
    'device-media',
    'places',
    'positions',
    'rules',
    'satellite',
    'tasks',
    'child-processes',
    'trackers',
  ],
  live: ['clock', 'db', 'http', 'identity', 'trackers'],
  // Changes are passed to an injected feed: of live only its interface is imported.
  ingest: [
    'clock',
    'db',
    'events',
    'feeds',
    'fences',
    'forwarding',
    'http',
    'identity',
    'instructions',
    'live/feed.ts',
    'outgoing',
    'device-media',
    'positions',
    'rules',
    'trackers',
  ],
  'device-media': ['db', 'files', 'identity', 'instructions', 'trackers'],
  instructions: ['db', 'identity'],
  delivery: ['claim-loop', 'clock', 'db', 'identity', 'local-time', 'messages', 'outgoing'],
  satellite: ['claim-loop', 'clock', 'db', 'delivery', 'identity', 'trackers'],
  forwarding: ['claim-loop', 'clock', 'db', 'delivery', 'events', 'outgoing', 'trackers'],
  config: [
    'delivery/channels/smtp-transport.ts',
    'messages/gateway-template.ts',
    'messages/inbound-gateway.ts',
    'messages/request-template.ts',
    'places/geocoder-template.ts',
    'places/routing-service.ts',
  ],
  log: ['clock', 'config'],
  tasks: ['clock', 'db', 'files'],
  places: ['background', 'clock', 'db', 'fences', 'http', 'identity', 'trackers'],
  'base-layers': ['http', 'identity'],
  messages: ['clock', 'db', 'http', 'identity'],
  files: ['db', 'http', 'identity'],
  http: ['clock', 'db', 'identity'],
  positions: ['db', 'events', 'identity', 'trackers'],
  events: ['db', 'trackers'],
  feeds: ['db'],
  fences: ['db', 'identity'],
  rules: ['db', 'fences', 'identity'],
  outgoing: [],
  alarms: ['db', 'identity', 'trackers'],
  trackers: ['db', 'identity'],
  identity: ['audit', 'db'],
  audit: ['db'],
  db: [],
  'child-processes': [],
  background: [],
  'claim-loop': ['clock', 'db'],
  clock: [],
  'local-time': [],
};

const SERVER = 'apps/server/src/';

/** Why a file of the server may not import another one; null: allowed. Tests are exempt. */
export function findLayerViolation(path: string, to: string): string | null {
  const [from, into] = [layerOf(path), layerOf(to)];
  if (from === into) return null;
  const allowed = LAYERS[from];
  if (allowed === undefined) return `${from} is not a layer: add it to scripts/check/server-layers.ts`;
  if (allowed.includes(into) || allowed.includes(to.slice(SERVER.length))) return null;
  return `server layer ${from} may not import ${into}`;
}

function layerOf(path: string): string {
  const [first = ''] = path.slice(SERVER.length).split('/');
  return first.replace(/\.ts$/, '');
}
