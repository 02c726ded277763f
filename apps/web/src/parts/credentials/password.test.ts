import { expect, it } from 'vitest';
import { passwordDigest } from './password.ts';

// Test suite of RFC 1321, A.5; the last value comes from `printf 密码 | md5sum`.
it.each([
  ['abc', '900150983cd24fb0d6963f7d28e17f72'],
  ['message digest', 'f96b697d7cb7938d525a2f31aaf161d0'],
  ['  abc \t', '900150983cd24fb0d6963f7d28e17f72'],
  ['密码', 'a8105204604a0b11e916f3879aae3b0b'],
])('sends %j as its digest', (password, digest) => {
  expect(passwordDigest(password)).toBe(digest);
});
