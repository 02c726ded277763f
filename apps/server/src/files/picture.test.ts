import sharp from 'sharp';
import { expect, test } from 'vitest';
import { type AcceptedPictures, readPicture } from './picture.ts';
import { type PictureFormat, pictureSize } from './picture-size.ts';

const ALL: AcceptedPictures = {
  formats: ['png', 'jpeg', 'gif'],
  bytes: 1_048_576,
  tooLarge: 'picture-too-large',
  wrongType: 'picture-type',
};

/** The header of a picture as its standard defines it: signature, then width and height. */
const HEADS: Readonly<Record<PictureFormat, (width: number, height: number) => Buffer>> = {
  png(width, height) {
    const head = Buffer.from('89504e470d0a1a0a0000000d49484452000000000000000008000000000000000000', 'hex');
    head.writeUInt32BE(width, 16);
    head.writeUInt32BE(height, 20);
    return head;
  },
  gif(width, height) {
    const head = Buffer.from('474946383961000000000000003b', 'hex');
    head.writeUInt16LE(width, 6);
    head.writeUInt16LE(height, 8);
    return head;
  },
  // SOI, a comment, a fill byte, then the frame of one component.
  jpeg(width, height) {
    const head = Buffer.from('ffd8fffe000441baffffc0000b0800000000010111000000000000', 'hex');
    head.writeUInt16BE(height, 14);
    head.writeUInt16BE(width, 16);
    return head;
  },
};
const FORMATS = ['png', 'jpeg', 'gif'] as const;

test.each(FORMATS)('reads the size of a %s from its header', async (format) => {
  expect(pictureSize(HEADS[format](640, 480), format)).toEqual({ width: 640, height: 480 });
  const picture = sharp({ create: { width: 31, height: 17, channels: 3, background: '#123456' } });
  expect(pictureSize(await picture.toFormat(format).toBuffer(), format)).toEqual({ width: 31, height: 17 });
  const progressive = picture.toFormat(format, { progressive: true });
  expect(pictureSize(await progressive.toBuffer(), format)).toEqual({ width: 31, height: 17 });
});

test.each(FORMATS)('finds no size in a %s that ends within its header', (format) => {
  const head = HEADS[format](640, 480);
  const ends = { png: 24, jpeg: 18, gif: 10 }[format];
  for (let length = 0; length < ends; length += 1)
    expect(pictureSize(head.subarray(0, length), format), `${length} bytes`).toBeNull();
  expect(pictureSize(HEADS[format](0, 480), format)).toBeNull();
});

// Nothing follows the headers: decoding would report a broken picture.
test.each([
  ['png', 1, 30_000_000, 'picture-side'],
  ['png', 30_000_000, 1, 'picture-side'],
  ['png', 16_385, 1, 'picture-side'],
  ['png', 2 ** 31, 2 ** 31, 'picture-pixels'],
  ['jpeg', 16_385, 1_000, 'picture-side'],
  ['jpeg', 10, 65_535, 'picture-side'],
  ['jpeg', 16_384, 16_384, 'picture-pixels'],
  ['gif', 1, 16_385, 'picture-side'],
  ['gif', 65_535, 65_535, 'picture-pixels'],
] as const)('refuses a %s of %i by %i pixels by its header', async (format, width, height, errorName) => {
  const form = { width: 100, height: 100, format: 'png' } as const;
  await expect(readPicture(HEADS[format](width, height), form, ALL)).rejects.toMatchObject({ errorName });
});

test('accepts a picture of the maximum side length', async () => {
  const long = { width: 16_384, height: 8, channels: 3, background: '#123456' } as const;
  const bytes = await sharp({ create: long }).png().toBuffer();
  const { width, height } = await readPicture(bytes, { width: 1_024, height: 1_024, format: 'png' }, ALL);
  expect([width, height]).toEqual([1_024, 1]);
});
