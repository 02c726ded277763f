import { AIS_PORT } from '@wakeline/domain/devices/feed-kinds';
import { PROTOCOL_PORTS } from '@wakeline/domain/devices/protocols';
import { PROTOCOLS } from '@wakeline/protocols/registry';
import { INBOUND_AUTH } from '../messages/inbound-gateway.ts';
import { REQUEST_METHODS } from '../messages/request-template.ts';
import { GEOCODER_DATUMS, NOMINATIM_PLACES } from '../places/geocoder-template.ts';
import { ROUTING_KINDS } from '../places/routing-service.ts';
import { BEIDOU_VARIABLES } from './beidou.ts';
import { CLUSTER_VARIABLES } from './cluster.ts';
import { DATABASE_VARIABLES } from './database.ts';
import { ELEVATION_ENCODINGS, tileUrl } from './elevation.ts';
import { FILES_SECRETS, FILES_VARIABLES } from './files-storage.ts';
import { jsonPath, placePaths, serviceUrl } from './geocoder.ts';
import { HISTORY_VARIABLES } from './history.ts';
import { headerName, inboundSecret, inboundSmsFields } from './inbound-sms.ts';
import { INREACH_VARIABLES } from './inreach.ts';
import { IRIDIUM_SECRETS, IRIDIUM_VARIABLES } from './iridium.ts';
import { PAYMENT_VARIABLES } from './payments.ts';
import { PEOPLE_SECRETS, PEOPLE_VARIABLES } from './people.ts';
import { gatewayUrl, headerFields } from './sms-gateway.ts';
import { contactUrl, mailAddress, mailbox, publicUrl, smtpUrl } from './smtp.ts';
import {
  host,
  hosts,
  integer,
  namedValues,
  networks,
  nonEmptyText,
  oneOf,
  type Parse,
  port,
  prefix,
  trustedProxies,
  yesOrNo,
} from './values.ts';
import { VIDEO_VARIABLES } from './video.ts';

export const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

/** A variable as described by `--help` and docs/operating/configuration.md. */
export interface Variable {
  readonly name: string;
  readonly meaning: string;
  /** As text; null: none. */
  readonly default: string | null;
}

/** All variables except the device ports, which `portVariable` names. */
export const VARIABLES = {
  WAKELINE_HOST: {
    meaning: 'listen address of the console and the API',
    default: '127.0.0.1',
    parse: host,
  },
  WAKELINE_ALLOWED_HOSTS: {
    meaning:
      'additional host names and addresses under which browsers reach the server, for example behind a reverse proxy; separated by commas. localhost and WAKELINE_HOST are always allowed',
    default: null,
    parse: hosts,
  },
  WAKELINE_PORT: {
    meaning: 'port of the console and the API; 0: any free port',
    default: '8080',
    parse: port,
  },
  WAKELINE_PREFIX: { meaning: 'path prefix of the API', default: '/service', parse: prefix },
  WAKELINE_DATA: {
    meaning: 'folder for files and the embedded database',
    default: './data',
    parse: nonEmptyText(4_096),
  },
  ...FILES_VARIABLES,
  ...DATABASE_VARIABLES,
  ...HISTORY_VARIABLES,
  WAKELINE_DEVICE_HOST: { meaning: 'listen address for devices', default: '127.0.0.1', parse: host },
  WAKELINE_DEVICE_PUBLIC_HOST: {
    meaning:
      'host name or address under which devices reach this server, shown in connection help; default: the host name under which the user opened the console',
    default: null,
    parse: host,
  },
  WAKELINE_DEVICE_CONNECTIONS: {
    meaning: 'maximum device connections',
    default: '20000',
    parse: integer('a number of connections', 1, 1_000_000),
  },
  WAKELINE_DEVICE_CONNECTIONS_PER_ADDRESS: {
    meaning:
      'maximum device connections from one address; a mobile network can use one address for a whole fleet',
    default: '5000',
    parse: integer('a number of connections', 1, 1_000_000),
  },
  WAKELINE_WRITERS: {
    meaning:
      'database connections that store the reports of devices side by side, each those of a part of the trackers',
    default: '2',
    parse: integer('a number of connections', 1, 16),
  },
  WAKELINE_PORT_AIS: {
    meaning: 'port for senders of AIS feeds, TCP and UDP; 0: off',
    default: String(AIS_PORT),
    parse: port,
  },
  WAKELINE_FEED_NETWORKS: {
    meaning:
      'private addresses and networks (10.0.0.0/8) to which feeds may connect, separated by commas; without it only public addresses',
    default: null,
    parse: networks,
  },
  WAKELINE_ACCOUNT: {
    meaning: 'login of the first account, created if absent; requires WAKELINE_PASSWORD',
    default: null,
    parse: nonEmptyText(64),
  },
  WAKELINE_PASSWORD: {
    meaning: 'password of the first account, used only when it is created',
    default: null,
    parse: nonEmptyText(128),
  },
  WAKELINE_SMTP_URL: {
    meaning:
      'mail server for notices: smtps://user:password@mail.example:465, or smtp:// for STARTTLS; requires WAKELINE_SMTP_FROM. Without it no e-mail is sent',
    default: null,
    parse: smtpUrl,
  },
  WAKELINE_SMTP_FROM: {
    meaning: 'sender of e-mail: Wakeline <alerts@harbour.example>',
    default: null,
    parse: mailbox,
  },
  WAKELINE_IRIDIUM_EMAIL: {
    meaning:
      'address of the Iridium gateway to which messages to terminals are sent by e-mail: data@sbd.iridium.com; requires WAKELINE_SMTP_URL. Without it none are',
    default: null,
    parse: mailAddress,
  },
  WAKELINE_PUBLIC_URL: {
    meaning:
      'address under which people reach the server, for links in e-mails that confirm an address or unsubscribe: https://watch.harbour.example. Its host is allowed as those of WAKELINE_ALLOWED_HOSTS. Without it e-mails have no links',
    default: null,
    parse: publicUrl,
  },
  WAKELINE_PUSH_CONTACT: {
    meaning:
      'mailto: or https: URL of the operator, which push services of browsers require (RFC 8292). Without it there is no browser push',
    default: null,
    parse: contactUrl,
  },
  WAKELINE_WEBHOOK_NETWORKS: {
    meaning:
      'private addresses and networks (10.0.0.0/8) to which webhooks, browser push and forwarding may connect, separated by commas; without it only public addresses',
    default: null,
    parse: networks,
  },
  WAKELINE_SMS_URL: {
    meaning:
      'URL of the SMS gateway; placeholders {phone}, {text} and {code}. Without it messages are stored in the outbox (npm run outbox)',
    default: null,
    parse: gatewayUrl,
  },
  WAKELINE_SMS_METHOD: {
    meaning: `HTTP method of the SMS gateway: ${REQUEST_METHODS.join(', ')}`,
    default: 'POST',
    parse: oneOf(REQUEST_METHODS),
  },
  WAKELINE_SMS_HEADERS: {
    meaning: 'HTTP headers for the SMS gateway, as a JSON object',
    default: '{}',
    parse: headerFields,
  },
  WAKELINE_SMS_BODY: {
    meaning: 'request body for the SMS gateway, with the same placeholders as the URL',
    default: null,
    parse: nonEmptyText(8_192),
  },
  WAKELINE_SMS_SUCCESS: {
    meaning:
      'text that the response of the SMS gateway contains on success; without it any 2xx status means success',
    default: null,
    parse: nonEmptyText(256),
  },
  WAKELINE_SMS_INBOUND_SECRET: {
    meaning:
      'secret with which the SMS gateway delivers messages of devices to /service/inbound-sms; without it: 404',
    default: null,
    parse: inboundSecret,
  },
  WAKELINE_SMS_INBOUND_AUTH: {
    meaning: `what the gateway sends: token, the secret; hmac-sha256, the signature of the body`,
    default: 'token',
    parse: oneOf(INBOUND_AUTH),
  },
  WAKELINE_SMS_INBOUND_HEADER: {
    meaning: 'HTTP header with the token or the signature',
    default: 'authorization',
    parse: headerName,
  },
  WAKELINE_SMS_INBOUND_FIELDS: {
    meaning:
      'names of the fields of a message with sender, text, number and, for satellite terminals, extension code, as a JSON object',
    default: '{"phone":"phone","text":"text","id":"id"}',
    parse: inboundSmsFields,
  },
  WAKELINE_SMS_INBOUND_REPLY: {
    meaning: 'response that the gateway expects',
    default: 'OK',
    parse: nonEmptyText(1_024),
  },
  ...CLUSTER_VARIABLES,
  ...PEOPLE_VARIABLES,
  ...BEIDOU_VARIABLES,
  ...IRIDIUM_VARIABLES,
  ...INREACH_VARIABLES,
  ...VIDEO_VARIABLES,
  ...PAYMENT_VARIABLES,
  WAKELINE_BASE_LAYERS: {
    meaning: 'base layers: path of a JSON file; built-in: the bundled list; none: only the bundled world map',
    default: 'built-in',
    parse: nonEmptyText(4_096),
  },
  WAKELINE_BASE_LAYER_KEYS: {
    meaning: 'API keys for the base layers, inserted into their URLs: NAME=value, separated by commas',
    default: null,
    parse: namedValues,
  },
  WAKELINE_GEOCODER_URL: {
    meaning:
      'URL of the reverse geocoder; placeholders {lat}, {lon}, {language} and {key}. Without it the nearest place of the bundled gazetteer is named',
    default: null,
    parse: serviceUrl,
  },
  WAKELINE_GEOCODER_SEARCH_URL: {
    meaning:
      'URL of the place search; placeholders {keywords}, {language}, {lat}, {lon} and {key}. Without it the bundled gazetteer is searched',
    default: null,
    parse: serviceUrl,
  },
  WAKELINE_GEOCODER_KEY: { meaning: 'API key of the geocoder', default: null, parse: nonEmptyText(512) },
  WAKELINE_GEOCODER_ADDRESS: {
    meaning: 'path of the address in the JSON response of the geocoder, names separated by dots',
    default: 'display_name',
    parse: jsonPath,
  },
  WAKELINE_GEOCODER_PLACES: {
    meaning: 'paths of the places in the response of the place search, as a JSON object',
    default: JSON.stringify(NOMINATIM_PLACES),
    parse: placePaths,
  },
  WAKELINE_GEOCODER_DATUM: {
    meaning: `coordinate system of the geocoder: ${GEOCODER_DATUMS.join(', ')}`,
    default: 'wgs84',
    parse: oneOf(GEOCODER_DATUMS),
  },
  WAKELINE_GEOCODER_TIMEOUT: {
    meaning: 'timeout of the geocoder, milliseconds',
    default: '3000',
    parse: integer('a number of milliseconds', 50, 60_000),
  },
  WAKELINE_ROUTING_URL: {
    meaning:
      'URL of the routing service; placeholder {profile}: car, foot or bike. Without it routes are not planned along roads',
    default: null,
    parse: serviceUrl,
  },
  WAKELINE_ROUTING_KIND: {
    meaning: `API of the routing service: ${ROUTING_KINDS.join(', ')}`,
    default: 'osrm',
    parse: oneOf(ROUTING_KINDS),
  },
  WAKELINE_ROUTING_TIMEOUT: {
    meaning: 'timeout of the routing service, milliseconds',
    default: '20000',
    parse: integer('a number of milliseconds', 50, 100_000),
  },
  WAKELINE_MATCHING_URL: {
    meaning:
      'URL of the map matching service; placeholder {profile}: car, foot or bike. Without it tracks are not matched to roads',
    default: null,
    parse: serviceUrl,
  },
  WAKELINE_MATCHING_KIND: {
    meaning: `API of the map matching service: ${ROUTING_KINDS.join(', ')}`,
    default: 'osrm',
    parse: oneOf(ROUTING_KINDS),
  },
  WAKELINE_MATCHING_TIMEOUT: {
    meaning: 'timeout of the map matching service for one request, milliseconds',
    default: '20000',
    parse: integer('a number of milliseconds', 50, 60_000),
  },
  WAKELINE_ELEVATION_TILES: {
    meaning:
      'URL of elevation tiles for 3D replays; placeholders {z}, {x} and {y}. Without it the terrain is flat',
    default: null,
    parse: tileUrl,
  },
  WAKELINE_ELEVATION_ENCODING: {
    meaning: `encoding of the elevation tiles: ${ELEVATION_ENCODINGS.join(', ')}`,
    default: 'terrarium',
    parse: oneOf(ELEVATION_ENCODINGS),
  },
  WAKELINE_ELEVATION_TILE_SIZE: {
    meaning: 'size of the elevation tiles, pixels',
    default: '256',
    parse: integer('a number of pixels', 64, 1_024),
  },
  WAKELINE_ELEVATION_MAX_ZOOM: {
    meaning: 'maximum zoom of the elevation tiles',
    default: '12',
    parse: integer('a zoom', 0, 22),
  },
  WAKELINE_ELEVATION_ATTRIBUTION: {
    meaning: 'attribution of the elevation tiles, shown on the map',
    default: null,
    parse: nonEmptyText(500),
  },
  WAKELINE_TLS: {
    meaning:
      'yes if users reach the console over https (through a reverse proxy): cookies are then sent over TLS only',
    default: 'no',
    parse: yesOrNo,
  },
  WAKELINE_TRUST_PROXY: {
    meaning:
      'trust X-Forwarded-For: yes for one reverse proxy, a number for several in a row, or their addresses and networks (10.0.0.0/8), separated by commas',
    default: 'no',
    parse: trustedProxies,
  },
  WAKELINE_METRICS: { meaning: 'serve /metrics: yes or no', default: 'yes', parse: yesOrNo },
  WAKELINE_LOG: {
    meaning: `log level: ${LOG_LEVELS.join(', ')}`,
    default: 'info',
    parse: oneOf(LOG_LEVELS),
  },
} as const satisfies Record<string, { meaning: string; default: string | null; parse: Parse<unknown> }>;

/** Variables that can contain a secret: error messages omit their value. */
export const SECRET_VARIABLES: ReadonlySet<string> = new Set<keyof typeof VARIABLES>([
  'WAKELINE_PASSWORD',
  'DATABASE_URL',
  'NATS_URL',
  ...FILES_SECRETS,
  'DATABASE_READ_URL',
  'HISTORY_URL',
  'WAKELINE_BASE_LAYER_KEYS',
  'WAKELINE_SMTP_URL',
  'WAKELINE_SMS_URL',
  'WAKELINE_SMS_HEADERS',
  'WAKELINE_SMS_BODY',
  'WAKELINE_PAYMENT_URL',
  'WAKELINE_PAYMENT_SECRET',
  'WAKELINE_SMS_INBOUND_SECRET',
  ...PEOPLE_SECRETS,
  'WAKELINE_BEIDOU_OPERATOR_URL',
  'WAKELINE_BEIDOU_OPERATOR_HEADERS',
  'WAKELINE_BEIDOU_OPERATOR_BODY',
  'WAKELINE_BEIDOU_PUSH_SECRET',
  ...IRIDIUM_SECRETS,
  'WAKELINE_INREACH_PASSWORD',
  'WAKELINE_INREACH_PUSH_SECRET',
  'WAKELINE_GEOCODER_URL',
  'WAKELINE_GEOCODER_SEARCH_URL',
  'WAKELINE_GEOCODER_KEY',
  'WAKELINE_ROUTING_URL',
  'WAKELINE_MATCHING_URL',
  'WAKELINE_ELEVATION_TILES',
]);

/** Name of the variable for a protocol's port. */
export function portVariable(protocol: string): string {
  return `WAKELINE_PORT_${protocol.toUpperCase()}`;
}

/** All variables; the device ports follow the device host. */
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
        meaning: `port for ${protocol.name} (${transports}); 0: disabled`,
        default: String(PROTOCOL_PORTS[protocol.name]),
      });
    }
  }
  return all;
}

/** The variables for `--help`. */
export function configHelp(): string {
  return listVariables()
    .map(({ name, meaning, default: fallback }) => `  ${name}\n      ${meaning} (${fallback ?? 'none'})`)
    .join('\n');
}
