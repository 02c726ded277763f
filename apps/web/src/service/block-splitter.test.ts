import { decodeBlock, encodeBlock, type TrackBlock } from '@wakeline/contract/replay/track-blocks';
import { expect, test } from 'vitest';
import { createBlockSplitter } from './block-splitter.ts';

const NONE = {
  course: null,
  speed: null,
  height: null,
  battery: null,
  gsm: null,
  satellites: null,
  accuracy: null,
  altitudeKind: null,
};

function block(trackerId: number, length: number): TrackBlock {
  const times = Array.from({ length }, (_, index) => 1_000 * index);
  return {
    trackerId,
    coarse: false,
    length,
    time: Float64Array.from(times),
    lng: Float64Array.from(times, (time) => time / 1e6),
    lat: new Float64Array(length),
    columns: { ...NONE, speed: Float32Array.from(times, () => 36) },
    flags: trackerId === 12 ? Uint8Array.from([3, 0, 1, 5, 15]) : null,
  };
}

function joined(blocks: readonly TrackBlock[]): Uint8Array {
  return Uint8Array.from(blocks.flatMap((one) => [...encodeBlock(one)]));
}

const BLOCKS = [block(7, 3), block(9, 0), block(7, 1), block(12, 5)];

test('returns the same blocks wherever the stream is split', () => {
  const all = joined(BLOCKS);
  for (let at = 0; at <= all.length; at += 1) {
    const splitter = createBlockSplitter();
    const found = [...splitter.push(all.subarray(0, at)), ...splitter.push(all.subarray(at))];
    expect(found.map(decodeBlock)).toEqual(BLOCKS);
    expect(splitter.isAtEnd()).toBe(true);
  }
});

test('accepts single bytes', () => {
  const splitter = createBlockSplitter();
  const found = [...joined(BLOCKS)].flatMap((byte) => splitter.push(Uint8Array.of(byte)));
  expect(found.map(decodeBlock)).toEqual(BLOCKS);
});

test('copies the bytes of blocks, so that the stream may reuse its buffers', () => {
  const all = joined(BLOCKS);
  const [first] = createBlockSplitter().push(all);
  expect(first?.buffer).not.toBe(all.buffer);
  expect(first?.byteOffset).toBe(0);
});

test('is not at the end of a truncated stream, and rejects bytes of no block', () => {
  const splitter = createBlockSplitter();
  splitter.push(joined(BLOCKS).subarray(0, 30));
  expect(splitter.isAtEnd()).toBe(false);
  expect(() => createBlockSplitter().push(new Uint8Array(64))).toThrow(RangeError);
});
