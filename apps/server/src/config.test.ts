import { resolve } from 'node:path';
import { PROTOCOL_PORTS } from '@wakeline/domain/devices/protocols';
import { PROTOCOLS } from '@wakeline/protocols/registry';
import { describe, expect, test } from 'vitest';
import { configHelp, listVariables } from './config/variables.ts';
import { ConfigError, type Environment, readConfig } from './config.ts';

function problems(environment: Environment): string {
  try {
    readConfig(environment);
  } catch (error) {
    if (error instanceof ConfigError) return error.message;
    throw error;
  }
  return 'accepted';
}

test('listens only on this machine and on the standard device ports by default', () => {
  expect(readConfig({})).toMatchObject({
    host: '127.0.0.1',
    port: 8080,
    prefix: '/service',
    dataDir: resolve('data'),
    databaseUrl: null,
    history: null,
    deviceHost: '127.0.0.1',
    devicePorts: PROTOCOL_PORTS,
    firstAccount: null,
    tls: false,
    trustProxy: false,
    metrics: true,
    logLevel: 'info',
  });
});

test('reads all variables', () => {
  const config = readConfig({
    WAKELINE_HOST: '::',
    WAKELINE_ALLOWED_HOSTS: 'boats.example, 203.0.113.7',
    WAKELINE_PORT: '0',
    WAKELINE_PREFIX: '/api/v1',
    WAKELINE_DATA: '/srv/wakeline',
    DATABASE_URL: 'postgres://w:secret@db.example/wakeline',
    DATABASE_READ_URL: 'postgres://w:secret@replica.example/wakeline',
    WAKELINE_READ_LAG_MS: '200',
    HISTORY_URL: 'http://w:secret@ch.example:8123/wakeline',
    WAKELINE_DATABASE_CONNECTIONS: '40',
    WAKELINE_PUBLIC_URL: 'https://Watch.example:8443/',
    WAKELINE_DEVICE_HOST: '0.0.0.0',
    WAKELINE_DEVICE_PUBLIC_HOST: 'gps.example',
    WAKELINE_PORT_GT06: '0',
    WAKELINE_PORT_JT808: '6808',
    WAKELINE_PORT_AIS: '0',
    WAKELINE_FEED_NETWORKS: '10.1.0.0/16, fd00::/8',
    WAKELINE_DEVICE_CONNECTIONS: '100',
    WAKELINE_DEVICE_CONNECTIONS_PER_ADDRESS: '10',
    WAKELINE_WRITERS: '3',
    WAKELINE_ACCOUNT: ' harbour ',
    WAKELINE_PASSWORD: 'secret1',
    WAKELINE_BASE_LAYERS: '/etc/wakeline/layers.json',
    WAKELINE_BASE_LAYER_KEYS: 'TIANDITU=a1=b, OTHER=x',
    WAKELINE_TLS: 'yes',
    WAKELINE_TRUST_PROXY: 'yes',
    WAKELINE_METRICS: 'no',
    WAKELINE_LOG: 'warn',
    // Other variables are ignored.
    PATH: '/usr/bin',
  });
  const { gt06: _, ...others } = PROTOCOL_PORTS;
  expect(config).toEqual({
    host: '::',
    roles: new Set(['gateway', 'engine', 'api', 'worker']),
    cluster: null,
    publicUrl: 'https://watch.example:8443',
    allowedHosts: ['boats.example', '203.0.113.7'],
    port: 0,
    prefix: '/api/v1',
    dataDir: '/srv/wakeline',
    filesBucket: null,
    databaseUrl: 'postgres://w:secret@db.example/wakeline',
    history: [
      {
        replicas: [{ url: 'http://ch.example:8123', host: 'ch.example:8123' }],
        ...{ database: 'wakeline', user: 'w', password: 'secret' },
      },
    ],
    databaseConnections: 40,
    databaseReadUrl: 'postgres://w:secret@replica.example/wakeline',
    readLag: 200,
    deviceHost: '0.0.0.0',
    devicePublicHost: 'gps.example',
    devicePorts: { ...others, jt808: 6808 },
    aisPort: null,
    feedNetworks: ['10.1.0.0/16', 'fd00::/8'],
    deviceConnections: 100,
    deviceConnectionsPerAddress: 10,
    writers: 3,
    video: null,
    firstAccount: { login: 'harbour', password: 'secret1' },
    smtp: null,
    iridiumEmail: null,
    beidouMachine: null,
    beidouOperator: null,
    beidouPush: null,
    iridiumListener: null,
    iridiumDirectIp: null,
    iridiumHttp: null,
    iridiumPush: null,
    iridiumEmailSenders: [],
    iridiumPosition: null,
    inreach: null,
    inreachPush: null,
    imap: null,
    wechat: null,
    weibo: null,
    weather: null,
    pushContact: null,
    webhookNetworks: [],
    sms: null,
    inboundSms: null,
    payments: null,
    geocoder: null,
    routing: null,
    matching: null,
    elevation: null,
    baseLayers: '/etc/wakeline/layers.json',
    baseLayerKeys: new Map([
      ['TIANDITU', 'a1=b'],
      ['OTHER', 'x'],
    ]),
    tls: true,
    trustProxy: 1,
    metrics: false,
    logLevel: 'warn',
  });
});

test('treats an empty variable as absent', () => {
  expect(readConfig({ WAKELINE_PORT: '', DATABASE_URL: '', WAKELINE_ACCOUNT: '' })).toEqual(readConfig({}));
});

test.each([
  ['no', false],
  ['yes', 1],
  ['2', 2],
  ['10.0.0.7', ['10.0.0.7']],
  ['10.0.0.0/8, 2001:db8::/32', ['10.0.0.0/8', '2001:db8::/32']],
])('reads trusted proxies: %s', (text, proxies) => {
  expect(readConfig({ WAKELINE_TRUST_PROXY: text }).trustProxy).toEqual(proxies);
});

const GATEWAY = { WAKELINE_SMS_URL: 'https://sms.example/?to={phone}&text={text}' };

test('reads an SMS gateway', () => {
  expect(readConfig(GATEWAY).sms).toEqual({
    url: GATEWAY.WAKELINE_SMS_URL,
    method: 'POST',
    headers: {},
    body: null,
    success: null,
  });
});

describe('refuses, with the name of the variable,', () => {
  const NUMBERS = 'is not a number of connections';
  test.each<[string, string, string]>([
    ['WAKELINE_PORT', '80a', 'WAKELINE_PORT: "80a" is not a port (0 to 65535)'],
    ['WAKELINE_PORT', '65536', 'WAKELINE_PORT: "65536" is not a port (0 to 65535)'],
    ['WAKELINE_PORT', '-1', 'WAKELINE_PORT: "-1" is not a port (0 to 65535)'],
    ['WAKELINE_PORT', '0x50', 'WAKELINE_PORT: "0x50" is not a port (0 to 65535)'],
    [
      'WAKELINE_FEED_NETWORKS',
      '10.0.0.0/0',
      'WAKELINE_FEED_NETWORKS: "10.0.0.0/0" is not a list of addresses and networks such as 10.0.0.0/8, separated by commas',
    ],
    ['WAKELINE_PORT_GT06', '5e3', 'WAKELINE_PORT_GT06: "5e3" is not a port (0 to 65535)'],
    ['WAKELINE_HOST', '10.0.0.256', 'WAKELINE_HOST: "10.0.0.256" is neither an IP address nor a host name'],
    ['WAKELINE_HOST', 'http://a', 'WAKELINE_HOST: "http://a" is neither an IP address nor a host name'],
    ['WAKELINE_DEVICE_HOST', 'a b', 'WAKELINE_DEVICE_HOST: "a b" is neither an IP address nor a host name'],
    [
      'WAKELINE_PREFIX',
      'service',
      'WAKELINE_PREFIX: "service" is not a path such as /service (with a leading slash and no trailing slash)',
    ],
    [
      'WAKELINE_PREFIX',
      '/',
      'WAKELINE_PREFIX: "/" is not a path such as /service (with a leading slash and no trailing slash)',
    ],
    ['WAKELINE_DATA', '  ', 'WAKELINE_DATA: "  " is blank'],
    ['WAKELINE_BASE_LAYER_KEYS', 'A=1,B', 'WAKELINE_BASE_LAYER_KEYS: has no NAME=value in entry 2'],
    ['WAKELINE_TLS', 'true', 'WAKELINE_TLS: "true" is not yes or no'],
    ...[
      'true',
      '0',
      '10',
      '10.0.0',
      '10.0.0.0/33',
      '0.0.0.0/0',
      '2001:db8::/129',
      '10.0.0.1,',
      'loopback',
    ].map((text): [string, string, string] => [
      'WAKELINE_TRUST_PROXY',
      text,
      `WAKELINE_TRUST_PROXY: "${text}" is not yes, no, a number of proxies (1 to 9), or a list of addresses and networks separated by commas`,
    ]),
    ['WAKELINE_METRICS', 'off', 'WAKELINE_METRICS: "off" is not yes or no'],
    [
      'WAKELINE_LOG',
      'loud',
      'WAKELINE_LOG: "loud" is not one of fatal, error, warn, info, debug, trace, silent',
    ],
    ['WAKELINE_DATABASE_CONNECTIONS', '1', `WAKELINE_DATABASE_CONNECTIONS: "1" ${NUMBERS} (4 to 500)`],
    ['WAKELINE_WRITERS', '17', `WAKELINE_WRITERS: "17" ${NUMBERS} (1 to 16)`],
    ['WAKELINE_DEVICE_CONNECTIONS', '0', `WAKELINE_DEVICE_CONNECTIONS: "0" ${NUMBERS} (1 to 1000000)`],
    [
      'WAKELINE_DEVICE_CONNECTIONS_PER_ADDRESS',
      '1.5',
      `WAKELINE_DEVICE_CONNECTIONS_PER_ADDRESS: "1.5" ${NUMBERS} (1 to 1000000)`,
    ],
    ['WAKELINE_ACCOUNT', 'harbour', 'WAKELINE_PASSWORD: required with WAKELINE_ACCOUNT'],
    ['WAKELINE_PASSWORD', 'secret1', 'WAKELINE_ACCOUNT: required with WAKELINE_PASSWORD'],
    ['WAKELINE_SMS_METHOD', 'POST', 'WAKELINE_SMS_URL: required with WAKELINE_SMS_METHOD'],
    ['WAKELINE_GEOCODER_KEY', 'k', 'WAKELINE_GEOCODER_URL: required with WAKELINE_GEOCODER_KEY'],
    ['WAKELINE_ROUTING_KIND', 'osrm', 'WAKELINE_ROUTING_URL: required with WAKELINE_ROUTING_KIND'],
    ['WAKELINE_PROT', '80', 'WAKELINE_PROT: unknown variable; did you mean WAKELINE_PORT?'],
    ['WAKELINE_PORT_JT809', '80', 'WAKELINE_PORT_JT809: unknown variable; did you mean WAKELINE_PORT_JT808?'],
    ['WAKELINE_COLOUR', 'red', 'WAKELINE_COLOUR: unknown variable (see --help)'],
  ])('%s=%s', (name, text, message) => {
    expect(problems({ [name]: text })).toBe(message);
  });

  test('a DATABASE_URL that allows servers without writes', () => {
    const url = 'postgres://w:secret@one,two/x?target_session_attrs=prefer-standby';
    expect(problems({ DATABASE_URL: url })).toBe(
      'DATABASE_URL: target_session_attrs is not read-write or primary',
    );
  });

  test.each<[string, Environment, string]>([
    [
      'several hosts',
      { DATABASE_URL: 'postgres://w@one/x', DATABASE_READ_URL: 'postgres://w@one,two/x' },
      'DATABASE_READ_URL: is not the URL of one replica',
    ],
    [
      'the embedded database',
      { DATABASE_READ_URL: 'postgres://w@one/x' },
      'DATABASE_URL: required with DATABASE_READ_URL',
    ],
  ])('a DATABASE_READ_URL with %s', (_, environment, message) => {
    expect(problems(environment)).toBe(message);
  });

  test('an invalid HISTORY_URL without repeating it: it can contain a password', () => {
    expect(problems({ HISTORY_URL: 'clickhouse://w:secret@db/x' })).toBe(
      'HISTORY_URL: is not a URL such as http://user:password@host:8123/database',
    );
  });

  test('an invalid DATABASE_URL without repeating it: it can contain a password', () => {
    expect(problems({ DATABASE_URL: 'mysql://w:secret@db/x' })).toBe(
      'DATABASE_URL: is not a URL such as postgres://user:password@host:5432/database',
    );
  });

  test.each<[string, Environment, string]>([
    [
      'an invalid URL',
      { WAKELINE_SMS_URL: 'ftp://sms.example/{phone}' },
      'WAKELINE_SMS_URL: is not a URL such as https://sms.example/send',
    ],
    [
      'a short secret for inbound messages',
      { ...GATEWAY, WAKELINE_SMS_INBOUND_SECRET: 'short' },
      'WAKELINE_SMS_INBOUND_SECRET: is not 16 to 256 visible ASCII characters',
    ],
    [
      'fields of inbound messages without a secret',
      { ...GATEWAY, WAKELINE_SMS_INBOUND_AUTH: 'token' },
      'WAKELINE_SMS_INBOUND_SECRET: required with WAKELINE_SMS_INBOUND_AUTH',
    ],
    [
      'inbound messages without a gateway',
      { WAKELINE_SMS_INBOUND_SECRET: '5f2b8c1e9d7a4036' },
      'WAKELINE_SMS_URL: required with WAKELINE_SMS_INBOUND_SECRET',
    ],
    [
      'an unknown field of inbound messages',
      {
        ...GATEWAY,
        WAKELINE_SMS_INBOUND_SECRET: '5f2b8c1e9d7a4036',
        WAKELINE_SMS_INBOUND_FIELDS: '[]',
      },
      'WAKELINE_SMS_INBOUND_FIELDS: "[]" is not a JSON object such as {"phone": "mobile", "text": "content", "id": "msgId"}',
    ],
    [
      'an unknown placeholder',
      { WAKELINE_SMS_URL: 'https://sms.example/?to={mobile}&phone={phone}&text={text}' },
      'WAKELINE_SMS_URL: unknown placeholder {mobile}; known are {phone}, {text} and {code}',
    ],
    [
      'neither a recipient nor a text',
      { WAKELINE_SMS_URL: 'https://sms.example/' },
      'WAKELINE_SMS_URL: {phone} is required in the URL or the body\nWAKELINE_SMS_URL: {text} or {code} is required in the URL or the body',
    ],
    [
      'an unknown method',
      { ...GATEWAY, WAKELINE_SMS_METHOD: 'post' },
      'WAKELINE_SMS_METHOD: "post" is not one of POST, GET, PUT',
    ],
    [
      'a GET with a body',
      { ...GATEWAY, WAKELINE_SMS_METHOD: 'GET', WAKELINE_SMS_BODY: 'x' },
      'WAKELINE_SMS_BODY: not allowed with the method GET',
    ],
    [
      'invalid header fields',
      { ...GATEWAY, WAKELINE_SMS_HEADERS: '{"x y": "1"}' },
      'WAKELINE_SMS_HEADERS: is not a JSON object of header fields such as {"authorization": "Bearer ..."}',
    ],
    [
      'a body that is not JSON although its header says so',
      {
        ...GATEWAY,
        WAKELINE_SMS_HEADERS: '{"content-type": "application/json"}',
        WAKELINE_SMS_BODY: '{"to": {phone}, "text": {text}}',
      },
      'WAKELINE_SMS_BODY: is not valid JSON after inserting the values (are the placeholders within quotes?)',
    ],
  ])('an SMS gateway with %s', (_what, environment, message) => {
    expect(problems(environment)).toBe(message);
  });

  test('settings of live video without its port', () => {
    expect(problems({ WAKELINE_VIDEO_VIEWERS: '50' })).toBe(
      'WAKELINE_RTMP_PORT: required with WAKELINE_VIDEO_VIEWERS',
    );
  });

  test('two listeners on one port', () => {
    expect(problems({ WAKELINE_PORT: '5023' })).toBe(
      'WAKELINE_PORT_GT06: port 5023 is already used by WAKELINE_PORT',
    );
    expect(problems({ WAKELINE_RTMP_PORT: '5023' })).toBe(
      'WAKELINE_RTMP_PORT: port 5023 is already used by WAKELINE_PORT_GT06',
    );
  });

  test('all problems at once', () => {
    expect(problems({ WAKELINE_PORT: 'x', WAKELINE_TLS: 'y' }).split('\n')).toHaveLength(2);
  });
});

test('lists every variable with its default in --help', () => {
  const help = configHelp();
  for (const { name, meaning, default: fallback } of listVariables()) {
    expect(help).toContain(`  ${name}\n      ${meaning} (${fallback ?? 'none'})`);
  }
  expect(listVariables().filter(({ name }) => name.startsWith('WAKELINE_PORT_'))).toHaveLength(
    // The protocols, and AIS feeds.
    PROTOCOLS.length + 1,
  );
});

const GEOCODER = { WAKELINE_GEOCODER_URL: 'https://geo.example/reverse?lat={lat}&lon={lon}' };

test('expects the responses of Nominatim from a geocoder by default', () => {
  expect(readConfig(GEOCODER).geocoder).toEqual({
    url: GEOCODER.WAKELINE_GEOCODER_URL,
    searchUrl: null,
    key: null,
    address: 'display_name',
    places: {
      list: '',
      name: 'name',
      detail: 'display_name',
      latitude: 'lat',
      longitude: 'lon',
      location: '',
    },
    datum: 'wgs84',
    timeoutMs: 3_000,
  });
  const searchUrl = 'https://geo.example/v3/place/text?keywords={keywords}&key={key}';
  expect(
    readConfig({
      WAKELINE_GEOCODER_SEARCH_URL: searchUrl,
      WAKELINE_GEOCODER_KEY: 'k',
      WAKELINE_GEOCODER_PLACES: '{"list":"pois","name":"name","location":"location"}',
      WAKELINE_GEOCODER_DATUM: 'gcj02',
      WAKELINE_GEOCODER_TIMEOUT: '500',
    }).geocoder,
  ).toMatchObject({
    url: null,
    searchUrl,
    key: 'k',
    places: { list: 'pois', name: 'name', detail: '', location: 'location', latitude: '' },
    datum: 'gcj02',
    timeoutMs: 500,
  });
});

test('reads a routing service', () => {
  const url = 'https://route.example/routed-{profile}?key=k';
  expect(readConfig({ WAKELINE_ROUTING_URL: url, WAKELINE_ROUTING_KIND: 'valhalla' }).routing).toEqual({
    url,
    kind: 'valhalla',
    timeoutMs: 20_000,
  });
});

test('reads a map matching service, independent of the routing service', () => {
  const url = 'https://match.example/?api_key=k';
  const config = readConfig({ WAKELINE_MATCHING_URL: url, WAKELINE_MATCHING_TIMEOUT: '500' });
  expect(config.matching).toEqual({ url, kind: 'osrm', timeoutMs: 500 });
  expect(config.routing).toBeNull();
});

test('reads elevation tiles', () => {
  const tiles = 'http://tiles.harbour:8081/{z}/{x}/{y}.png';
  expect(readConfig({ WAKELINE_ELEVATION_TILES: tiles }).elevation).toEqual({
    tiles,
    encoding: 'terrarium',
    tileSize: 256,
    minZoom: 0,
    maxZoom: 12,
    attribution: '',
  });
  const set = {
    WAKELINE_ELEVATION_TILES: tiles,
    WAKELINE_ELEVATION_ENCODING: 'mapbox',
    WAKELINE_ELEVATION_TILE_SIZE: '512',
    WAKELINE_ELEVATION_MAX_ZOOM: '15',
    WAKELINE_ELEVATION_ATTRIBUTION: 'Survey of the harbour',
  };
  expect(readConfig(set).elevation).toEqual({
    tiles,
    encoding: 'mapbox',
    tileSize: 512,
    minZoom: 0,
    maxZoom: 15,
    attribution: 'Survey of the harbour',
  });
});

test.each<[string, Environment, string]>([
  [
    'a tile URL without all placeholders',
    { WAKELINE_ELEVATION_TILES: 'https://tiles.example/{z}/{x}.png' },
    'WAKELINE_ELEVATION_TILES: is not a URL such as https://tiles.example/{z}/{x}/{y}.png',
  ],
  [
    'a tile URL that is not http',
    { WAKELINE_ELEVATION_TILES: 'file:///{z}/{x}/{y}' },
    'WAKELINE_ELEVATION_TILES: is not a URL such as https://tiles.example/{z}/{x}/{y}.png',
  ],
  [
    'a zoom without tiles',
    { WAKELINE_ELEVATION_MAX_ZOOM: '14' },
    'WAKELINE_ELEVATION_TILES: required with WAKELINE_ELEVATION_MAX_ZOOM',
  ],
  [
    'a kind of map matching service without a URL',
    { WAKELINE_MATCHING_KIND: 'valhalla' },
    'WAKELINE_MATCHING_URL: required with WAKELINE_MATCHING_KIND',
  ],
  [
    'an unknown placeholder in its URL',
    { WAKELINE_MATCHING_URL: 'https://match.example/{mode}' },
    'WAKELINE_MATCHING_URL: there is no {mode}, only {profile}',
  ],
])('refuses %s', (_name, environment, problem) => {
  expect(() => readConfig(environment)).toThrow(new ConfigError(problem));
});

const PATHS =
  'is not a JSON object of paths such as {"list": "pois", "name": "name", "location": "location"} (list, name, detail, latitude, longitude, location)';

test.each<[string, Environment, string]>([
  [
    'an invalid URL, without repeating it: it can contain a key',
    { WAKELINE_GEOCODER_URL: 'geo.example/{lat}/{lon}?key=secret' },
    'WAKELINE_GEOCODER_URL: is not a URL such as https://places.example/search?q={keywords}',
  ],
  [
    'a URL without the coordinates',
    { WAKELINE_GEOCODER_URL: 'https://geo.example/?lat={lat}' },
    'WAKELINE_GEOCODER_URL: {lon} is missing',
  ],
  [
    'a search without keywords',
    { WAKELINE_GEOCODER_SEARCH_URL: 'https://geo.example/' },
    'WAKELINE_GEOCODER_SEARCH_URL: {keywords} is missing',
  ],
  [
    'an unknown placeholder',
    { WAKELINE_GEOCODER_URL: 'https://geo.example/?lat={lat}&lon={lon}&lng={lng}' },
    'WAKELINE_GEOCODER_URL: there is no {lng}, only {lat}, {lon}, {language}, {keywords}, {key}',
  ],
  [
    'a missing key',
    { WAKELINE_GEOCODER_URL: 'https://geo.example/?lat={lat}&lon={lon}&key={key}' },
    'WAKELINE_GEOCODER_KEY: is needed with WAKELINE_GEOCODER_URL',
  ],
  [
    'an invalid path',
    { ...GEOCODER, WAKELINE_GEOCODER_ADDRESS: 'result..address' },
    'WAKELINE_GEOCODER_ADDRESS: "result..address" is not a path such as result.address',
  ],
  [
    'invalid JSON',
    { ...GEOCODER, WAKELINE_GEOCODER_PLACES: 'pois' },
    `WAKELINE_GEOCODER_PLACES: "pois" ${PATHS}`,
  ],
  [
    'a path with an unknown name',
    { ...GEOCODER, WAKELINE_GEOCODER_PLACES: '{"nme":"x"}' },
    `WAKELINE_GEOCODER_PLACES: "{\\"nme\\":\\"x\\"}" ${PATHS}`,
  ],
  [
    'places without coordinates',
    { ...GEOCODER, WAKELINE_GEOCODER_PLACES: '{"name":"x"}' },
    `WAKELINE_GEOCODER_PLACES: "{\\"name\\":\\"x\\"}" ${PATHS}`,
  ],
  [
    'an unknown coordinate system',
    { ...GEOCODER, WAKELINE_GEOCODER_DATUM: 'bd09' },
    'WAKELINE_GEOCODER_DATUM: "bd09" is not one of wgs84, gcj02',
  ],
  [
    'an unknown kind',
    { WAKELINE_ROUTING_URL: 'https://route.example/', WAKELINE_ROUTING_KIND: 'google' },
    'WAKELINE_ROUTING_KIND: "google" is not one of osrm, valhalla',
  ],
  [
    'another placeholder than the profile',
    { WAKELINE_ROUTING_URL: 'https://route.example/{key}' },
    'WAKELINE_ROUTING_URL: there is no {key}, only {profile}',
  ],
])('refuses an external service with %s', (_name, environment, message) => {
  expect(() => readConfig(environment)).toThrow(message);
});

describe('the roles of a cluster', () => {
  const CLUSTER = { NATS_URL: 'nats://mq.example', DATABASE_URL: 'postgres://db.example/wakeline' };

  test('does everything without NATS by default', () => {
    const { roles, cluster } = readConfig({});
    expect([...roles]).toEqual(['gateway', 'engine', 'api', 'worker']);
    expect(cluster).toBeNull();
  });

  test('reads some roles and the servers of NATS', () => {
    const config = readConfig({
      ...CLUSTER,
      NATS_URL: 'nats://u:p@mq1.example:4333, tls://mq2.example',
      WAKELINE_ROLE: 'gateway, engine',
      WAKELINE_STREAM_REPLICAS: '1',
    });
    expect([...config.roles]).toEqual(['gateway', 'engine']);
    expect(config.cluster).toEqual({
      natsUrls: ['nats://u:p@mq1.example:4333', 'tls://mq2.example:4222'],
      partitions: 8,
      streamReplicas: 1,
      streamBytes: 10_000_000_000,
    });
  });

  test.each([
    [
      { WAKELINE_ROLE: 'captain' },
      'WAKELINE_ROLE: "captain" is not all or a list of gateway, engine, api, worker',
    ],
    [{ WAKELINE_ROLE: 'all,api' }, 'WAKELINE_ROLE: "all,api" is not all or a list of'],
    [{ WAKELINE_ROLE: 'api' }, 'NATS_URL: required with the role api'],
    [{ WAKELINE_ROLE: 'api', NATS_URL: 'nats://mq.example' }, 'DATABASE_URL: required with the role api'],
    [{ NATS_URL: 'nats://mq.example' }, 'NATS_URL: has no effect with the role all'],
    [{ WAKELINE_PARTITIONS: '4' }, 'NATS_URL: required with WAKELINE_PARTITIONS'],
    [{ ...CLUSTER, WAKELINE_ROLE: 'api', NATS_URL: 'mq.example:4222' }, 'NATS_URL: is not a URL such as'],
    [{ ...CLUSTER, WAKELINE_ROLE: 'api', WAKELINE_PARTITIONS: '0' }, 'WAKELINE_PARTITIONS: "0" is not'],
    [
      { ...CLUSTER, WAKELINE_ROLE: 'api', WAKELINE_STREAM_REPLICAS: '6' },
      'WAKELINE_STREAM_REPLICAS: "6" is not',
    ],
  ])('refuses %j', (environment, problem) => {
    expect(problems(environment)).toContain(problem);
  });
});
