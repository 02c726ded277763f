import type { GatewayOutcome } from '../queue/gateway.ts';

/** Failures before the first byte of a request: of the name, the connection or its encryption. */
const NOTHING_SENT =
  /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|EHOSTDOWN|UND_ERR_CONNECT_TIMEOUT|EPROTO|.*CERT.*|.*(TLS|SSL).*)$/;

/**
 * The outcome of a request without a response. Without a connection nothing was submitted; after that, it may have been.
 *
 * @param code of the connection: `ECONNREFUSED`, `TimeoutError`
 */
export function outcomeWithoutResponse(code: string): GatewayOutcome {
  return NOTHING_SENT.test(code)
    ? { state: 'waiting', reason: 'offline', detail: code }
    : { state: 'failed', reason: 'unknown-arrival', detail: code };
}
