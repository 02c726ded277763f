import { expect, test } from 'vitest';
import { isCrossSite } from './origin.ts';

// The default ports are those of RFC 9110, sections 4.2.1 and 4.2.2.
test.each([
  ['https://boats.example', 'boats.example', false],
  ['https://boats.example', 'boats.example:443', false],
  ['http://boats.example', 'boats.example:80', false],
  ['https://boats.example:8443', 'boats.example:8443', false],
  ['https://boats.example', 'BOATS.example', false],
  ['https://[2001:db8::1]', '[2001:db8::1]:443', false],
  ['http://boats.example', 'boats.example:443', true],
  ['https://boats.example', 'boats.example:80', true],
  ['https://boats.example:8443', 'boats.example', true],
  ['https://elsewhere.example', 'boats.example', true],
  ['https://boats.example.elsewhere.example', 'boats.example', true],
  ['https://boats.example', 'elsewhere.example@boats.example', true],
  ['https://boats.example', 'boats.example/elsewhere', true],
  ['null', 'null', true],
  ['', '', true],
  ['https://boats.example', undefined, true],
])('a page of %j calling %j is cross-site: %j', (origin, host, crossSite) => {
  const tls = !origin.startsWith('http:');
  expect(isCrossSite({ origin, host }, tls)).toBe(crossSite);
});

test('accepts requests of programs, which send no origin', () => {
  expect(isCrossSite({ host: 'boats.example' }, false)).toBe(false);
});

test.each([
  ['http://boats.example', 'boats.example', true],
  ['http://boats.example:443', 'boats.example:443', true],
  ['https://boats.example', 'boats.example', false],
  ['https://boats.example:80', 'boats.example:80', false],
])(
  'a page of %j calling %j is cross-site if the console uses the other scheme (TLS %j)',
  (origin, host, tls) => {
    expect(isCrossSite({ origin, host }, tls)).toBe(true);
    expect(isCrossSite({ origin, host }, !tls)).toBe(false);
  },
);
