import { isIP } from 'node:net';
import type { FastifyRequest, FastifyServerOptions } from 'fastify';

/**
 * Proxies in front whose word on who calls is believed (`X-Forwarded-For`): so many hops before this server, or those
 * with these addresses (`10.0.0.0/8`, `2001:db8::7`); false: none.
 */
export type TrustedProxies = false | number | readonly string[];

/** The longest IPv6 address as text, one with an IPv4 tail (`INET6_ADDRSTRLEN` of POSIX, without its end). */
const MAX_ADDRESS_LENGTH = 45;

/** The same for Fastify, which believes nobody where it is given a number. */
export function toTrustProxy(proxies: TrustedProxies): NonNullable<FastifyServerOptions['trustProxy']> {
  if (typeof proxies === 'number') return (_address: string, hop: number) => hop < proxies;
  return proxies === false ? false : [...proxies];
}

/** Where a request comes from: what the proxies say, where it is an address, or else who is connected. */
export function addressOf(request: FastifyRequest): string {
  const { ip } = request;
  // A zone (`fe80::1%eth0`, RFC 4007) means something on one machine alone, and may be of any length.
  const isValid = isIP(ip) !== 0 && ip.length <= MAX_ADDRESS_LENGTH && !ip.includes('%');
  return isValid ? ip : (request.socket.remoteAddress ?? '');
}
