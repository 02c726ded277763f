import { type GatewayTemplate, valuesOf } from './gateway-template.ts';
import { networkErrorKind, sendTemplate } from './request-template.ts';
import type { MessageSender } from './sender.ts';

/** Timeout of a gateway, milliseconds. */
const TIMEOUT_MS = 10_000;
/** Characters of its response that an error message quotes. */
const MAX_QUOTED_CHARACTERS = 200;

/** The gateway did not accept a message. */
export class GatewayError extends Error {
  override readonly name = 'GatewayError';
  /** Of its response; null: there was none. */
  readonly status: number | null;
  /** Without a response, of the connection: `ECONNREFUSED`, `TimeoutError`. */
  readonly code: string | null;

  constructor(
    message: string,
    { status = null, code = null }: { readonly status?: number | null; readonly code?: string | null },
  ) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

/** Sends text messages by the HTTP request that the operator has configured (docs/operating/signing-in.md). */
export function createGatewaySender(
  template: GatewayTemplate,
  timeoutMs: number = TIMEOUT_MS,
): MessageSender {
  return {
    async send(message) {
      const { isSuccess, status, body } = await sendTemplate(template, valuesOf(message), timeoutMs).catch(
        (error: unknown) => {
          // The cause can contain the URL and with it the gateway's key, so only its kind is reported.
          const code = networkErrorKind(error);
          throw new GatewayError(`the SMS gateway cannot be reached: ${code}`, { code });
        },
      );
      if (isSuccess) return;
      const excerpt = body.slice(0, MAX_QUOTED_CHARACTERS).replaceAll(message.code, '******');
      throw new GatewayError(`the SMS gateway responded ${status}: ${excerpt}`, { status });
    },
  };
}
