import { expect, it } from 'vitest';
import { compress, decompress } from './compressed-text.ts';
import { selectNewest } from './last-picture.ts';

function storeOf(times: Readonly<Record<number, number | null>>) {
  return {
    getIds: () => Object.keys(times).map(Number),
    getCommTime: (id: number) => times[id] ?? null,
  };
}

it('keeps all devices up to the limit', async () => {
  expect(await selectNewest(storeOf({ 1: 10, 2: null, 3: 30 }), 3)).toEqual([1, 2, 3]);
});

it('keeps the devices that reported last, in their order', async () => {
  expect(await selectNewest(storeOf({ 1: 10, 2: null, 3: 30, 4: 20 }), 2)).toEqual([3, 4]);
});

it('compresses text in parts and restores it', async () => {
  async function* parts() {
    yield '[1]';
    yield '\n["深圳"]';
  }
  const bytes = await compress(parts());
  // RFC 1952, section 2.3.1.
  expect([...bytes.slice(0, 2)]).toEqual([0x1f, 0x8b]);
  expect(await decompress(bytes)).toBe('[1]\n["深圳"]');
});
