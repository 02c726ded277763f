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
  const sent = await new Encoded(VALUE).as(accepted);
  expect(sent.headers['content-encoding']).toBe(encoding ?? undefined);
  expect(sent.headers).toMatchObject({ ...sent.unchangedHeaders, etag: sent.tag, vary: 'accept-encoding' });
  const plain =
    encoding === 'br'
      ? brotliDecompressSync(sent.bytes)
      : encoding === 'gzip'
        ? gunzipSync(sent.bytes)
        : sent.bytes;
  expect(JSON.parse(plain.toString())).toEqual(VALUE);
});

test('is compressed once for all who accept the same encoding', async () => {
  const encoded = new Encoded(VALUE);
  expect(await encoded.as('br')).toBe(await encoded.as('gzip, br'));
});

test('has the same tag for the same content in the same encoding', async () => {
  const tagOf = async (value: object, accepted: string) => (await new Encoded(value).as(accepted)).tag;
  const tag = await tagOf(VALUE, 'br');
  expect(await tagOf({ ...VALUE }, 'br')).toBe(tag);
  expect(await tagOf(VALUE, 'gzip')).not.toBe(tag);
  expect(await tagOf({ text: '' }, 'br')).not.toBe(tag);
});
