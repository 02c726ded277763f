import type { IncomingHttpHeaders } from 'node:http';

/**
 * Whether another site's page makes this request in a signed-in person's browser. Browsers say where a POST or a
 * socket comes from in `Origin` (RFC 6454) and `Sec-Fetch-Site` (W3C Fetch Metadata); programs that are no browsers
 * send neither and carry no cookie that was not given to them.
 *
 * @param tls whether people reach the console over https: its pages then have that scheme, and no other.
 */
export function isCrossSite(headers: IncomingHttpHeaders, tls: boolean): boolean {
  const site = headers['sec-fetch-site'];
  if (site !== undefined && site !== 'same-origin' && site !== 'none') return true;
  const { origin, host } = headers;
  return origin !== undefined && !isSameOrigin(origin, host ?? '', tls ? 'https:' : 'http:');
}

/** Whether an origin is that of the host that was asked: `https://h` is `h:443` too, which some proxies write out. */
function isSameOrigin(origin: string, host: string, scheme: 'http:' | 'https:'): boolean {
  // `null` is what a sandboxed page sends. And a host is nothing but a host.
  if (!URL.canParse(origin) || !/^[^\s/\\?#@]+$/.test(host)) return false;
  const originUrl = new URL(origin);
  if (originUrl.protocol !== scheme) return false;
  const requestOrigin = `${scheme}//${host}`;
  return URL.canParse(requestOrigin) && new URL(requestOrigin).host === originUrl.host;
}
