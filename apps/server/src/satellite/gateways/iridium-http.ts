import { PLAIN_TEXT } from '@wakeline/domain/satellite/sbd-text';
import { encodePayloadText } from '@wakeline/protocols/satellite/iridium/payload-text';
import {
  networkErrorKind,
  type RequestTemplate,
  sendTemplate,
  type TemplateValues,
  templateProblems,
} from '../../messages/request-template.ts';
import type { ClaimedPart, Gateway, GatewayOutcome } from '../queue/gateway.ts';
import { checkAddress } from './check-address.ts';
import { outcomeWithoutResponse } from './connection-failure.ts';

const TIMEOUT_MS = 30_000;
const MAX_DETAIL = 200;

/** The HTTP request that sends a message to an Iridium terminal. */
export interface IridiumHttpSettings extends RequestTemplate {
  /** Identifiers of the terminals in the gateway by their IMEI, for the placeholder `{identifier}`. */
  readonly identifiers: ReadonlyMap<string, string>;
}

const PREFIX = 'WAKELINE_IRIDIUM_HTTP_';
const SAMPLE: TemplateValues = {
  imei: '300234063904190',
  identifier: 'yQmvVPGnXNZJRLMpLkdMDjEabxqrBYoK',
  payload: '48656C6C6F',
  id: '1',
};

/** Problems of the request as a whole, each with its variable; empty if it is valid. */
export function iridiumHttpProblems(template: IridiumHttpSettings): readonly string[] {
  const problems = [...templateProblems(template, PREFIX, SAMPLE)];
  const both = template.url + (template.body ?? '');
  if (!both.includes('{imei}') && !both.includes('{identifier}'))
    problems.push(`${PREFIX}URL: {imei} or {identifier} is required in the URL or the body`);
  if (!both.includes('{payload}'))
    problems.push(`${PREFIX}URL: {payload} is required in the URL or the body`);
  if (both.includes('{identifier}') && template.identifiers.size === 0)
    problems.push(`${PREFIX}IDENTIFIERS: required with {identifier}`);
  return problems;
}

/** Messages to Iridium terminals by the HTTP request that the operator has configured. */
export function createIridiumHttp(template: IridiumHttpSettings): Gateway {
  return {
    async send({ partId, receiver: imei, text }: ClaimedPart): Promise<GatewayOutcome> {
      const identifier = template.identifiers.get(imei);
      if (identifier === undefined && `${template.url}${template.body}`.includes('{identifier}'))
        return { state: 'failed', reason: 'unknown-receiver', detail: `${PREFIX}IDENTIFIERS lacks the IMEI` };
      const payload = encodePayloadText(text, PLAIN_TEXT).toString('hex').toUpperCase();
      try {
        const values = { imei, identifier: identifier ?? '', payload, id: String(partId) };
        return outcomeOf(await sendTemplate(template, values, TIMEOUT_MS));
      } catch (error) {
        return outcomeWithoutResponse(networkErrorKind(error));
      }
    },
    check: () => checkAddress(template.url),
  };
}

function outcomeOf({ status, body, isSuccess }: Awaited<ReturnType<typeof sendTemplate>>): GatewayOutcome {
  const detail = `${status} ${body.slice(0, MAX_DETAIL)}`.trim();
  if (isSuccess) return { state: 'accepted', providerId: null, detail };
  // RFC 9110, 15.6.4 and RFC 6585, 4: nothing was done. Wrong credentials: nothing either, and the operator can correct them.
  if (status === 429 || status === 503) return { state: 'waiting', reason: 'busy', detail };
  if (status === 401 || status === 403) return { state: 'waiting', reason: 'offline', detail };
  if (status >= 500) return { state: 'failed', reason: 'unknown-arrival', detail };
  return { state: 'failed', reason: 'gateway-refused', detail };
}
