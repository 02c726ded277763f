import { expect, test } from 'vitest';
import { fileChunks } from './file-chunks.ts';

async function* texts(list: readonly string[]): AsyncGenerator<string> {
  yield* list;
}

async function sizesOf(list: readonly string[], maxBytes = 1_000_000): Promise<readonly number[]> {
  const sizes: number[] = [];
  for await (const chunk of fileChunks(texts(list), maxBytes)) sizes.push(chunk.byteLength);
  return sizes;
}

test('small texts are written together, large ones by themselves', async () => {
  const small = Array.from({ length: 100 }, () => 'x'.repeat(1_000));
  // 66 of 1,000 are the first to reach 65,536.
  expect(await sizesOf([...small, 'y'.repeat(200_000), 'z'])).toEqual([66_000, 234_000, 1]);
});

test('bytes are counted, not characters, and the first beyond the limit ends it', async () => {
  // Three bytes each in UTF-8.
  expect(await sizesOf(['围'.repeat(100)], 300)).toEqual([300]);
  await expect(sizesOf(['围'.repeat(100), 'x'], 300)).rejects.toMatchObject({
    errorName: 'export-too-large',
  });
});
