import { type HttpPeer, type PeerRequest, type PeerResponse, serveHttp } from './http-peer.ts';
import type { IridiumQueues } from './iridium-queues.ts';

/**
 * A simulated Cloudloop service for messages to devices: `POST /Data/DoSendSbdMessage` with token, thing and message
 * (hexadecimal) in the query or as a form. `imeis` has the IMEI of each identifier of Cloudloop.
 */
export function serveCloudloop(
  host: string,
  queues: IridiumQueues,
  imeis: ReadonlyMap<string, string>,
  token: string,
): Promise<HttpPeer> {
  return serveHttp(host, (request) => send(request, queues, imeis, token));
}

function send(
  { method, url, body }: PeerRequest,
  queues: IridiumQueues,
  imeis: ReadonlyMap<string, string>,
  token: string,
): PeerResponse {
  if (method !== 'POST' || url.pathname !== '/Data/DoSendSbdMessage')
    return { status: 404, body: { error: 'not found' } };
  const form = new URLSearchParams(body);
  const value = (name: string) => url.searchParams.get(name) ?? form.get(name) ?? '';
  if (value('token') !== token) return { status: 401, body: { error: 'invalid token' } };
  const imei = imeis.get(value('thing'));
  if (imei === undefined) return { status: 404, body: { error: 'unknown identifier' } };
  if (!/^([0-9a-f]{2})+$/i.test(value('message'))) return { status: 400, body: { error: 'invalid message' } };
  const { automaticId, refusal } = queues.accept({
    clientId: 0,
    imei,
    flags: [],
    payload: Buffer.from(value('message'), 'hex'),
    priority: 5,
  });
  return refusal === null
    ? { status: 200, body: { id: String(automaticId) } }
    : { status: 400, body: { error: refusal } };
}
