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

test('combines small texts and writes large ones separately', async () => {
  const small = Array.from({ length: 100 }, () => 'x'.repeat(1_000));
  // 66 texts of 1,000 are the first to exceed 65,536 characters.
  expect(await sizesOf([...small, 'y'.repeat(200_000), 'z'])).toEqual([66_000, 234_000, 1]);
});

test('counts bytes, not characters, and fails above the limit', async () => {
  // Three bytes each in UTF-8.
  expect(await sizesOf(['围'.repeat(100)], 300)).toEqual([300]);
  await expect(sizesOf(['围'.repeat(100), 'x'], 300)).rejects.toMatchObject({
    errorName: 'export-too-large',
  });
});
