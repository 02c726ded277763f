import { expect, test } from 'vitest';
import { copyToKeep } from './copy-to-keep.ts';

test('a copy has the same bytes, and memory of its own', () => {
  const received = Buffer.from('0102030405', 'hex');
  const copy = copyToKeep(received.subarray(1, 4));
  received.fill(0);
  expect(copy.toString('hex')).toBe('020304');
  expect(copy.buffer.byteLength).toBe(3);
  expect(copyToKeep(new Uint8Array())).toHaveLength(0);
});
