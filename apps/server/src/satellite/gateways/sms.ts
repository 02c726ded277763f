import { createGatewaySender, GatewayError } from '../../messages/gateway.ts';
import type { GatewayTemplate } from '../../messages/gateway-template.ts';
import type { ClaimedPart, Gateway, GatewayOutcome } from '../queue/gateway.ts';
import { checkAddress } from './check-address.ts';
import { outcomeWithoutResponse } from './connection-failure.ts';
import { textForPeople } from './text-for-people.ts';

/** Ten parts of a concatenated message with Chinese characters, 67 each (3GPP TS 23.040, 9.2.3.24.1). */
const MAX_TEXT = 670;

/** Messages of terminals to phones, by the SMS gateway that the operator has configured. */
export function createSmsGateway(template: GatewayTemplate): Gateway {
  const sender = createGatewaySender(template);
  return {
    async send({ receiver, ...part }: ClaimedPart): Promise<GatewayOutcome> {
      const text = textForPeople(part, MAX_TEXT);
      try {
        await sender.send({ recipient: receiver, text, code: text });
        return { state: 'accepted', providerId: null, detail: '' };
      } catch (error) {
        if (!(error instanceof GatewayError)) throw error;
        return classify(error);
      }
    },
    check: () => checkAddress(template.url),
  };
}

function classify({ status, code, message: detail }: GatewayError): GatewayOutcome {
  if (status === null) return outcomeWithoutResponse(code ?? '');
  if (status === 429 || status === 503) return { state: 'waiting', reason: 'busy', detail };
  // Another failure of the server may have come after the message was taken.
  if (status >= 500) return { state: 'failed', reason: 'unknown-arrival', detail };
  return { state: 'failed', reason: 'gateway-refused', detail };
}
