import { resolve } from 'node:path';
import { PROTOCOLS } from '@wakeline/protocols/registry';
import { nearest } from './config/nearest.ts';
import { gatewayUrl, headerFields } from './config/sms-gateway.ts';
import {
  databaseUrl,
  host,
  oneOf,
  type Parse,
  port,
  prefix,
  Refused,
  someText,
  wholeNumber,
  yesOrNo,
} from './config/values.ts';
import { GATEWAY_METHODS, type GatewayTemplate, problemsOf } from './messages/gateway-template.ts';

export const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

export interface Config {
  readonly host: string;
  /** 0: any free one. */
  readonly port: number;
  readonly prefix: string;
  /** Absolute. */
  readonly dataDir: string;
  /** Null: the embedded PostgreSQL. */
  readonly databaseUrl: string | null;
  readonly databaseConnections: number;
  readonly deviceHost: string;
  /** By protocol name. A protocol that is off is not in here; 0: any free port (never from the environment). */
  readonly devicePorts: Readonly<Record<string, number>>;
  readonly deviceConnections: number;
  readonly deviceConnectionsPerAddress: number;
  readonly firstAccount: { readonly login: string; readonly password: string } | null;
  /** How text messages are sent; null: they wait in the outbox. */
  readonly sms: GatewayTemplate | null;
  readonly tls: boolean;
  readonly trustProxy: boolean;
  readonly metrics: boolean;
  readonly logLevel: (typeof LOG_LEVELS)[number];
}

/** A variable as `--help` and the operator's handbook show it. */
export interface Variable {
  readonly name: string;
  readonly meaning: string;
  /** As one would write it; null: nothing. */
  readonly default: string | null;
}

/** Every problem with the environment, a line each, and each with the name of its variable. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

const VARIABLES = {
  WAKELINE_HOST: {
    meaning: 'address that the console and the API are served on',
    default: '127.0.0.1',
    parse: host,
  },
  WAKELINE_PORT: { meaning: 'their port; 0: any free one', default: '8080', parse: port },
  WAKELINE_PREFIX: { meaning: 'path under which the API lies', default: '/service', parse: prefix },
  WAKELINE_DATA: {
    meaning: 'folder of files and the embedded database',
    default: './data',
    parse: someText(4_096),
  },
  DATABASE_URL: {
    meaning: 'a PostgreSQL (15 or later) to be used instead of the embedded one',
    default: null,
    parse: databaseUrl,
  },
  WAKELINE_DATABASE_CONNECTIONS: {
    meaning: 'connections to the database, at most',
    default: '12',
    parse: wholeNumber('a number of connections', 4, 500),
  },
  WAKELINE_DEVICE_HOST: { meaning: 'address that devices report to', default: '127.0.0.1', parse: host },
  WAKELINE_DEVICE_CONNECTIONS: {
    meaning: 'connections of devices, at most',
    default: '20000',
    parse: wholeNumber('a number of connections', 1, 1_000_000),
  },
  WAKELINE_DEVICE_CONNECTIONS_PER_ADDRESS: {
    meaning: 'the same from one address; a mobile network may show a whole fleet under one',
    default: '5000',
    parse: wholeNumber('a number of connections', 1, 1_000_000),
  },
  WAKELINE_ACCOUNT: {
    meaning: 'login of the first account, which is made if absent; with WAKELINE_PASSWORD',
    default: null,
    parse: someText(64),
  },
  WAKELINE_PASSWORD: {
    meaning: 'its password, used only when it is made',
    default: null,
    parse: someText(128),
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
    parse: someText(8_192),
  },
  WAKELINE_SMS_SUCCESS: {
    meaning:
      'text that the answer has in it when the message was taken; without it a status of 2xx is enough',
    default: null,
    parse: someText(256),
  },
  WAKELINE_TLS: {
    meaning:
      'yes when people reach the console over https (a proxy in front): cookies are then sent over TLS only',
    default: 'no',
    parse: yesOrNo,
  },
  WAKELINE_TRUST_PROXY: {
    meaning: 'yes when a proxy in front tells the address of the caller (X-Forwarded-For)',
    default: 'no',
    parse: yesOrNo,
  },
  WAKELINE_METRICS: { meaning: 'whether /metrics is served', default: 'yes', parse: yesOrNo },
  WAKELINE_LOG: {
    meaning: `least important messages to log: ${LOG_LEVELS.join(', ')}`,
    default: 'info',
    parse: oneOf(LOG_LEVELS),
  },
} as const satisfies Record<string, { meaning: string; default: string | null; parse: Parse<unknown> }>;

/** Variables with a secret in them: what was wrong with them is told without them. */
const SECRET: ReadonlySet<string> = new Set<keyof typeof VARIABLES>([
  'WAKELINE_PASSWORD',
  'DATABASE_URL',
  'WAKELINE_SMS_URL',
  'WAKELINE_SMS_HEADERS',
  'WAKELINE_SMS_BODY',
]);

type Name = keyof typeof VARIABLES;
type ValueOf<N extends Name> = ReturnType<(typeof VARIABLES)[N]['parse']>;

function portVariable(protocol: string): string {
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
        default: String(protocol.defaultPort),
      });
    }
  }
  return all;
}

export type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Reads the environment: the only place that does. A variable that is set to nothing counts as absent, as compose
 * files and service managers set it that way. A variable of ours that does not exist is refused: a misspelt one would
 * be ignored in silence.
 *
 * @throws ConfigError with all problems.
 */
export function readConfig(environment: Environment = process.env): Config {
  const problems = unknownVariables(environment);

  function parsed<Value>(name: string, fallback: string | null, parse: Parse<Value>): Value | null {
    const given = environment[name];
    const text = given === undefined || given === '' ? fallback : given;
    if (text === null) return null;
    try {
      return parse(text);
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      const shown = SECRET.has(name) ? '' : ` ${JSON.stringify(text)}`;
      problems.push(`${name}:${shown} ${error.message}`);
      return null;
    }
  }

  function optional<N extends Name>(name: N): ValueOf<N> | null {
    const variable: { default: string | null; parse: Parse<unknown> } = VARIABLES[name];
    return parsed(name, variable.default, variable.parse as Parse<ValueOf<N>>);
  }

  /** For variables with a default. When the text was refused, nobody gets to see what is returned instead. */
  function value<N extends Name>(name: N): ValueOf<N> {
    return optional(name) ?? (VARIABLES[name].parse(VARIABLES[name].default ?? '') as ValueOf<N>);
  }

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
    const given = Object.keys(VARIABLES).find(
      (name) => name.startsWith('WAKELINE_SMS_') && environment[name],
    );
    if (given !== undefined && given !== 'WAKELINE_SMS_URL') {
      problems.push(`WAKELINE_SMS_URL: is needed with ${given}`);
    }
    return null;
  }

  const devicePorts: Record<string, number> = {};
  for (const { name, defaultPort } of PROTOCOLS) {
    const chosen = parsed(portVariable(name), String(defaultPort), port) ?? 0;
    if (chosen !== 0) devicePorts[name] = chosen;
  }
  const login = optional('WAKELINE_ACCOUNT');
  const password = optional('WAKELINE_PASSWORD');
  if (login !== null && password === null)
    problems.push('WAKELINE_PASSWORD: is needed with WAKELINE_ACCOUNT');
  if (login === null && password !== null)
    problems.push('WAKELINE_ACCOUNT: is needed with WAKELINE_PASSWORD');

  const config: Config = {
    host: value('WAKELINE_HOST'),
    port: value('WAKELINE_PORT'),
    prefix: value('WAKELINE_PREFIX'),
    dataDir: resolve(value('WAKELINE_DATA')),
    databaseUrl: optional('DATABASE_URL'),
    databaseConnections: value('WAKELINE_DATABASE_CONNECTIONS'),
    deviceHost: value('WAKELINE_DEVICE_HOST'),
    devicePorts,
    deviceConnections: value('WAKELINE_DEVICE_CONNECTIONS'),
    deviceConnectionsPerAddress: value('WAKELINE_DEVICE_CONNECTIONS_PER_ADDRESS'),
    firstAccount: login === null || password === null ? null : { login, password },
    sms: smsGateway(),
    tls: value('WAKELINE_TLS'),
    trustProxy: value('WAKELINE_TRUST_PROXY'),
    metrics: value('WAKELINE_METRICS'),
    logLevel: value('WAKELINE_LOG'),
  };
  problems.push(...samePorts(config));
  if (problems.length > 0) throw new ConfigError([...new Set(problems)].join('\n'));
  return config;
}

function unknownVariables(environment: Environment): string[] {
  const known = listVariables().map((variable) => variable.name);
  return Object.keys(environment)
    .filter((name) => name.startsWith('WAKELINE_') && !known.includes(name))
    .map((name) => {
      const meant = nearest(name, known);
      return `${name}: there is no such variable${meant === null ? ' (--help lists them)' : `; is ${meant} meant?`}`;
    });
}

/** Two listeners on one port: the second would fail to start, and say only "address in use". */
function samePorts({ port: httpPort, devicePorts }: Config): string[] {
  const takers = new Map<number, string>(httpPort === 0 ? [] : [[httpPort, 'WAKELINE_PORT']]);
  const problems: string[] = [];
  for (const [protocol, chosen] of Object.entries(devicePorts)) {
    const name = portVariable(protocol);
    const other = takers.get(chosen);
    if (other !== undefined) problems.push(`${name}: ${chosen} is the port of ${other} already`);
    takers.set(chosen, name);
  }
  return problems;
}

/** The text of `--help`: a line or two for each variable. */
export function configHelp(): string {
  return listVariables()
    .map(({ name, meaning, default: fallback }) => `  ${name}\n      ${meaning} (${fallback ?? 'none'})`)
    .join('\n');
}
