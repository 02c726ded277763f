import { expect, test } from 'vitest';
import { createShelfPacker } from './shelf-packer.ts';

test('packs rectangles of similar heights into one shelf', () => {
  const packer = createShelfPacker(64);
  expect(packer.pack(20, 16)).toEqual({ x: 0, y: 0 });
  expect(packer.pack(20, 14)).toEqual({ x: 20, y: 0 });
  // 8 is half of the height of the shelf.
  expect(packer.pack(20, 8)).toEqual({ x: 0, y: 16 });
  expect(packer.pack(20, 16)).toEqual({ x: 40, y: 0 });
  // The first shelf has 4 left.
  expect(packer.pack(20, 16)).toEqual({ x: 0, y: 24 });
});

test('uses a higher shelf when there is no space for a new one', () => {
  const packer = createShelfPacker(32);
  packer.pack(10, 32);
  expect(packer.pack(10, 4)).toEqual({ x: 10, y: 0 });
});

test('refuses what does not fit until the square is larger, and keeps positions', () => {
  const packer = createShelfPacker(32);
  expect(packer.pack(33, 8)).toBeNull();
  expect(packer.pack(32, 32)).toEqual({ x: 0, y: 0 });
  expect(packer.pack(8, 8)).toBeNull();
  packer.grow(64);
  expect(packer.size).toBe(64);
  // Beside the first one: the shelf is wider now.
  expect(packer.pack(8, 30)).toEqual({ x: 32, y: 0 });
  expect(packer.pack(40, 30)).toEqual({ x: 0, y: 32 });
});

test('never lets rectangles overlap', () => {
  const packer = createShelfPacker(256);
  const packed: { x: number; y: number; width: number; height: number }[] = [];
  for (let at = 0; at < 300; at += 1) {
    const [width, height] = [1 + ((at * 7) % 40), 1 + ((at * 13) % 30)];
    const position = packer.pack(width, height);
    if (position === null) continue;
    expect(position.x + width).toBeLessThanOrEqual(256);
    expect(position.y + height).toBeLessThanOrEqual(256);
    for (const other of packed) {
      const isSeparate =
        position.x >= other.x + other.width ||
        other.x >= position.x + width ||
        position.y >= other.y + other.height ||
        other.y >= position.y + height;
      expect(isSeparate).toBe(true);
    }
    packed.push({ ...position, width, height });
  }
  expect(packed.length).toBeGreaterThan(50);
});
