import { afterAll, beforeAll, expect, test } from 'vitest';
import { startWorld, type World } from '../testing/world.ts';

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
