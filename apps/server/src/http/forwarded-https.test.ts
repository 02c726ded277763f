import type { IncomingMessage } from 'node:http';
import { expect, test } from 'vitest';
import type { TrustedProxies } from './address.ts';
import { createHttpsCheck } from './forwarded-https.ts';

function check(proxies: TrustedProxies, remoteAddress: string, proto: string | undefined): boolean {
  const headers = proto === undefined ? {} : { 'x-forwarded-proto': proto };
  return createHttpsCheck(proxies)({ headers, socket: { remoteAddress } } as unknown as IncomingMessage);
}

test.each<[string, TrustedProxies, string, string | undefined, boolean]>([
  ['refuses the header without a trusted proxy', false, '10.0.0.7', 'https', false],
  ['accepts https from a trusted proxy', 1, '10.0.0.7', 'https', true],
  ['recognizes http from a trusted proxy', 1, '10.0.0.7', 'http', false],
  ['treats a missing header as http', 1, '10.0.0.7', undefined, false],
  ['uses the last entry, the one the proxy wrote', 1, '10.0.0.7', 'https, http', false],
  ['ignores letter case', 1, '10.0.0.7', 'http, HTTPS', true],
  ['trusts an address of the trusted network', ['10.0.0.0/8'], '10.255.0.1', 'https', true],
  ['does not trust an address outside of it', ['10.0.0.0/8'], '11.0.0.1', 'https', false],
  ['trusts an IPv4 address on a dual-stack socket', ['10.0.0.7'], '::ffff:10.0.0.7', 'https', true],
  ['trusts an address of an IPv6 network', ['2001:db8::/64'], '2001:db8::9', 'https', true],
  ['does not trust another IPv6 network', ['2001:db8::/64'], '2001:db8:1::9', 'https', false],
  ['does not trust a closed connection', ['10.0.0.7'], '', 'https', false],
])('%s', (_, proxies, address, proto, secure) => {
  expect(check(proxies, address, proto)).toBe(secure);
});
