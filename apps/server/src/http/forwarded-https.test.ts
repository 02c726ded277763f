import type { IncomingMessage } from 'node:http';
import { expect, test } from 'vitest';
import type { TrustedProxies } from './address.ts';
import { createHttpsCheck } from './forwarded-https.ts';

function check(proxies: TrustedProxies, remoteAddress: string, proto: string | undefined): boolean {
  const headers = proto === undefined ? {} : { 'x-forwarded-proto': proto };
  return createHttpsCheck(proxies)({ headers, socket: { remoteAddress } } as unknown as IncomingMessage);
}

test.each<[string, TrustedProxies, string, string | undefined, boolean]>([
  ['no proxy is trusted', false, '10.0.0.7', 'https', false],
  ['a trusted proxy says https', 1, '10.0.0.7', 'https', true],
  ['a trusted proxy says http', 1, '10.0.0.7', 'http', false],
  ['a trusted proxy says nothing', 1, '10.0.0.7', undefined, false],
  ['the last entry counts, which the proxy wrote itself', 1, '10.0.0.7', 'https, http', false],
  ['capitals do not matter', 1, '10.0.0.7', 'http, HTTPS', true],
  ['an address of the trusted network', ['10.0.0.0/8'], '10.255.0.1', 'https', true],
  ['an address outside of it', ['10.0.0.0/8'], '11.0.0.1', 'https', false],
  ['an IPv4 address on a socket for both', ['10.0.0.7'], '::ffff:10.0.0.7', 'https', true],
  ['an IPv6 network', ['2001:db8::/64'], '2001:db8::9', 'https', true],
  ['another IPv6 network', ['2001:db8::/64'], '2001:db8:1::9', 'https', false],
  ['a connection that is gone', ['10.0.0.7'], '', 'https', false],
])('%s', (_, proxies, address, proto, secure) => {
  expect(check(proxies, address, proto)).toBe(secure);
});
