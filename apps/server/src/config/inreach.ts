import type { InreachService } from '../satellite/gateways/inreach.ts';
import { headerName, inboundSecret } from './inbound-sms.ts';
import type { PushSettings } from './iridium.ts';
import { createReader, type ReaderContext, type VariableTable } from './reader.ts';
import { InvalidValueError, networks, nonEmptyText } from './values.ts';

/** The address of the service without a path. */
function inboundUrl(text: string): string {
  const url = URL.parse(text.trim());
  const isPlain = url !== null && url.pathname === '/' && url.search + url.hash + url.username === '';
  if (isPlain && ['https:', 'http:'].includes(url.protocol)) return url.origin;
  throw new InvalidValueError('is not a URL such as https://eur-enterprise.inreach.garmin.com');
}

export const INREACH_VARIABLES = {
  WAKELINE_INREACH_URL: {
    meaning:
      "address of Garmin's IPC Inbound service, as the Explore page shows it: https://eur-enterprise.inreach.garmin.com. Without it no messages are sent to inReach devices",
    default: null,
    parse: inboundUrl,
  },
  WAKELINE_INREACH_USER: {
    meaning: 'user of the IPC Inbound service',
    default: null,
    parse: nonEmptyText(254),
  },
  WAKELINE_INREACH_PASSWORD: {
    meaning: 'password of the IPC Inbound service',
    default: null,
    parse: nonEmptyText(254),
  },
  WAKELINE_INREACH_SENDER: {
    meaning: 'e-mail address or phone number that inReach devices show as the sender',
    default: null,
    parse: nonEmptyText(254),
  },
  WAKELINE_INREACH_PUSH_SECRET: {
    meaning:
      "token with which Garmin's IPC Outbound service posts events to /service/satellite/inreach; without it: 404",
    default: null,
    parse: inboundSecret,
  },
  WAKELINE_INREACH_PUSH_HEADER: {
    meaning: 'HTTP header with the token',
    default: 'x-outbound-auth-token',
    parse: headerName,
  },
  WAKELINE_INREACH_PUSH_NETWORKS: {
    meaning:
      'addresses and networks (10.0.0.0/8) from which the service posts, separated by commas; without it any',
    default: null,
    parse: networks,
  },
} as const satisfies VariableTable & Record<string, { meaning: string }>;

export interface InreachConfig {
  /** How messages to inReach devices are sent; null: they are not. */
  readonly inreach: InreachService | null;
  readonly inreachPush: PushSettings | null;
}

export function readInreachConfig(context: ReaderContext): InreachConfig {
  const { optional, value, requireWith } = createReader(INREACH_VARIABLES, context);

  function readService(): InreachService | null {
    const url = optional('WAKELINE_INREACH_URL');
    const user = optional('WAKELINE_INREACH_USER');
    const password = optional('WAKELINE_INREACH_PASSWORD');
    const sender = optional('WAKELINE_INREACH_SENDER');
    if (url !== null && user !== null && password !== null && sender !== null)
      return { url, user, password, sender };
    const given = { URL: url, USER: user, PASSWORD: password, SENDER: sender };
    const missing = Object.entries(given).filter(([, text]) => text === null);
    if (missing.length < Object.keys(given).length) {
      const [first] = Object.entries(given).find(([, text]) => text !== null) ?? [];
      for (const [name] of missing)
        context.problems.push(`WAKELINE_INREACH_${name}: required with WAKELINE_INREACH_${first}`);
    }
    return null;
  }

  function readPush(): PushSettings | null {
    const secret = optional('WAKELINE_INREACH_PUSH_SECRET');
    if (secret === null) {
      requireWith('WAKELINE_INREACH_PUSH_', 'WAKELINE_INREACH_PUSH_SECRET');
      return null;
    }
    return {
      secret,
      header: value('WAKELINE_INREACH_PUSH_HEADER'),
      networks: optional('WAKELINE_INREACH_PUSH_NETWORKS'),
    };
  }

  return { inreach: readService(), inreachPush: readPush() };
}
