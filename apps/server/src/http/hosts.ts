import { isIP } from 'node:net';

/** Names under which this server is reached. */
export interface Hosts {
  /** Whether a `Host` is one of this server's. */
  allows(host: string | undefined): boolean;
  /** Whether a URL's host name is one of this server's. */
  isOwn(hostname: string): boolean;
}

/** Every address of the machine (RFC 4291, section 2.5.2, for IPv6). */
const UNSPECIFIED_ADDRESSES = new Set(['0.0.0.0', '::']);

/** Where a browser on this machine reaches it; other loopback addresses have cookies of their own. */
const LOOPBACK = new Set(['127.0.0.1', '::1']);

/**
 * A page of another site can have its own name resolved to this server's address (DNS rebinding), and is then of the same origin to a
 * browser; the `Host` that the browser sends is still the other name. Allowed are the loopback names, the address that is listened on and
 * what the operator adds. Where every address is listened on, any address is allowed: an address is never resolved.
 */
export function createHosts(listenAddress: string, additionalNames: readonly string[]): Hosts {
  const names = new Set(['localhost', listenAddress, ...additionalNames].map((name) => name.toLowerCase()));
  const listensOnAll = UNSPECIFIED_ADDRESSES.has(listenAddress);
  const isKnown = (name: string): boolean => names.has(name) || isLoopback(name);
  return {
    allows(host) {
      const name = hostnameOf(host ?? '');
      return name !== null && (isKnown(name) || (listensOnAll && isIP(name) !== 0));
    },
    isOwn: (hostname) => names.has(normalizeHostname(hostname)) || LOOPBACK.has(normalizeHostname(hostname)),
  };
}

/** Whether a URL's host name is the one of a `Host` header, at whatever port. */
export function isSameHost(hostname: string, host: string | undefined): boolean {
  return hostnameOf(host ?? '') === normalizeHostname(hostname);
}

/** Host name in a `Host` header (RFC 9110, section 7.2), as a URL has it; null: it is none. */
function hostnameOf(host: string): string | null {
  if (!/^[^\s/\\?#@]+$/.test(host)) return null;
  const url = URL.parse(`http://${host}/`);
  return url === null ? null : normalizeHostname(url.hostname);
}

/** Without the brackets of IPv6, and without a dot at the end, which is the same host to the resolver. */
function normalizeHostname(hostname: string): string {
  return hostname.replace(/^\[(.*)\]$/, '$1').replace(/\.$/, '');
}

/** RFC 5735, section 3, and RFC 4291, section 2.5.3. */
function isLoopback(name: string): boolean {
  return name === '::1' || (isIP(name) === 4 && name.startsWith('127.'));
}
