import { PROTOCOL_PORTS } from '@wakeline/domain/devices/protocols';
import { PROTOCOLS } from '@wakeline/protocols/registry';
import { GATEWAY_METHODS } from '../messages/gateway-template.ts';
import { GEOCODER_DATUMS, NOMINATIM_PLACES } from '../places/geocoder-template.ts';
import { ROUTING_KINDS } from '../places/routing-service.ts';
import { ELEVATION_ENCODINGS, tileUrl } from './elevation.ts';
import { jsonPath, placePaths, serviceUrl } from './geocoder.ts';
import { gatewayUrl, headerFields } from './sms-gateway.ts';
import {
  databaseUrl,
  host,
  hosts,
  integer,
  namedValues,
  nonEmptyText,
  oneOf,
  type Parse,
  port,
  prefix,
  trustedProxies,
  yesOrNo,
} from './values.ts';

export const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

/** A variable as `--help` and the operator's handbook show it. */
export interface Variable {
  readonly name: string;
  readonly meaning: string;
  /** As one would write it; null: nothing. */
  readonly default: string | null;
}

/** All but those of the protocols, which `portVariable` names. */
export const VARIABLES = {
  WAKELINE_HOST: {
    meaning: 'address that the console and the API are served on',
    default: '127.0.0.1',
    parse: host,
  },
  WAKELINE_ALLOWED_HOSTS: {
    meaning:
      'host names, and addresses, under which browsers reach it besides localhost and WAKELINE_HOST, with commas between: those of a proxy in front',
    default: null,
    parse: hosts,
  },
  WAKELINE_PORT: { meaning: 'their port; 0: any free one', default: '8080', parse: port },
  WAKELINE_PREFIX: { meaning: 'path under which the API lies', default: '/service', parse: prefix },
  WAKELINE_DATA: {
    meaning: 'folder of files and the embedded database',
    default: './data',
    parse: nonEmptyText(4_096),
  },
  DATABASE_URL: {
    meaning: 'a PostgreSQL (15 or later) to be used instead of the embedded one',
    default: null,
    parse: databaseUrl,
  },
  WAKELINE_DATABASE_CONNECTIONS: {
    meaning: 'connections to the database, at most',
    default: '12',
    parse: integer('a number of connections', 4, 500),
  },
  WAKELINE_DEVICE_HOST: { meaning: 'address that devices report to', default: '127.0.0.1', parse: host },
  WAKELINE_DEVICE_CONNECTIONS: {
    meaning: 'connections of devices, at most',
    default: '20000',
    parse: integer('a number of connections', 1, 1_000_000),
  },
  WAKELINE_DEVICE_CONNECTIONS_PER_ADDRESS: {
    meaning: 'the same from one address; a mobile network may show a whole fleet under one',
    default: '5000',
    parse: integer('a number of connections', 1, 1_000_000),
  },
  WAKELINE_ACCOUNT: {
    meaning: 'login of the first account, which is made if absent; with WAKELINE_PASSWORD',
    default: null,
    parse: nonEmptyText(64),
  },
  WAKELINE_PASSWORD: {
    meaning: 'its password, used only when it is made',
    default: null,
    parse: nonEmptyText(128),
  },
  WAKELINE_SMS_URL: {
    meaning:
      'address of the gateway that sends text messages; {phone}, {text} and {code} stand for what is sent. Without it messages wait in the outbox (npm run outbox)',
    default: null,
    parse: gatewayUrl,
  },
  WAKELINE_SMS_METHOD: {
    meaning: `method of the call: ${GATEWAY_METHODS.join(', ')}`,
    default: 'POST',
    parse: oneOf(GATEWAY_METHODS),
  },
  WAKELINE_SMS_HEADERS: {
    meaning: 'its header fields, as a JSON object',
    default: '{}',
    parse: headerFields,
  },
  WAKELINE_SMS_BODY: {
    meaning: 'its body, with the same places as the address',
    default: null,
    parse: nonEmptyText(8_192),
  },
  WAKELINE_SMS_SUCCESS: {
    meaning:
      'text that the answer has in it when the message was taken; without it a status of 2xx is enough',
    default: null,
    parse: nonEmptyText(256),
  },
  WAKELINE_BASE_LAYERS: {
    meaning:
      'the maps under everything else: path of a JSON file, built-in for the list that comes with the product, none for the shipped world map alone',
    default: 'built-in',
    parse: nonEmptyText(4_096),
  },
  WAKELINE_BASE_LAYER_KEYS: {
    meaning: 'keys of their providers, put where the addresses name them: NAME=value, with commas between',
    default: null,
    parse: namedValues,
  },
  WAKELINE_GEOCODER_URL: {
    meaning:
      'address of the geocoder that puts positions into words; {lat}, {lon}, {language} and {key} stand for what is sent. Without it the nearest place is told',
    default: null,
    parse: serviceUrl,
  },
  WAKELINE_GEOCODER_SEARCH_URL: {
    meaning:
      'address at which it finds places; {keywords}, {language}, {lat}, {lon} and {key} stand for what is sent. Without it the places that come along are searched',
    default: null,
    parse: serviceUrl,
  },
  WAKELINE_GEOCODER_KEY: { meaning: 'key of the geocoder', default: null, parse: nonEmptyText(512) },
  WAKELINE_GEOCODER_ADDRESS: {
    meaning: 'where in its JSON the address stands, with points between names',
    default: 'display_name',
    parse: jsonPath,
  },
  WAKELINE_GEOCODER_PLACES: {
    meaning: 'where the places stand, as a JSON object of such paths',
    default: JSON.stringify(NOMINATIM_PLACES),
    parse: placePaths,
  },
  WAKELINE_GEOCODER_DATUM: {
    meaning: `coordinates that it takes and gives: ${GEOCODER_DATUMS.join(', ')}`,
    default: 'wgs84',
    parse: oneOf(GEOCODER_DATUMS),
  },
  WAKELINE_GEOCODER_TIMEOUT: {
    meaning: 'milliseconds that it may take',
    default: '3000',
    parse: integer('a number of milliseconds', 50, 60_000),
  },
  WAKELINE_ROUTING_URL: {
    meaning:
      'address of the routing service; {profile} stands for car, foot or bike. Without it no routes are planned',
    default: null,
    parse: serviceUrl,
  },
  WAKELINE_ROUTING_KIND: {
    meaning: `what it is: ${ROUTING_KINDS.join(', ')}`,
    default: 'osrm',
    parse: oneOf(ROUTING_KINDS),
  },
  WAKELINE_ROUTING_TIMEOUT: {
    meaning: 'milliseconds that it may take',
    default: '20000',
    parse: integer('a number of milliseconds', 50, 100_000),
  },
  WAKELINE_MATCHING_URL: {
    meaning:
      'address of the service that matches tracks to roads; {profile} stands for car, foot or bike. Without it none are matched',
    default: null,
    parse: serviceUrl,
  },
  WAKELINE_MATCHING_KIND: {
    meaning: `what it is: ${ROUTING_KINDS.join(', ')}`,
    default: 'osrm',
    parse: oneOf(ROUTING_KINDS),
  },
  WAKELINE_MATCHING_TIMEOUT: {
    meaning: 'milliseconds that it may take for a part of a track',
    default: '20000',
    parse: integer('a number of milliseconds', 50, 60_000),
  },
  WAKELINE_ELEVATION_TILES: {
    meaning:
      'address of tiles with the height of the ground, for replays in three dimensions; {z}, {x} and {y} stand for the tile. Without it the ground is flat',
    default: null,
    parse: tileUrl,
  },
  WAKELINE_ELEVATION_ENCODING: {
    meaning: `how a colour tells a height: ${ELEVATION_ENCODINGS.join(', ')}`,
    default: 'terrarium',
    parse: oneOf(ELEVATION_ENCODINGS),
  },
  WAKELINE_ELEVATION_TILE_SIZE: {
    meaning: 'pixels of a side of them',
    default: '256',
    parse: integer('a number of pixels', 64, 1_024),
  },
  WAKELINE_ELEVATION_MAX_ZOOM: {
    meaning: 'zoom of the finest',
    default: '12',
    parse: integer('a zoom', 0, 22),
  },
  WAKELINE_ELEVATION_ATTRIBUTION: {
    meaning: 'whose they are, as the map shows it',
    default: null,
    parse: nonEmptyText(500),
  },
  WAKELINE_TLS: {
    meaning:
      'yes when people reach the console over https (a proxy in front): cookies are then sent over TLS only',
    default: 'no',
    parse: yesOrNo,
  },
  WAKELINE_TRUST_PROXY: {
    meaning:
      'yes when a proxy in front tells the address of the caller (X-Forwarded-For); a number where there are so many in a row; or their addresses and networks (10.0.0.0/8), with commas between',
    default: 'no',
    parse: trustedProxies,
  },
  WAKELINE_METRICS: { meaning: 'whether /metrics is served', default: 'yes', parse: yesOrNo },
  WAKELINE_LOG: {
    meaning: `least important messages to log: ${LOG_LEVELS.join(', ')}`,
    default: 'info',
    parse: oneOf(LOG_LEVELS),
  },
} as const satisfies Record<string, { meaning: string; default: string | null; parse: Parse<unknown> }>;

/** Variables with a secret in them: what was wrong with them is told without them. */
export const SECRET_VARIABLES: ReadonlySet<string> = new Set<keyof typeof VARIABLES>([
  'WAKELINE_PASSWORD',
  'DATABASE_URL',
  'WAKELINE_BASE_LAYER_KEYS',
  'WAKELINE_SMS_URL',
  'WAKELINE_SMS_HEADERS',
  'WAKELINE_SMS_BODY',
  'WAKELINE_GEOCODER_URL',
  'WAKELINE_GEOCODER_SEARCH_URL',
  'WAKELINE_GEOCODER_KEY',
  'WAKELINE_ROUTING_URL',
  'WAKELINE_MATCHING_URL',
  'WAKELINE_ELEVATION_TILES',
]);

/** Name of the variable with a protocol's port. */
export function portVariable(protocol: string): string {
  return `WAKELINE_PORT_${protocol.toUpperCase()}`;
}

/** All of them, those of the protocols after the device host. */
export function listVariables(): readonly Variable[] {
  const all: Variable[] = [];
  for (const [name, { meaning, default: fallback }] of Object.entries(VARIABLES)) {
    all.push({ name, meaning, default: fallback });
    if (name !== 'WAKELINE_DEVICE_HOST') continue;
    for (const protocol of PROTOCOLS) {
      const [first, ...others] = protocol.transports.map((transport) => transport.toUpperCase());
      const transports = others.length === 0 ? first : `${first} and ${others.join(', ')}`;
      all.push({
        name: portVariable(protocol.name),
        meaning: `port for ${protocol.name} (${transports}); 0: off`,
        default: String(PROTOCOL_PORTS[protocol.name]),
      });
    }
  }
  return all;
}

/** The text of `--help`: a line or two for each variable. */
export function configHelp(): string {
  return listVariables()
    .map(({ name, meaning, default: fallback }) => `  ${name}\n      ${meaning} (${fallback ?? 'none'})`)
    .join('\n');
}
