import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export const TOKEN = 'RzBFAiEA-token';
export const USER_TOKEN = 'token-of-a-user';

/** The small Traccar of `README.md` in the shapes of its API, which numbers missing links 0. */
const LISTS: Readonly<Record<string, readonly object[]>> = {
  groups: [
    { id: 1, attributes: {}, groupId: 0, name: "Fleet 'A'" },
    { id: 2, attributes: {}, groupId: 1, name: '北方\nx;y' },
  ],
  devices: [
    {
      ...{
        id: 1,
        attributes: {},
        groupId: 2,
        calendarId: 0,
        name: 'Tug',
        uniqueId: '861000000000001',
        status: 'offline',
      },
      ...{ phone: '+86', model: null, contact: null, category: 'boat', disabled: false },
      expirationTime: '2037-01-01T00:00:00.000+00:00',
    },
    {
      ...{ id: 2, attributes: {}, groupId: 0, name: 'Smile 😀 \\ back', uniqueId: '861000000000002' },
      ...{ phone: null, model: null, contact: null, category: null, disabled: true, expirationTime: null },
    },
  ],
  users: [
    {
      id: 1,
      name: 'admin',
      email: 'admin',
      administrator: true,
      readonly: false,
      disabled: false,
      expirationTime: null,
    },
    {
      ...{
        id: 2,
        name: 'Mei',
        email: 'mei@example.com',
        administrator: false,
        readonly: true,
        disabled: false,
      },
      expirationTime: '2020-02-02T10:20:30.500+00:00',
    },
  ],
  geofences: [
    {
      id: 1,
      name: 'Basin',
      area: 'CIRCLE (36.075 120.29, 500)',
      attributes: { color: '#ff0000' },
      calendarId: 0,
    },
  ],
};

const POSITIONS = [
  {
    ...{
      id: 1,
      deviceId: 1,
      fixTime: '2026-11-01T10:00:00.123+00:00',
      valid: true,
      latitude: 36.0000001,
      longitude: -120.5,
    },
    ...{
      altitude: 12.5,
      speed: 10,
      course: 271.25,
      accuracy: 0,
      attributes: { batteryLevel: 88, note: "it's 中文" },
    },
  },
  {
    ...{
      id: 2,
      deviceId: 2,
      fixTime: '2026-11-01T10:00:00.000+00:00',
      valid: false,
      latitude: 0.00001,
      longitude: 120,
    },
    ...{ altitude: null, speed: 0.1, course: null, accuracy: null, attributes: {} },
  },
  {
    ...{
      id: 3,
      deviceId: 1,
      fixTime: '2026-11-01T09:00:00.000+00:00',
      valid: true,
      latitude: 36,
      longitude: 120,
    },
    ...{ altitude: 0, speed: 0, course: 0, accuracy: 5, attributes: {} },
  },
];

const ALL_OR_USER = ['all', 'userId'];
const ALL_OR_LINKED = [...ALL_OR_USER, 'deviceId', 'groupId', 'refresh'];

/** The GET requests of Traccar's public API with their parameters: `openapi.yaml` of github.com/traccar/traccar, 6.6. */
const DOCUMENTED: Readonly<Record<string, readonly string[]>> = {
  server: [],
  statistics: ['from', 'to'],
  groups: ALL_OR_USER,
  devices: [...ALL_OR_USER, 'id', 'uniqueId'],
  users: ['userId'],
  geofences: ALL_OR_LINKED,
  positions: ['deviceId', 'from', 'to', 'id'],
  calendars: ALL_OR_USER,
  ...Object.fromEntries(
    ['attributes/computed', 'commands', 'drivers', 'maintenance', 'notifications'].map((path) => [
      path,
      ALL_OR_LINKED,
    ]),
  ),
};
/** Times are in ISO 8601, such as `1963-11-22T18:30:00Z`. */
const DATE_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/;

/** Why a request is none of the documented ones; null: it is one. */
function refusalOf(method: string, path: string, query: URLSearchParams): number | null {
  const documented = DOCUMENTED[path];
  if (documented === undefined || method !== 'GET') return 404;
  if ([...query.keys()].some((name) => !documented.includes(name))) return 400;
  const times = ['from', 'to'].filter((name) => documented.includes(name)).map((name) => query.get(name));
  return times.every((time) => time !== null && DATE_TIME.test(time)) ? null : 400;
}

/** Who a list is restricted to, by parameter. */
const LINKED: Readonly<Record<string, readonly number[]>> = {
  'groups userId=2': [1],
  'geofences groupId=1': [1],
};

interface TestApi {
  readonly url: string;
  /** Paths with parameters, in the order of the requests. */
  readonly requests: readonly string[];
  stop(): Promise<void>;
}

interface TestApiOptions {
  /** What it calls itself. */
  readonly version?: string;
  /** The response to requests of a path, in place of the list. */
  readonly broken?: { readonly path: string; readonly status: number; readonly body: unknown };
}

/**
 * Serves the API of Traccar over HTTP, as its documentation describes it; other requests are refused. Requests over 31
 * days of positions get 20 MB.
 */
export async function startTraccarApi({ version = '6.16', broken }: TestApiOptions = {}): Promise<TestApi> {
  const requests: string[] = [];
  const http = createServer((request, response) => {
    const url = new URL(request.url ?? '', 'http://traccar');
    requests.push(`${url.pathname}${url.search}`);
    const send = (status: number, body: unknown) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    const path = url.pathname.replace('/api/', '');
    const refusal = refusalOf(request.method ?? '', path, url.searchParams);
    if (refusal !== null) return send(refusal, null);
    if (path === broken?.path) return send(broken.status, broken.body);
    if (path === 'server') return send(200, { id: 1, registration: false, version });
    const { authorization } = request.headers;
    if (authorization !== `Bearer ${TOKEN}` && authorization !== `Bearer ${USER_TOKEN}`)
      return send(401, null);
    if (path === 'statistics') return send(authorization.endsWith(TOKEN) ? 200 : 403, []);
    if (path === 'positions') return send(200, positionsOf(url.searchParams));
    return send(200, listOf(path, url.searchParams));
  });
  http.listen(0, '127.0.0.1');
  await once(http, 'listening');
  return {
    url: `http://127.0.0.1:${(http.address() as AddressInfo).port}`,
    requests,
    async stop() {
      http.closeAllConnections();
      http.close();
      await once(http, 'close');
    },
  };
}

function listOf(path: string, query: URLSearchParams): readonly object[] {
  const list = LISTS[path] ?? [];
  const restriction = ['userId', 'groupId', 'deviceId'].find((name) => query.has(name));
  if (restriction === undefined) return list;
  const ids = LINKED[`${path} ${restriction}=${query.get(restriction)}`] ?? [];
  return list.filter((row) => ids.includes((row as { id: number }).id));
}

function positionsOf(query: URLSearchParams): readonly object[] {
  const [from, to] = [Date.parse(query.get('from') ?? ''), Date.parse(query.get('to') ?? '')];
  const found = POSITIONS.filter(({ deviceId, fixTime }) => {
    const time = Date.parse(fixTime);
    return deviceId === Number(query.get('deviceId')) && time >= from && time <= to;
  });
  const isLarge = found.length > 0 && to - from > 31 * 86_400_000;
  return isLarge ? [...found, { padding: 'x'.repeat(20_000_000) }] : found;
}
