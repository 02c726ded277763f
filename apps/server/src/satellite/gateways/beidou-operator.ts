import { randomBytes } from 'node:crypto';
import { encodeText } from '@wakeline/domain/satellite/beidou-coding';
import type { Clock } from '../../clock.ts';
import { networkErrorKind, type RequestTemplate, sendTemplate } from '../../messages/request-template.ts';
import type { SubmittedIds } from '../edges/beidou-operator/submitted-ids.ts';
import { CODING_NUMBERS } from '../edges/beidou-operator/template.ts';
import type { ClaimedPart, Gateway, GatewayOutcome } from '../queue/gateway.ts';
import { checkAddress } from './check-address.ts';
import { outcomeWithoutResponse } from './connection-failure.ts';

const TIMEOUT_MS = 30_000;
/** Characters of a response that are kept. */
const MAX_DETAIL = 200;
/** `dataId` of the platform has 24 hexadecimal digits. */
const ID_BYTES = 12;

/**
 * Messages to BeiDou cards by the HTTP request to the platform of an operator that the operator of this server has
 * configured. The platform pushes receipts with the id.
 */
export function createBeidouOperator(
  template: RequestTemplate,
  submitted: SubmittedIds,
  clock: Clock,
): Gateway {
  return {
    async send({ receiver, text, urgent }: ClaimedPart): Promise<GatewayOutcome> {
      const content = encodeText(text);
      if (content === null) return { state: 'failed', reason: 'not-encodable', detail: '' };
      const id = randomBytes(ID_BYTES).toString('hex');
      submitted.add(id, clock.now());
      const values = {
        card: receiver,
        content: Buffer.from(content.bytes).toString('hex').toUpperCase(),
        coding: CODING_NUMBERS[content.coding],
        text,
        urgent: urgent ? '1' : '0',
        id,
      };
      try {
        return outcomeOf(await sendTemplate(template, values, TIMEOUT_MS), id);
      } catch (error) {
        return outcomeWithoutResponse(networkErrorKind(error));
      }
    },
    check: () => checkAddress(template.url),
  };
}

function outcomeOf(
  { status, body, isSuccess }: Awaited<ReturnType<typeof sendTemplate>>,
  id: string,
): GatewayOutcome {
  const detail = `${status} ${body.slice(0, MAX_DETAIL)}`.trim();
  if (isSuccess) return { state: 'accepted', providerId: id, detail };
  // RFC 9110, 15.6.4 and RFC 6585, 4: nothing was done. Wrong credentials: nothing either, and the operator can correct them.
  if (status === 429 || status === 503) return { state: 'waiting', reason: 'busy', detail };
  if (status === 401 || status === 403) return { state: 'waiting', reason: 'offline', detail };
  if (status >= 500) return { state: 'failed', reason: 'unknown-arrival', detail };
  return { state: 'failed', reason: 'gateway-refused', detail };
}
