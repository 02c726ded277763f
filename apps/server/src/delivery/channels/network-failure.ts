import { AddressRefusedError } from '../../outgoing/guard.ts';
import { type Outcome, outcome } from './channel.ts';

const TIMEOUT_CODES: ReadonlySet<string> = new Set(['ETIMEDOUT', 'ETIMEOUT', 'ABORT_ERR']);

/** The outcome of a request that got no response. Only its kind is stored: messages of errors can contain addresses. */
export function networkFailure(error: unknown): Outcome {
  if (error instanceof AddressRefusedError) return outcome('refused', 'address-refused');
  const { code, name } = Object(error) as Record<string, unknown>;
  const kind = typeof code === 'string' ? code : String(name);
  if (TIMEOUT_CODES.has(kind) || name === 'TimeoutError' || name === 'AbortError')
    return outcome('retry', 'timeout');
  if (/CERT|TLS|SSL|^EPROTO$/.test(kind)) return outcome('retry', 'tls-failed', kind);
  return outcome('retry', 'connection-failed', kind);
}
