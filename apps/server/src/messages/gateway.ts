import { fillBody, fillUrl, type GatewayTemplate } from './gateway-template.ts';
import type { MessageSender, TextMessage } from './sender.ts';

/** How long a gateway may take to answer, in milliseconds. */
const PATIENCE = 10_000;
/** Bytes of its answer that are read. */
const ANSWER_BYTES = 65_536;
/** Characters of its answer that a failure tells. */
const ANSWER_TOLD = 200;

/** The gateway did not take a message. */
export class GatewayError extends Error {
  override readonly name = 'GatewayError';
}

/** Sends by an HTTP call that the operator has written down (docs/operating/signing-in.md). */
export function gatewaySender(template: GatewayTemplate, patience: number = PATIENCE): MessageSender {
  return {
    async send(message) {
      const { response, answer } = await call(template, message, patience).catch((error: unknown) => {
        // The cause may tell the address, and the address the key of the gateway: its kind is enough.
        throw new GatewayError(`the gateway for text messages cannot be reached: ${kindOf(error)}`);
      });
      if (response.ok && (template.success === null || answer.includes(template.success))) return;
      const told = answer.slice(0, ANSWER_TOLD).replaceAll(message.code, '******');
      throw new GatewayError(`the gateway for text messages answers ${response.status}: ${told}`);
    },
  };
}

async function call(template: GatewayTemplate, message: TextMessage, patience: number) {
  const response = await fetch(fillUrl(template, message), {
    method: template.method,
    headers: template.headers,
    ...(template.body === null ? {} : { body: fillBody(template, message) }),
    redirect: 'manual',
    signal: AbortSignal.timeout(patience),
  });
  return { response, answer: await readStart(response) };
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
  const pieces: Uint8Array[] = [];
  let bytes = 0;
  for await (const piece of response.body ?? []) {
    pieces.push(piece);
    bytes += piece.byteLength;
    if (bytes >= ANSWER_BYTES) break;
  }
  return Buffer.concat(pieces).toString('utf8');
}
