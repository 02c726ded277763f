import { composeInreachMessage } from '@wakeline/protocols/satellite/inreach/inbound';
import type { Clock } from '../../clock.ts';
import { networkErrorKind, sendTemplate } from '../../messages/request-template.ts';
import type { ClaimedPart, Gateway, GatewayOutcome } from '../queue/gateway.ts';
import { outcomeWithoutResponse } from './connection-failure.ts';

const TIMEOUT_MS = 30_000;
const MAX_DETAIL = 200;

/** Garmin's IPC Inbound service. */
export interface InreachService {
  /** Without a slash at the end, as the Explore page shows it. */
  readonly url: string;
  readonly user: string;
  readonly password: string;
  /** E-mail address or phone number to which devices answer. */
  readonly sender: string;
}

/** Messages to inReach devices. The caller splits texts: one message a part. */
export function createInreach({ url, user, password, sender }: InreachService, clock: Clock): Gateway {
  const authorization = `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`;

  const request = (path: string, method: 'GET' | 'POST', body: string | null) =>
    sendTemplate(
      {
        url: `${url}${path}`,
        method,
        headers: { accept: 'application/json', 'content-type': 'application/json', authorization },
        body,
        success: null,
      },
      {},
      TIMEOUT_MS,
    );

  return {
    async send({ receiver, text }: ClaimedPart): Promise<GatewayOutcome> {
      const { path, body } = composeInreachMessage({
        imeis: [receiver],
        sender,
        time: clock.now(),
        text,
        referencePoint: null,
      });
      try {
        return outcomeOf(await request(path, 'POST', JSON.stringify(body)));
      } catch (error) {
        return outcomeWithoutResponse(networkErrorKind(error));
      }
    },
    async check() {
      try {
        const { status } = await request('/IPCInbound/V1/Messaging.svc/Version', 'GET', null);
        const host = new URL(url).host;
        if (status === 401 || status === 403)
          return { isWorking: false, detail: `${host} refuses the user or the password: ${status}` };
        return { isWorking: status < 400, detail: `${host} responded ${status}; nothing was sent` };
      } catch (error) {
        return { isWorking: false, detail: `cannot connect: ${networkErrorKind(error)}` };
      }
    },
  };
}

function outcomeOf({ status, body }: { readonly status: number; readonly body: string }): GatewayOutcome {
  const detail = `${status} ${body.slice(0, MAX_DETAIL)}`.trim();
  if (status >= 200 && status < 300) return { state: 'accepted', providerId: null, detail };
  if (status === 429 || status === 503) return { state: 'waiting', reason: 'busy', detail };
  if (status === 401 || status === 403) return { state: 'waiting', reason: 'offline', detail };
  if (status === 422) return { state: 'failed', reason: 'unknown-receiver', detail };
  if (status >= 500) return { state: 'failed', reason: 'unknown-arrival', detail };
  return { state: 'failed', reason: 'gateway-refused', detail };
}
