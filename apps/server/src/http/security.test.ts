import { afterAll, beforeAll, expect, test } from 'vitest';
import { startWorld, type World } from '../testing/world.ts';
import { securityHeaders } from './security.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.stop());

/** The policy as a browser reads it (CSP 3, 2.2.1): sources by directive. */
async function policyOf(path: string): Promise<Readonly<Record<string, readonly string[]>>> {
  const { headers } = await fetch(`${world.url}${path}`);
  const directives = (headers.get('content-security-policy') ?? '').split(';');
  return Object.fromEntries(
    directives.map((directive) => {
      const [name = '', ...sources] = directive.trim().split(/\s+/);
      return [name, sources];
    }),
  );
}

test('allows frames of other sites with and without TLS, and framing only by its own pages', async () => {
  const policy = await policyOf('/healthz');
  expect(policy['frame-src']).toEqual(["'self'", 'http:', 'https:']);
  expect(policy['frame-ancestors']).toEqual(["'self'"]);
});

test('allows scripts only from this server', async () => {
  const policy = await policyOf('/healthz');
  expect(policy).toMatchObject({
    'default-src': ["'self'"],
    'script-src': ["'self'"],
    'object-src': ["'none'"],
    'base-uri': ["'self'"],
    'form-action': ["'self'"],
  });
});

/** What Helmet 8.3 sends with its defaults besides the policies of content and referrers. */
const HELMET = {
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'origin-agent-cluster': '?1',
  'x-content-type-options': 'nosniff',
  'x-dns-prefetch-control': 'off',
  'x-download-options': 'noopen',
  'x-frame-options': 'SAMEORIGIN',
  'x-permitted-cross-domain-policies': 'none',
  'x-xss-protection': '0',
};

test('sends the security headers with results, failures and unknown paths', async () => {
  for (const path of [
    '/healthz',
    `${world.prefix}/live/event/none/snapshot`,
    '/nowhere',
    '/service/nothing',
  ]) {
    const { headers } = await fetch(`${world.url}${path}`);
    expect(Object.fromEntries(headers), path).toMatchObject({
      ...HELMET,
      'content-security-policy': expect.stringContaining("default-src 'self';script-src 'self';"),
      'permissions-policy': expect.stringMatching(/^fullscreen=\(self\), camera=\(\)/),
      'referrer-policy': 'strict-origin-when-cross-origin',
    });
    expect(headers.has('strict-transport-security'), path).toBe(false);
  }
});

test('sends HSTS over TLS, and allows the tile servers without TLS', () => {
  const headers = securityHeaders({ tls: true, tileOrigins: ['http://tiles.harbour:8081'] });
  expect(headers['strict-transport-security']).toBe('max-age=31536000; includeSubDomains');
  const policy = headers['content-security-policy'] ?? '';
  expect(policy).toContain("img-src 'self' data: blob: https: http://tiles.harbour:8081;");
  expect(policy).toContain("connect-src 'self' data: blob: https: wss: http://tiles.harbour:8081;");
});
