import { typedNewPassword } from '@wakeline/contract/fields';
import { expect, test } from 'vitest';
import { isCommonDigest } from './common-passwords.ts';

/** Digests computed with `md5sum`. */
test.each([
  ['123456', 'e10adc3949ba59abbe56e057f20f883e'],
  ['123456, in capitals', 'E10ADC3949BA59ABBE56E057F20F883E'],
  ['Password1', '2ac9cb7dc02b3c0083eb70898e549b63'],
  ['QWERTY', 'c3981fa8d26e95d911fe8eaeb6570f2f'],
  ['5201314', '723d505516e0c197e42a6be3c0af910e'],
  ['of no characters', 'd41d8cd98f00b204e9800998ecf8427e'],
])('rejects the common password %s', (_what, digest) => {
  expect(isCommonDigest(digest)).toBe(true);
});

test('accepts a password of random letters', () => {
  // Wr7kQz93mT
  expect(isCommonDigest('b30f3e303f9929f70578a758b00444d3')).toBe(false);
});

test('leaves common passwords to this list, as the rule for new passwords accepts them', () => {
  expect(typedNewPassword.safeParse('123456').success).toBe(true);
});
