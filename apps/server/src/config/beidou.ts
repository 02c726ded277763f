import { BEIDOU_DIALECTS, parseCardNumber } from '@wakeline/domain/satellite/beidou-card';
import { INBOUND_AUTH } from '../messages/inbound-gateway.ts';
import { REQUEST_METHODS, type RequestTemplate } from '../messages/request-template.ts';
import type { BeidouMachineSettings } from '../satellite/edges/beidou-machine/settings.ts';
import type { BeidouPushSettings } from '../satellite/edges/beidou-operator/settings.ts';
import { operatorProblems } from '../satellite/edges/beidou-operator/template.ts';
import { headerName, inboundSecret } from './inbound-sms.ts';
import { createReader, type ReaderContext, type VariableTable } from './reader.ts';
import { gatewayUrl, headerFields } from './sms-gateway.ts';
import { InvalidValueError, integer, networks, nonEmptyText, oneOf, yesOrNo } from './values.ts';

/** `tcp://host:port` of a serial-to-TCP converter. */
function converterUrl(text: string): { readonly host: string; readonly port: number } {
  const url = URL.parse(text.trim());
  const isPlain =
    url !== null && ['', '/'].includes(url.pathname) && url.search + url.hash + url.username === '';
  if (isPlain && url.protocol === 'tcp:' && url.hostname !== '' && Number(url.port) > 0) {
    return { host: url.hostname.replace(/^\[|\]$/g, ''), port: Number(url.port) };
  }
  throw new InvalidValueError('is not a URL such as tcp://192.168.1.20:4001');
}

/** Minutes ahead of UTC. */
function clockOffset(text: string): number {
  const minutes = /^-?\d{1,3}$/.test(text) ? Number(text) : Number.NaN;
  if (minutes >= -720 && minutes <= 840) return minutes;
  throw new InvalidValueError('is not a number of minutes (-720 to 840)');
}

function card(text: string): string {
  if (parseCardNumber(text) !== null) return text;
  throw new InvalidValueError('is not a card number such as 2095718');
}

export const BEIDOU_VARIABLES = {
  WAKELINE_BEIDOU_MACHINE: {
    meaning:
      'serial-to-TCP converter of a BeiDou command machine: tcp://192.168.1.20:4001. Without it there is none',
    default: null,
    parse: converterUrl,
  },
  WAKELINE_BEIDOU_MACHINE_DIALECT: {
    meaning: `protocol of the command machine: ${BEIDOU_DIALECTS.join(', ')}`,
    default: '2.1',
    parse: oneOf(BEIDOU_DIALECTS),
  },
  WAKELINE_BEIDOU_MACHINE_CLOCK_OFFSET: {
    meaning:
      'minutes by which the clock of the command machine is ahead of UTC: 0, or 480 for China Standard Time',
    default: '0',
    parse: clockOffset,
  },
  WAKELINE_BEIDOU_MACHINE_POINT: {
    meaning: 'frequency point of BeiDou-3 messages',
    default: '2',
    parse: integer('a frequency point', 1, 5),
  },
  WAKELINE_BEIDOU_MACHINE_RECEIPTS: {
    meaning:
      'query receipts of messages while none waits to be sent: yes or no. A query uses the radio as a message does',
    default: 'yes',
    parse: yesOrNo,
  },
  WAKELINE_BEIDOU_OPERATOR_URL: {
    meaning:
      'URL of the platform of a BeiDou operator that sends messages; placeholders {card}, {content} (hexadecimal), {coding}, {text}, {urgent} and {id}. Without it none are sent this way',
    default: null,
    parse: gatewayUrl,
  },
  WAKELINE_BEIDOU_OPERATOR_METHOD: {
    meaning: `HTTP method of the operator's platform: ${REQUEST_METHODS.join(', ')}`,
    default: 'POST',
    parse: oneOf(REQUEST_METHODS),
  },
  WAKELINE_BEIDOU_OPERATOR_HEADERS: {
    meaning: "HTTP headers for the operator's platform, as a JSON object",
    default: '{}',
    parse: headerFields,
  },
  WAKELINE_BEIDOU_OPERATOR_BODY: {
    meaning: "request body for the operator's platform, with the same placeholders as the URL",
    default: null,
    parse: nonEmptyText(8_192),
  },
  WAKELINE_BEIDOU_OPERATOR_SUCCESS: {
    meaning:
      "text that the response of the operator's platform contains on success; without it any 2xx status means success",
    default: null,
    parse: nonEmptyText(256),
  },
  WAKELINE_BEIDOU_PUSH_SECRET: {
    meaning:
      "secret with which the operator's platform pushes messages to /service/satellite/beidou-push; without it: 404",
    default: null,
    parse: inboundSecret,
  },
  WAKELINE_BEIDOU_PUSH_AUTH: {
    meaning: 'what the platform sends: token, the secret; hmac-sha256, the signature of time and body',
    default: 'hmac-sha256',
    parse: oneOf(INBOUND_AUTH),
  },
  WAKELINE_BEIDOU_PUSH_HEADER: {
    meaning: 'HTTP header with the token or the signature',
    default: 'x-signature',
    parse: headerName,
  },
  WAKELINE_BEIDOU_PUSH_TIME_HEADER: {
    meaning: 'HTTP header with the signed time, Unix seconds or milliseconds',
    default: 'x-timestamp',
    parse: headerName,
  },
  WAKELINE_BEIDOU_PUSH_NETWORKS: {
    meaning:
      'addresses and networks (10.0.0.0/8) from which the platform pushes, separated by commas; without it any',
    default: null,
    parse: networks,
  },
  WAKELINE_BEIDOU_PUSH_CARD: {
    meaning:
      'card to which terminals send messages to the platform: messages to others are of terminal to terminal; without it all are to the platform',
    default: null,
    parse: card,
  },
} as const satisfies VariableTable & Record<string, { meaning: string }>;

export interface BeidouConfig {
  /** Command machine through which messages to BeiDou cards are sent and received; null: none. */
  readonly beidouMachine: BeidouMachineSettings | null;
  /** How messages are sent by the platform of a BeiDou operator; null: they are not. */
  readonly beidouOperator: RequestTemplate | null;
  /** How this platform pushes messages; null: it does not. */
  readonly beidouPush: BeidouPushSettings | null;
}

export function readBeidouConfig(context: ReaderContext): BeidouConfig {
  const { optional, value, requireWith } = createReader(BEIDOU_VARIABLES, context);

  function readMachine(): BeidouMachineSettings | null {
    const address = optional('WAKELINE_BEIDOU_MACHINE');
    if (address === null) {
      requireWith('WAKELINE_BEIDOU_MACHINE', 'WAKELINE_BEIDOU_MACHINE');
      return null;
    }
    return {
      ...address,
      dialect: value('WAKELINE_BEIDOU_MACHINE_DIALECT'),
      clockOffset: value('WAKELINE_BEIDOU_MACHINE_CLOCK_OFFSET'),
      frequencyPoint: value('WAKELINE_BEIDOU_MACHINE_POINT'),
      receipts: value('WAKELINE_BEIDOU_MACHINE_RECEIPTS'),
    };
  }

  function readOperator(): RequestTemplate | null {
    const url = optional('WAKELINE_BEIDOU_OPERATOR_URL');
    const template = {
      method: value('WAKELINE_BEIDOU_OPERATOR_METHOD'),
      headers: value('WAKELINE_BEIDOU_OPERATOR_HEADERS'),
      body: optional('WAKELINE_BEIDOU_OPERATOR_BODY'),
      success: optional('WAKELINE_BEIDOU_OPERATOR_SUCCESS'),
    };
    if (url !== null) {
      context.problems.push(...operatorProblems({ url, ...template }));
      return { url, ...template };
    }
    requireWith('WAKELINE_BEIDOU_OPERATOR_', 'WAKELINE_BEIDOU_OPERATOR_URL');
    return null;
  }

  function readPush(): BeidouPushSettings | null {
    const secret = optional('WAKELINE_BEIDOU_PUSH_SECRET');
    if (secret === null) {
      requireWith('WAKELINE_BEIDOU_PUSH_', 'WAKELINE_BEIDOU_PUSH_SECRET');
      return null;
    }
    return {
      secret,
      auth: value('WAKELINE_BEIDOU_PUSH_AUTH'),
      header: value('WAKELINE_BEIDOU_PUSH_HEADER'),
      timeHeader: value('WAKELINE_BEIDOU_PUSH_TIME_HEADER'),
      networks: optional('WAKELINE_BEIDOU_PUSH_NETWORKS'),
      card: optional('WAKELINE_BEIDOU_PUSH_CARD'),
    };
  }

  return { beidouMachine: readMachine(), beidouOperator: readOperator(), beidouPush: readPush() };
}
