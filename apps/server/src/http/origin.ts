import type { IncomingHttpHeaders } from 'node:http';

/**
 * Whether another site's page makes this request in a signed-in person's browser. Browsers say where a POST or a
 * socket comes from in `Origin` (RFC 6454) and `Sec-Fetch-Site` (W3C Fetch Metadata); programs that are no browsers
 * send neither and carry no cookie that was not given to them.
 */
export function isForeign(headers: IncomingHttpHeaders): boolean {
  const site = headers['sec-fetch-site'];
  if (site !== undefined && site !== 'same-origin' && site !== 'none') return true;
  const { origin, host } = headers;
  return origin !== undefined && hostOf(origin) !== host?.toLowerCase();
}

function hostOf(origin: string): string | null {
  // `null` is what a sandboxed page sends.
  return URL.canParse(origin) ? new URL(origin).host : null;
}
