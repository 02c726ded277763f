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

/** Addresses a browser on this machine uses; other loopback addresses have separate cookies. */
const LOOPBACK = new Set(['127.0.0.1', '::1']);

/** Headers that are recognized without parsing them again: nearly all requests have the same few. */
const MAX_ALLOWED = 100;

/**
 * Protects against DNS rebinding: a page of another site can let its name resolve to this server's address, and browsers
 * then treat it as the same origin, but the `Host` is still the other name. Allowed are loopback names, the listen
 * address and the operator's names; if the server listens on all addresses, any IP address (those are never resolved).
 */
export function createHosts(listenAddress: string, additionalNames: readonly string[]): Hosts {
  const names = new Set(['localhost', listenAddress, ...additionalNames].map((name) => name.toLowerCase()));
  const listensOnAll = UNSPECIFIED_ADDRESSES.has(listenAddress);
  const isKnown = (name: string): boolean => names.has(name) || isLoopback(name);
  const allowed = new Set<string>();
  return {
    allows(host = '') {
      if (allowed.has(host)) return true;
      const name = hostnameOf(host);
      const isAllowed = name !== null && (isKnown(name) || (listensOnAll && isIP(name) !== 0));
      if (isAllowed && allowed.size < MAX_ALLOWED) allowed.add(host);
      return isAllowed;
    },
    isOwn: (hostname) => names.has(normalizeHostname(hostname)) || LOOPBACK.has(normalizeHostname(hostname)),
  };
}

/** Whether a URL's host name equals the one of a `Host` header, ignoring ports. */
export function isSameHost(hostname: string, host: string | undefined): boolean {
  return hostnameOf(host ?? '') === normalizeHostname(hostname);
}

/** Host name of a `Host` header (RFC 9110, section 7.2) in the form of URLs; null if invalid. */
export function hostnameOf(host: string): string | null {
  if (!/^[^\s/\\?#@]+$/.test(host)) return null;
  const url = URL.parse(`http://${host}/`);
  return url === null ? null : normalizeHostname(url.hostname);
}

/** Removes the brackets of IPv6 and a trailing dot, which names the same host. */
function normalizeHostname(hostname: string): string {
  return hostname.replace(/^\[(.*)\]$/, '$1').replace(/\.$/, '');
}

/** RFC 5735, section 3, and RFC 4291, section 2.5.3. */
function isLoopback(name: string): boolean {
  return name === '::1' || (isIP(name) === 4 && name.startsWith('127.'));
}
