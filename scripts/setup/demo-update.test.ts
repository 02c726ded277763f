import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { DEMO_UPDATE_ARGUMENTS } from './demo-update.ts';

test('names a text in each language that exists', async () => {
  const paths = DEMO_UPDATE_ARGUMENTS.filter((argument) => argument.endsWith('.html'));
  expect(paths).toHaveLength(2);
  for (const path of paths) {
    const text = await readFile(new URL(`../../${path}`, import.meta.url), 'utf8');
    expect(text.trim()).not.toBe('');
  }
});
