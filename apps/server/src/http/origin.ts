import type { IncomingHttpHeaders } from 'node:http';
import { NamedError } from '@wakeline/contract/errors';

/**
 * Refuses a request that another site's page makes in a signed-in person's browser. Browsers say where a POST or
 * a socket comes from in `Origin` (RFC 6454) and `Sec-Fetch-Site` (W3C Fetch Metadata); programs that are no
 * browsers send neither and carry no cookie that was not given to them.
 *
 * @throws NamedError `origin-refused`
 */
export function checkOrigin(headers: IncomingHttpHeaders): void {
  const site = headers['sec-fetch-site'];
  if (site !== undefined && site !== 'same-origin' && site !== 'none') throw new NamedError('origin-refused');
  const { origin, host } = headers;
  if (origin !== undefined && hostOf(origin) !== host?.toLowerCase()) throw new NamedError('origin-refused');
}

function hostOf(origin: string): string | null {
  // `null` is what a sandboxed page sends.
  return URL.canParse(origin) ? new URL(origin).host : null;
}
