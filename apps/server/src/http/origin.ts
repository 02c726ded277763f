import type { IncomingHttpHeaders } from 'node:http';

/**
 * Whether a page of another site makes this request in a signed-in user's browser. Browsers send the origin of a POST or
 * a socket in `Origin` (RFC 6454) and `Sec-Fetch-Site` (W3C Fetch Metadata). Other programs send neither, and hold no
 * cookie that was not given to them.
 *
 * @param tls whether users reach the console over https: its pages then have only that scheme.
 */
export function isCrossSite(headers: IncomingHttpHeaders, tls: boolean): boolean {
  const site = headers['sec-fetch-site'];
  if (site !== undefined && site !== 'same-origin' && site !== 'none') return true;
  const { origin, host } = headers;
  return origin !== undefined && !isSameOrigin(origin, host ?? '', tls ? 'https:' : 'http:');
}

/** Whether an origin is that of the requested host. `https://h` equals `h:443`, which some proxies write. */
function isSameOrigin(origin: string, host: string, scheme: 'http:' | 'https:'): boolean {
  // Sandboxed pages send `null`; a `Host` with more than a host and a port is invalid.
  if (!URL.canParse(origin) || !/^[^\s/\\?#@]+$/.test(host)) return false;
  const originUrl = new URL(origin);
  if (originUrl.protocol !== scheme) return false;
  const requestOrigin = `${scheme}//${host}`;
  return URL.canParse(requestOrigin) && new URL(requestOrigin).host === originUrl.host;
}
