import { fillBody, fillUrl, type GatewayTemplate } from './gateway-template.ts';
import type { MessageSender, TextMessage } from './sender.ts';

/** Timeout of a gateway, milliseconds. */
const TIMEOUT_MS = 10_000;
/** Bytes of its response that are read. */
const MAX_RESPONSE_BYTES = 65_536;
/** Characters of its response that an error message quotes. */
const MAX_QUOTED_CHARACTERS = 200;

/** The gateway did not accept a message. */
export class GatewayError extends Error {
  override readonly name = 'GatewayError';
}

/** Sends text messages by the HTTP request that the operator has configured (docs/operating/signing-in.md). */
export function createGatewaySender(
  template: GatewayTemplate,
  timeoutMs: number = TIMEOUT_MS,
): MessageSender {
  return {
    async send(message) {
      const { response, body } = await sendRequest(template, message, timeoutMs).catch((error: unknown) => {
        // The cause can contain the URL and with it the gateway's key, so only its kind is reported.
        throw new GatewayError(`the SMS gateway cannot be reached: ${kindOf(error)}`);
      });
      if (response.ok && (template.success === null || body.includes(template.success))) return;
      const excerpt = body.slice(0, MAX_QUOTED_CHARACTERS).replaceAll(message.code, '******');
      throw new GatewayError(`the SMS gateway responded ${response.status}: ${excerpt}`);
    },
  };
}

async function sendRequest(template: GatewayTemplate, message: TextMessage, timeoutMs: number) {
  const response = await fetch(fillUrl(template, message), {
    method: template.method,
    headers: template.headers,
    ...(template.body === null ? {} : { body: fillBody(template, message) }),
    redirect: 'manual',
    signal: AbortSignal.timeout(timeoutMs),
  });
  return { response, body: await readStart(response) };
}

/** `ECONNREFUSED`, `TimeoutError`: the kind of network error, from the cause of Node's fetch error. */
function kindOf(error: unknown): string {
  const { code, name } = Object(error instanceof Error ? (error.cause ?? error) : error) as Record<
    string,
    unknown
  >;
  return String(typeof code === 'string' ? code : name);
}

async function readStart(response: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of response.body ?? []) {
    chunks.push(chunk);
    bytes += chunk.byteLength;
    if (bytes >= MAX_RESPONSE_BYTES) break;
  }
  return Buffer.concat(chunks).toString('utf8');
}
