import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { type PeerResponse, serveHttp } from '../../satellite/http-peer.ts';
import { PEER_HOST, type PeerContext } from './peer-context.ts';
import { PHONE_REPLIES } from './terminal-texts.ts';

/**
 * An SMS gateway that takes `{"phone": "...", "text": "..."}`. Text messages to people of the demo get a reply; all are
 * logged, because codes for signing in leave the server in this way, too.
 *
 * @param inboundSecret with which replies are delivered to the server
 */
export async function runPhones(port: number, inboundSecret: string, context: PeerContext): Promise<void> {
  const { serviceUrl, replySeconds, random, log, signal } = context;

  async function reply(phone: string, texts: readonly string[]): Promise<void> {
    await delay(replySeconds * (0.5 + random()) * 1_000, undefined, { signal });
    const text = texts[Math.floor(random() * texts.length)];
    const response = await fetch(`${serviceUrl}/inbound-sms`, {
      method: 'POST',
      headers: { authorization: inboundSecret, 'content-type': 'application/json' },
      body: JSON.stringify({ phone, text, id: randomUUID() }),
      signal,
    });
    await response.body?.cancel();
  }

  function accept(body: string): PeerResponse {
    const message = readMessage(body);
    if (message === null) return { status: 400, body: { error: 'invalid message' } };
    const { phone, text } = message;
    log(`demo: text message to ${phone}: ${text.replaceAll(/\p{Cc}+/gu, ' ')}`);
    const texts = PHONE_REPLIES[phone];
    if (texts !== undefined)
      reply(phone, texts).catch(() => {
        if (!signal.aborted) log(`demo: the reply of ${phone} could not be delivered`);
      });
    return { status: 200, body: { status: 'ok' } };
  }

  const service = await serveHttp(PEER_HOST, ({ body }) => accept(body), port);
  await once(signal, 'abort');
  await service.close();
}

function readMessage(body: string): { readonly phone: string; readonly text: string } | null {
  try {
    const { phone, text } = Object(JSON.parse(body)) as Record<string, unknown>;
    return typeof phone === 'string' && typeof text === 'string' ? { phone, text } : null;
  } catch {
    return null;
  }
}
