import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { Encoded } from './encoded.ts';

const VALUE = { text: '赛事 '.repeat(100) };

test.each([
  ['gzip, deflate, br, zstd', 'br'],
  ['gzip', 'gzip'],
  ['br;q=0, gzip;q=0.5', 'gzip'],
  ['identity', null],
  [undefined, null],
])('for %s sends %s', async (accepted, encoding) => {
  const sent = await new Encoded(VALUE).bytes(accepted);
  expect(sent.encoding).toBe(encoding);
  const plain =
    encoding === 'br'
      ? brotliDecompressSync(sent.bytes)
      : encoding === 'gzip'
        ? gunzipSync(sent.bytes)
        : sent.bytes;
  expect(JSON.parse(plain.toString())).toEqual(VALUE);
});

test('has the same tag for the same content', () => {
  expect(new Encoded(VALUE).tag).toBe(new Encoded({ ...VALUE }).tag);
  expect(new Encoded(VALUE).tag).not.toBe(new Encoded({ text: '' }).tag);
});
