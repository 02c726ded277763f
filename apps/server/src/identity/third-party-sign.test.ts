import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { computeSignature, signaturesMatch } from './third-party-sign.ts';

test('signs the login followed by the time like the example of docs/operating/signing-in.md', () => {
  // printf '%s' alice1780315200000 | openssl dgst -sha256 -mac HMAC -macopt hexkey:0011...ff (OpenSSL 3)
  expect(
    computeSignature(Buffer.from('00112233445566778899aabbccddeeff', 'hex'), 'alice', 1_780_315_200_000),
  ).toBe('c80fa296e4605ccab4d1b87949dfb799be99b2340277e48f2758c4471790e601');
  const handbook = readFileSync(
    join(import.meta.dirname, '../../../../docs/operating/signing-in.md'),
    'utf8',
  );
  expect(handbook).toContain('c80fa296e4605ccab4d1b87949dfb799be99b2340277e48f2758c4471790e601');
  // The same for 王1780315200000: the login is in UTF-8.
  expect(
    computeSignature(Buffer.from('00112233445566778899aabbccddeeff', 'hex'), '王', 1_780_315_200_000),
  ).toBe('9d6fb9c99ab8f44437eaf58cc3d61d8acb8302f85c283631e8753e3833f586a1');
});

test('ignores the case of a signature, but not a missing, additional or different digit', () => {
  expect(signaturesMatch('0a1b', '0A1B')).toBe(true);
  for (const other of ['0a1c', '0a1', '0a1b0', '', '０a1b'])
    expect(signaturesMatch('0a1b', other)).toBe(false);
});
