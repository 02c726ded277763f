import { resolve } from 'node:path';
import { PROTOCOL_NAMES, PROTOCOL_PORTS } from '@wakeline/domain/devices/protocols';
import type { HistoryServers } from './clickhouse/servers.ts';
import { type BeidouConfig, readBeidouConfig } from './config/beidou.ts';
import { closestName } from './config/closest-name.ts';
import { type RoleConfig, readClusterConfig } from './config/cluster.ts';
import type { ElevationTiles } from './config/elevation.ts';
import { readFilesBucket } from './config/files-storage.ts';
import { type InreachConfig, readInreachConfig } from './config/inreach.ts';
import { type IridiumConfig, readIridiumConfig } from './config/iridium.ts';
import { readPayments } from './config/payments.ts';
import { type PeopleConfig, readPeopleConfig } from './config/people.ts';
import { createReader, type Environment } from './config/reader.ts';
import { port } from './config/values.ts';
import {
  type LOG_LEVELS,
  listVariables,
  portVariable,
  SECRET_VARIABLES,
  VARIABLES,
} from './config/variables.ts';
import { readVideoConfig } from './config/video.ts';
import type { SmtpServer } from './delivery/channels/smtp-transport.ts';
import type { S3Settings } from './files/s3-settings.ts';
import type { PaymentService } from './live-events/payment-provider.ts';
import { type GatewayTemplate, problemsOf } from './messages/gateway-template.ts';
import type { InboundSmsGateway } from './messages/inbound-gateway.ts';
import { type GeocoderTemplate, validateGeocoder as geocoderProblems } from './places/geocoder-template.ts';
import { type RoutingService, validateRoutingService as routingProblems } from './places/routing-service.ts';
import type { VideoConfig } from './video/video-config.ts';

export interface Config extends RoleConfig, BeidouConfig, PeopleConfig, IridiumConfig, InreachConfig {
  readonly host: string;
  /** Additional host names: see `http/hosts.ts`. */
  readonly allowedHosts: readonly string[];
  /** Under which people reach the server, for links in messages, without a slash at the end; null: no such links. */
  readonly publicUrl: string | null;
  /** 0: any free port. */
  readonly port: number;
  readonly prefix: string;
  /** Absolute path. */
  readonly dataDir: string;
  /** Where stored files are; null: in the data folder. */
  readonly filesBucket: S3Settings | null;
  /** Null: the embedded PostgreSQL. */
  readonly databaseUrl: string | null;
  /** Servers of positions; null: they are in the database. */
  readonly history: HistoryServers | null;
  readonly databaseConnections: number;
  /** A replica for heavy reads; null: they use the primary. */
  readonly databaseReadUrl: string | null;
  /** Milliseconds. */
  readonly readLag: number;
  readonly deviceHost: string;
  /** Host under which devices reach the server; null: the one of the console. */
  readonly devicePublicHost: string | null;
  /** By protocol name, without disabled protocols; 0: any free port (never from the environment). */
  readonly devicePorts: Readonly<Record<string, number>>;
  /** For senders of AIS feeds; 0: any free port (never from the environment); null: off. */
  readonly aisPort: number | null;
  /** Private addresses and networks to which feeds may connect. */
  readonly feedNetworks: readonly string[];
  readonly deviceConnections: number;
  readonly deviceConnectionsPerAddress: number;
  /** Partitions of trackers that are written side by side, each on its own database connection. */
  readonly writers: number;
  /** How live video of events is received; null: it is not. */
  readonly video: VideoConfig | null;
  readonly firstAccount: { readonly login: string; readonly password: string } | null;
  /** How e-mail is sent; null: it is not. */
  readonly smtp: SmtpServer | null;
  /** Address to which messages to Iridium terminals are sent by e-mail; null: they are not. */
  readonly iridiumEmail: string | null;
  /** Contact of the operator for push services; null: no push messages. */
  readonly pushContact: string | null;
  /** Private addresses and networks to which webhooks and push messages may go. */
  readonly webhookNetworks: readonly string[];
  /** How text messages are sent; null: they are stored in the outbox. */
  readonly sms: GatewayTemplate | null;
  /** How text messages from devices arrive; null: they do not. */
  readonly inboundSms: InboundSmsGateway | null;
  /** Where viewers of live events pay for gifts; null: with vouchers only. */
  readonly payments: PaymentService | null;
  /** Null: the bundled gazetteer names the nearest place and serves the place search. */
  readonly geocoder: GeocoderTemplate | null;
  /** Null: no routes are planned. */
  readonly routing: RoutingService | null;
  /** Null: tracks are not matched to roads. */
  readonly matching: RoutingService | null;
  /** Null: flat terrain. */
  readonly elevation: ElevationTiles | null;
  /** `built-in`, `none`, or the path of a file. */
  readonly baseLayers: string;
  readonly baseLayerKeys: ReadonlyMap<string, string>;
  readonly tls: boolean;
  /** Trusted reverse proxies: a number of hops, or their addresses and networks; false: none. */
  readonly trustProxy: false | number | readonly string[];
  readonly metrics: boolean;
  readonly logLevel: (typeof LOG_LEVELS)[number];
}

export type { Environment } from './config/reader.ts';

/** All problems of the environment, one line each, each with the name of its variable. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

/**
 * Reads the environment; nothing else does. An empty variable counts as absent, because compose files and service managers
 * set it that way. Unknown `WAKELINE_` variables are refused, because a misspelt one would be ignored silently.
 *
 * @throws ConfigError with all problems.
 */
export function readConfig(environment: Environment = process.env): Config {
  const problems = unknownVariables(environment);
  const context = { environment, problems, secrets: SECRET_VARIABLES };
  const { parseVariable, optional, value, requireWith } = createReader(VARIABLES, context);

  function smsGateway(): GatewayTemplate | null {
    const url = optional('WAKELINE_SMS_URL');
    const gateway = {
      method: value('WAKELINE_SMS_METHOD'),
      headers: value('WAKELINE_SMS_HEADERS'),
      body: optional('WAKELINE_SMS_BODY'),
      success: optional('WAKELINE_SMS_SUCCESS'),
    };
    if (url !== null) {
      problems.push(...problemsOf({ url, ...gateway }));
      return { url, ...gateway };
    }
    requireWith('WAKELINE_SMS_', 'WAKELINE_SMS_URL');
    return null;
  }

  function smtpServer(): SmtpServer | null {
    const url = optional('WAKELINE_SMTP_URL');
    const from = optional('WAKELINE_SMTP_FROM');
    if (url === null) requireWith('WAKELINE_SMTP_', 'WAKELINE_SMTP_URL');
    else if (from === null) problems.push('WAKELINE_SMTP_FROM: required with WAKELINE_SMTP_URL');
    return url === null || from === null ? null : { ...url, from };
  }

  function iridiumEmail(): string | null {
    const address = optional('WAKELINE_IRIDIUM_EMAIL');
    if (address !== null && optional('WAKELINE_SMTP_URL') === null)
      problems.push('WAKELINE_SMTP_URL: required with WAKELINE_IRIDIUM_EMAIL');
    return address;
  }

  function inboundSms(): InboundSmsGateway | null {
    const secret = optional('WAKELINE_SMS_INBOUND_SECRET');
    if (secret === null) {
      requireWith('WAKELINE_SMS_INBOUND_', 'WAKELINE_SMS_INBOUND_SECRET');
      return null;
    }
    return {
      secret,
      auth: value('WAKELINE_SMS_INBOUND_AUTH'),
      header: value('WAKELINE_SMS_INBOUND_HEADER'),
      fields: value('WAKELINE_SMS_INBOUND_FIELDS'),
      reply: value('WAKELINE_SMS_INBOUND_REPLY'),
    };
  }

  function geocoder(): GeocoderTemplate | null {
    const template = {
      url: optional('WAKELINE_GEOCODER_URL'),
      searchUrl: optional('WAKELINE_GEOCODER_SEARCH_URL'),
      key: optional('WAKELINE_GEOCODER_KEY'),
      address: value('WAKELINE_GEOCODER_ADDRESS'),
      places: value('WAKELINE_GEOCODER_PLACES'),
      datum: value('WAKELINE_GEOCODER_DATUM'),
      timeoutMs: value('WAKELINE_GEOCODER_TIMEOUT'),
    };
    problems.push(...geocoderProblems(template));
    if (template.url !== null || template.searchUrl !== null) return template;
    requireWith('WAKELINE_GEOCODER_', 'WAKELINE_GEOCODER_URL');
    return null;
  }

  function routingService(namePrefix: 'WAKELINE_ROUTING_' | 'WAKELINE_MATCHING_'): RoutingService | null {
    const url = optional(`${namePrefix}URL`);
    const service = { kind: value(`${namePrefix}KIND`), timeoutMs: value(`${namePrefix}TIMEOUT`) };
    if (url !== null) {
      problems.push(...routingProblems(`${namePrefix}URL`, { url, ...service }));
      return { url, ...service };
    }
    requireWith(namePrefix, `${namePrefix}URL`);
    return null;
  }

  function elevation(): ElevationTiles | null {
    const tiles = optional('WAKELINE_ELEVATION_TILES');
    if (tiles === null) {
      requireWith('WAKELINE_ELEVATION_', 'WAKELINE_ELEVATION_TILES');
      return null;
    }
    return {
      tiles,
      encoding: value('WAKELINE_ELEVATION_ENCODING'),
      tileSize: value('WAKELINE_ELEVATION_TILE_SIZE'),
      minZoom: 0,
      maxZoom: value('WAKELINE_ELEVATION_MAX_ZOOM'),
      attribution: optional('WAKELINE_ELEVATION_ATTRIBUTION') ?? '',
    };
  }

  const devicePorts: Record<string, number> = {};
  for (const name of PROTOCOL_NAMES) {
    const chosenPort = parseVariable(portVariable(name), String(PROTOCOL_PORTS[name]), port) ?? 0;
    if (chosenPort !== 0) devicePorts[name] = chosenPort;
  }
  const login = optional('WAKELINE_ACCOUNT');
  const password = optional('WAKELINE_PASSWORD');
  if (login !== null && password === null) problems.push('WAKELINE_PASSWORD: required with WAKELINE_ACCOUNT');
  if (login === null && password !== null) problems.push('WAKELINE_ACCOUNT: required with WAKELINE_PASSWORD');
  if (optional('DATABASE_READ_URL') !== null && optional('DATABASE_URL') === null)
    problems.push('DATABASE_URL: required with DATABASE_READ_URL');

  const config: Config = {
    host: value('WAKELINE_HOST'),
    allowedHosts: optional('WAKELINE_ALLOWED_HOSTS') ?? [],
    publicUrl: optional('WAKELINE_PUBLIC_URL'),
    port: value('WAKELINE_PORT'),
    prefix: value('WAKELINE_PREFIX'),
    dataDir: resolve(value('WAKELINE_DATA')),
    filesBucket: readFilesBucket(context),
    databaseUrl: optional('DATABASE_URL'),
    history: optional('HISTORY_URL'),
    databaseConnections: value('WAKELINE_DATABASE_CONNECTIONS'),
    databaseReadUrl: optional('DATABASE_READ_URL'),
    readLag: value('WAKELINE_READ_LAG_MS'),
    deviceHost: value('WAKELINE_DEVICE_HOST'),
    devicePublicHost: optional('WAKELINE_DEVICE_PUBLIC_HOST'),
    devicePorts,
    aisPort: value('WAKELINE_PORT_AIS') || null,
    feedNetworks: optional('WAKELINE_FEED_NETWORKS') ?? [],
    deviceConnections: value('WAKELINE_DEVICE_CONNECTIONS'),
    deviceConnectionsPerAddress: value('WAKELINE_DEVICE_CONNECTIONS_PER_ADDRESS'),
    writers: value('WAKELINE_WRITERS'),
    firstAccount: login === null || password === null ? null : { login, password },
    smtp: smtpServer(),
    iridiumEmail: iridiumEmail(),
    ...readClusterConfig(context),
    ...readBeidouConfig(context),
    ...readIridiumConfig(context),
    ...readInreachConfig(context),
    payments: readPayments(context),
    ...readPeopleConfig(context),
    video: readVideoConfig(context),
    pushContact: optional('WAKELINE_PUSH_CONTACT'),
    webhookNetworks: optional('WAKELINE_WEBHOOK_NETWORKS') ?? [],
    sms: smsGateway(),
    inboundSms: inboundSms(),
    geocoder: geocoder(),
    routing: routingService('WAKELINE_ROUTING_'),
    matching: routingService('WAKELINE_MATCHING_'),
    elevation: elevation(),
    baseLayers: value('WAKELINE_BASE_LAYERS'),
    baseLayerKeys: optional('WAKELINE_BASE_LAYER_KEYS') ?? new Map(),
    tls: value('WAKELINE_TLS'),
    trustProxy: value('WAKELINE_TRUST_PROXY'),
    metrics: value('WAKELINE_METRICS'),
    logLevel: value('WAKELINE_LOG'),
  };
  problems.push(...findPortConflicts(config));
  if (problems.length > 0) throw new ConfigError([...new Set(problems)].join('\n'));
  return config;
}

function unknownVariables(environment: Environment): string[] {
  const known = listVariables().map((variable) => variable.name);
  return Object.keys(environment)
    .filter((name) => name.startsWith('WAKELINE_') && !known.includes(name))
    .map((name) => {
      const suggestion = closestName(name, known);
      return `${name}: unknown variable${suggestion === null ? ' (see --help)' : `; did you mean ${suggestion}?`}`;
    });
}

/** Finds two listeners on one port: the second would fail with only "address in use". */
function findPortConflicts({ port: httpPort, devicePorts, aisPort, video }: Config): string[] {
  const variableByPort = new Map<number, string>(httpPort === 0 ? [] : [[httpPort, 'WAKELINE_PORT']]);
  const problems: string[] = [];
  const listeners = Object.entries({ ...devicePorts, ...(aisPort !== null && { ais: aisPort }) }).map(
    ([protocol, chosenPort]) => [portVariable(protocol), chosenPort] as const,
  );
  if (video !== null) listeners.push(['WAKELINE_RTMP_PORT', video.rtmpPort]);
  for (const [name, chosenPort] of listeners) {
    const other = variableByPort.get(chosenPort);
    if (other !== undefined) problems.push(`${name}: port ${chosenPort} is already used by ${other}`);
    variableByPort.set(chosenPort, name);
  }
  return problems;
}
