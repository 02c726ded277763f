import { isIP } from 'node:net';
import type { FastifyRequest, FastifyServerOptions } from 'fastify';

/**
 * Reverse proxies whose `X-Forwarded-For` is trusted: a number of hops in front of this server, or a list of addresses
 * and networks (`10.0.0.0/8`, `2001:db8::7`); false: none.
 */
export type TrustedProxies = false | number | readonly string[];

/** Maximum length of an IPv6 address as text, with an IPv4 tail (`INET6_ADDRSTRLEN` of POSIX, without the terminating zero). */
const MAX_ADDRESS_LENGTH = 45;

/** Converts to Fastify's option. Fastify trusts no proxy if given a number, hence the function. */
export function toTrustProxy(proxies: TrustedProxies): NonNullable<FastifyServerOptions['trustProxy']> {
  if (typeof proxies === 'number') return (_address: string, hop: number) => hop < proxies;
  return proxies === false ? false : [...proxies];
}

/** The client's address: the one the proxies report if it is a valid address, otherwise the one of the connection. */
export function addressOf(request: FastifyRequest): string {
  const { ip } = request;
  // A zone (`fe80::1%eth0`, RFC 4007) has a meaning on one machine only and can have any length.
  const isValid = isIP(ip) !== 0 && ip.length <= MAX_ADDRESS_LENGTH && !ip.includes('%');
  return isValid ? ip : (request.socket.remoteAddress ?? '');
}
