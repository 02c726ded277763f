import {
  type PositionTemplate,
  parsePositionTemplate,
} from '@wakeline/protocols/satellite/iridium/position-template';
import { REQUEST_METHODS } from '../messages/request-template.ts';
import type { DirectIpAddress } from '../satellite/gateways/iridium-directip.ts';
import { type IridiumHttpSettings, iridiumHttpProblems } from '../satellite/gateways/iridium-http.ts';
import { headerName, inboundSecret } from './inbound-sms.ts';
import { createReader, type ReaderContext, type VariableTable } from './reader.ts';
import { gatewayUrl, headerFields } from './sms-gateway.ts';
import { mailAddress } from './smtp.ts';
import { host, InvalidValueError, networks, nonEmptyText, oneOf, port } from './values.ts';

/** `host:port`, an IPv6 address in brackets. */
function directIpAddress(text: string): DirectIpAddress {
  const [, address, number] = /^(\[[\da-f:.]+\]|[^:\s]+):(\d{1,5})$/i.exec(text.trim()) ?? [];
  if (address !== undefined && number !== undefined && Number(number) > 0) {
    return { host: host(address.replace(/^\[|\]$/g, '')), port: port(number) };
  }
  throw new InvalidValueError('is not an address such as 192.0.2.10:10800');
}

/** `{"IMEI": "identifier"}`. */
function identifiersByImei(text: string): ReadonlyMap<string, string> {
  const entries = Object.entries(Object(parseJson(text)) as Record<string, unknown>);
  const isValid = entries.every(
    ([imei, identifier]) =>
      /^\d{15}$/.test(imei) && typeof identifier === 'string' && /^[\w.-]{1,128}$/.test(identifier),
  );
  if (isValid && (entries.length > 0 || text.trim() === '{}'))
    return new Map(entries.map(([imei, identifier]) => [imei, String(identifier)]));
  throw new InvalidValueError('is not a JSON object such as {"300234063904190": "yQmvVPGn"}');
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function positionTemplate(text: string): PositionTemplate {
  const template = parsePositionTemplate(text);
  if (template !== null) return template;
  throw new InvalidValueError(
    'is not a template such as start=A5 length=13 time@1:u32 latitude@5:i32*1e-7 longitude@9:i32*1e-7',
  );
}

function mailAddresses(text: string): readonly string[] {
  return text.split(',').map((address) => mailAddress(address).toLowerCase());
}

export const IRIDIUM_VARIABLES = {
  WAKELINE_IRIDIUM_LISTEN_PORT: {
    meaning: 'port on WAKELINE_DEVICE_HOST to which the Iridium gateway sends messages by DirectIP; 0: off',
    default: '0',
    parse: port,
  },
  WAKELINE_IRIDIUM_LISTEN_NETWORKS: {
    meaning:
      'addresses and networks (10.0.0.0/8) from which the Iridium gateway connects, separated by commas; without it any',
    default: null,
    parse: networks,
  },
  WAKELINE_IRIDIUM_DIRECTIP: {
    meaning:
      'address of the Iridium gateway to which messages to terminals are sent by DirectIP: 192.0.2.10:10800. Without it none are',
    default: null,
    parse: directIpAddress,
  },
  WAKELINE_IRIDIUM_HTTP_URL: {
    meaning:
      'URL of an HTTP gateway that sends messages to Iridium terminals; placeholders {imei}, {identifier}, {payload} (hexadecimal) and {id}. Without it none are sent this way',
    default: null,
    parse: gatewayUrl,
  },
  WAKELINE_IRIDIUM_HTTP_METHOD: {
    meaning: `HTTP method of the Iridium gateway: ${REQUEST_METHODS.join(', ')}`,
    default: 'POST',
    parse: oneOf(REQUEST_METHODS),
  },
  WAKELINE_IRIDIUM_HTTP_HEADERS: {
    meaning: 'HTTP headers for the Iridium gateway, as a JSON object',
    default: '{}',
    parse: headerFields,
  },
  WAKELINE_IRIDIUM_HTTP_BODY: {
    meaning: 'request body for the Iridium gateway, with the same placeholders as the URL',
    default: null,
    parse: nonEmptyText(8_192),
  },
  WAKELINE_IRIDIUM_HTTP_SUCCESS: {
    meaning:
      'text that the response of the Iridium gateway contains on success; without it any 2xx status means success',
    default: null,
    parse: nonEmptyText(256),
  },
  WAKELINE_IRIDIUM_HTTP_IDENTIFIERS: {
    meaning:
      'identifiers of the terminals in the Iridium gateway by IMEI, for {identifier}, as a JSON object',
    default: '{}',
    parse: identifiersByImei,
  },
  WAKELINE_IRIDIUM_PUSH_SECRET: {
    meaning:
      'secret with which RockBLOCK or Cloudloop post messages to /service/satellite/iridium; without it: 404',
    default: null,
    parse: inboundSecret,
  },
  WAKELINE_IRIDIUM_PUSH_HEADER: {
    meaning: 'HTTP header with the secret; a service that sets none appends the secret to the path',
    default: 'authorization',
    parse: headerName,
  },
  WAKELINE_IRIDIUM_PUSH_NETWORKS: {
    meaning:
      'addresses and networks (10.0.0.0/8) from which the service posts, separated by commas; without it any',
    default: null,
    parse: networks,
  },
  WAKELINE_IRIDIUM_EMAIL_FROM: {
    meaning:
      'addresses from which the Iridium gateway sends messages of terminals to the mailbox of WAKELINE_IMAP_URL, separated by commas: sbdservice@sbd.iridium.com',
    default: null,
    parse: mailAddresses,
  },
  WAKELINE_IRIDIUM_POSITION: {
    meaning: 'where binary payloads of Iridium terminals have their position, see iridium.md',
    default: null,
    parse: positionTemplate,
  },
} as const satisfies VariableTable & Record<string, { meaning: string }>;

export const IRIDIUM_SECRETS = [
  'WAKELINE_IRIDIUM_HTTP_URL',
  'WAKELINE_IRIDIUM_HTTP_HEADERS',
  'WAKELINE_IRIDIUM_HTTP_BODY',
  'WAKELINE_IRIDIUM_PUSH_SECRET',
] as const satisfies readonly (keyof typeof IRIDIUM_VARIABLES)[];

/** An address to which a service posts messages. */
export interface PushSettings {
  readonly secret: string;
  readonly header: string;
  /** Addresses and networks of the service; null: any. */
  readonly networks: readonly string[] | null;
}

export interface IridiumConfig {
  /** DirectIP listener; null: off. */
  readonly iridiumListener: { readonly port: number; readonly networks: readonly string[] | null } | null;
  /** Where messages to terminals are sent by DirectIP; null: they are not. */
  readonly iridiumDirectIp: DirectIpAddress | null;
  /** The request that sends messages to terminals; null: none. */
  readonly iridiumHttp: IridiumHttpSettings | null;
  readonly iridiumPush: PushSettings | null;
  /** Senders of e-mails with messages of terminals, in lower case. */
  readonly iridiumEmailSenders: readonly string[];
  readonly iridiumPosition: PositionTemplate | null;
}

export function readIridiumConfig(context: ReaderContext): IridiumConfig {
  const { optional, value, requireWith } = createReader(IRIDIUM_VARIABLES, context);

  function readListener(): IridiumConfig['iridiumListener'] {
    const chosenPort = value('WAKELINE_IRIDIUM_LISTEN_PORT');
    return chosenPort === 0
      ? null
      : { port: chosenPort, networks: optional('WAKELINE_IRIDIUM_LISTEN_NETWORKS') };
  }

  function readHttp(): IridiumHttpSettings | null {
    const url = optional('WAKELINE_IRIDIUM_HTTP_URL');
    const template = {
      method: value('WAKELINE_IRIDIUM_HTTP_METHOD'),
      headers: value('WAKELINE_IRIDIUM_HTTP_HEADERS'),
      body: optional('WAKELINE_IRIDIUM_HTTP_BODY'),
      success: optional('WAKELINE_IRIDIUM_HTTP_SUCCESS'),
      identifiers: value('WAKELINE_IRIDIUM_HTTP_IDENTIFIERS'),
    };
    if (url !== null) {
      context.problems.push(...iridiumHttpProblems({ url, ...template }));
      return { url, ...template };
    }
    requireWith('WAKELINE_IRIDIUM_HTTP_', 'WAKELINE_IRIDIUM_HTTP_URL');
    return null;
  }

  function readPush(): PushSettings | null {
    const secret = optional('WAKELINE_IRIDIUM_PUSH_SECRET');
    if (secret === null) {
      requireWith('WAKELINE_IRIDIUM_PUSH_', 'WAKELINE_IRIDIUM_PUSH_SECRET');
      return null;
    }
    return {
      secret,
      header: value('WAKELINE_IRIDIUM_PUSH_HEADER'),
      networks: optional('WAKELINE_IRIDIUM_PUSH_NETWORKS'),
    };
  }

  return {
    iridiumListener: readListener(),
    iridiumDirectIp: optional('WAKELINE_IRIDIUM_DIRECTIP'),
    iridiumHttp: readHttp(),
    iridiumPush: readPush(),
    iridiumEmailSenders: optional('WAKELINE_IRIDIUM_EMAIL_FROM') ?? [],
    iridiumPosition: optional('WAKELINE_IRIDIUM_POSITION'),
  };
}
