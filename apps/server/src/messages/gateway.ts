import { fillBody, fillUrl, type GatewayTemplate } from './gateway-template.ts';
import type { MessageSender, TextMessage } from './sender.ts';

/** How long a gateway may take to answer, in milliseconds. */
const TIMEOUT_MS = 10_000;
/** Bytes of its answer that are read. */
const MAX_RESPONSE_BYTES = 65_536;
/** Characters of its answer that a failure tells. */
const MAX_QUOTED_CHARACTERS = 200;

/** The gateway did not take a message. */
export class GatewayError extends Error {
  override readonly name = 'GatewayError';
}

/** Sends by an HTTP call that the operator has written down (docs/operating/signing-in.md). */
export function createGatewaySender(
  template: GatewayTemplate,
  timeoutMs: number = TIMEOUT_MS,
): MessageSender {
  return {
    async send(message) {
      const { response, body } = await sendRequest(template, message, timeoutMs).catch((error: unknown) => {
        // The cause may tell the address, and the address the key of the gateway: its kind is enough.
        throw new GatewayError(`the gateway for text messages cannot be reached: ${kindOf(error)}`);
      });
      if (response.ok && (template.success === null || body.includes(template.success))) return;
      const excerpt = body.slice(0, MAX_QUOTED_CHARACTERS).replaceAll(message.code, '******');
      throw new GatewayError(`the gateway for text messages answers ${response.status}: ${excerpt}`);
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

/** `ECONNREFUSED`, `TimeoutError`: the name of what went wrong on the way, as Node's fetch has it in its cause. */
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
