import { afterEach, expect, test } from 'vitest';
import { startHttpWithoutDatabase } from '../testing/http-without-database.ts';
import type { TrustedProxies } from './address.ts';

const ends: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0)) await end();
});

/** The address that a handler gets for a call from 192.0.2.1 with this `X-Forwarded-For`. */
async function resolvedAddress(trustProxy: TrustedProxies, forwarded: string): Promise<string | undefined> {
  let resolved: string | undefined;
  const http = await startHttpWithoutDatabase(
    { trustProxy },
    {
      loadSysConf: async (_payload, _anonymous, { address }) => {
        resolved = address;
        throw new Error('irrelevant for this test');
      },
    },
  );
  ends.push(() => http.end());
  await http.fastify.inject({
    method: 'POST',
    url: '/service/loadSysConf',
    remoteAddress: '192.0.2.1',
    headers: { 'x-forwarded-for': forwarded },
  });
  return resolved;
}

const GARBAGE = `not an address <b>${'z'.repeat(3_000)}`;

// Callers can forge the first entries of X-Forwarded-For; each proxy appends the address of its peer.
test.each<[TrustedProxies, string, string]>([
  [false, '203.0.113.5', '192.0.2.1'],
  [1, '203.0.113.5', '203.0.113.5'],
  [1, '10.9.9.9, 203.0.113.5', '203.0.113.5'],
  [2, '10.9.9.9, 203.0.113.5, 192.0.2.2', '203.0.113.5'],
  [1, '', '192.0.2.1'],
  [1, GARBAGE, '192.0.2.1'],
  [1, `fe80::1%${'z'.repeat(3_000)}`, '192.0.2.1'],
  [1, '203.0.113.5:61234', '192.0.2.1'],
  [1, '2001:db8::5', '2001:db8::5'],
  [['192.0.2.0/24'], '10.9.9.9, 203.0.113.5', '203.0.113.5'],
  [['192.0.2.0/24', '203.0.113.5'], '10.9.9.9, 203.0.113.5', '10.9.9.9'],
  [['198.51.100.0/24'], '203.0.113.5', '192.0.2.1'],
])('with trusted proxies %j, resolves %.40j to %s', async (trust, forwarded, address) => {
  expect(await resolvedAddress(trust, forwarded)).toBe(address);
});
