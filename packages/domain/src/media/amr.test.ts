import { expect, it } from 'vitest';
import { readAmr } from './amr.ts';
import { audioFormatOf, pictureFormatOf } from './media.ts';

const NARROW = [...'#!AMR\n'].map((letter) => letter.charCodeAt(0));
const WIDE = [...'#!AMR-WB\n'].map((letter) => letter.charCodeAt(0));
/** A frame: type, and as many bytes of speech. */
const frame = (type: number, bytes: number) => [(type << 3) | 4, ...new Array<number>(bytes).fill(0)];

// Bytes of speech: bits of 3GPP TS 26.101 table 2 (95, 103, 118, 134, 148, 159, 204, 244, SID 39), rounded up.
it.each([
  [0, 95],
  [1, 103],
  [2, 118],
  [3, 134],
  [4, 148],
  [5, 159],
  [6, 204],
  [7, 244],
  [8, 39],
  [15, 0],
])('reads a narrowband frame of type %i with %i bits', (type, bits) => {
  const size = Math.ceil(bits / 8);
  expect(readAmr(Uint8Array.from([...NARROW, ...frame(type, size), ...frame(15, 0)]))).toEqual({
    sampleRate: 8000,
    frames: 2,
    durationMs: 40,
    offsets: [6, 7 + size, 8 + size],
    isDamaged: false,
  });
});

// 3GPP TS 26.201 table 2.
it.each([
  [0, 132],
  [1, 177],
  [2, 253],
  [3, 285],
  [4, 317],
  [5, 365],
  [6, 397],
  [7, 461],
  [8, 477],
  [9, 40],
  [14, 0],
  [15, 0],
])('reads a wideband frame of type %i with %i bits', (type, bits) => {
  const size = Math.ceil(bits / 8);
  expect(readAmr(Uint8Array.from([...WIDE, ...frame(type, size), ...frame(15, 0)]))).toMatchObject({
    sampleRate: 16_000,
    frames: 2,
    isDamaged: false,
  });
});

it.each([
  ['an incomplete frame', [...frame(0, 12), ...frame(0, 11)]],
  ['a reserved type', [...frame(0, 12), ...frame(12, 0)]],
  ['set padding', [...frame(0, 12), 0x80, ...new Array<number>(12).fill(0)]],
])('ends at %s, and says that it is damaged', (_, frames) => {
  expect(readAmr(Uint8Array.from([...NARROW, ...frames]))).toMatchObject({ frames: 1, isDamaged: true });
});

it.each([
  ['nothing', []],
  ['only the head', NARROW],
  ['no complete frame', [...NARROW, 4, 0]],
  ['another head', [...frame(0, 12)]],
])('reads no AMR from %s', (_, bytes) => {
  expect(readAmr(Uint8Array.from(bytes))).toBeNull();
});

it.each([
  ['2321414d520a', 'amr'],
  ['2321414d522d57420a', 'amr'],
  ['52494646000000005741564566', 'wav'],
  ['49443304', 'mp3'],
  ['fffb9064', 'mp3'],
  ['fff38064', 'mp3'],
  // AVI, AAC (ADTS), layer II, nothing.
  ['524946460000000041564920', null],
  ['fff15080', null],
  ['fffd9064', null],
  ['', null],
])('recognizes the audio %s: %s', (hex, format) => {
  const bytes = Uint8Array.from(hex.match(/../g) ?? [], (byte) => Number.parseInt(byte, 16));
  expect(audioFormatOf(bytes)).toBe(format);
  expect(pictureFormatOf(bytes)).toBeNull();
});
