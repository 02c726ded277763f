import { expect, test } from 'vitest';
import { createHosts } from './hosts.ts';

test.each([
  ['127.0.0.1', 'localhost:8080', true],
  ['127.0.0.1', 'LOCALHOST', true],
  ['127.0.0.1', '127.0.0.1:8080', true],
  ['127.0.0.1', '127.0.0.2', true],
  ['127.0.0.1', '[::1]:8080', true],
  ['127.0.0.1', 'localhost.:8080', true],
  ['127.0.0.1', 'boats.example', true],
  ['127.0.0.1', 'boats.example:8443', true],
  ['127.0.0.1', '203.0.113.7', true],
  ['127.0.0.1', '203.0.113.8', false],
  ['127.0.0.1', 'elsewhere.example', false],
  ['127.0.0.1', 'boats.example.elsewhere.example', false],
  ['127.0.0.1', '127.0.0.1.elsewhere.example', false],
  ['127.0.0.1', 'elsewhere.example@boats.example', false],
  ['127.0.0.1', 'boats.example/x', false],
  ['127.0.0.1', '', false],
  ['127.0.0.1', undefined, false],
  ['192.0.2.1', '192.0.2.1:8080', true],
  ['192.0.2.1', '192.0.2.2:8080', false],
  ['harbour.lan', 'harbour.lan:8080', true],
  ['2001:db8::1', '[2001:db8::1]:8080', true],
  ['0.0.0.0', '192.0.2.1:8080', true],
  ['::', '[2001:db8::7]:8080', true],
  ['0.0.0.0', 'elsewhere.example', false],
  ['::', 'elsewhere.example', false],
])('listening on %s, a request for host %j is allowed: %j', (listening, host, allowed) => {
  const hosts = createHosts(listening, ['Boats.example', '203.0.113.7']);
  expect(hosts.allows(host)).toBe(allowed);
  // Also of a later request.
  expect(hosts.allows(host)).toBe(allowed);
});
