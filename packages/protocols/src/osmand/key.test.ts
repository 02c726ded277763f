import { expect, test } from 'vitest';
import { extractKey } from './key.ts';

test.each([
  ['/?id=7&lat=1&key=s3cret&lon=2', 's3cret', '/?id=7&lat=1&lon=2'],
  ['/?key=a%2Bb%20c', 'a+b c', '/'],
  // The name can be percent-encoded as well.
  ['/?id=7&%6bey=x', 'x', '/?id=7'],
  ['/?id=7&k%65y=x', 'x', '/?id=7'],
  ['/??key=x&id=7', 'x', '/?id=7'],
  ['/?id=7&key&lat=%31', null, '/?id=7&lat=%31'],
  ['/?key=old&id=7&key=new', 'new', '/?id=7'],
  ['/?id=7&key=', null, '/?id=7'],
  ['/?id=7&monkey=1&keys=2', null, '/?id=7&monkey=1&keys=2'],
  // Everything else stays unchanged, byte for byte.
  ['/path?id=%C3%A4&&x', null, '/path?id=%C3%A4&&x'],
  ['/', null, '/'],
])('extracts the key from %s', (target, key, remainingTarget) => {
  expect(extractKey(target)).toEqual({ key, target: remainingTarget });
});
