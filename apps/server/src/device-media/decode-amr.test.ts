import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createSampleRecording } from '@wakeline/protocols/watch/sample-recording';
import { expect, test } from 'vitest';
import { decodeAmr } from './decode-amr.ts';

/** Decoded by ffmpeg 5.1.9 with its own decoders: `ffmpeg -i FILE.amr -f s16le FILE.s16le`. */
const fixture = (name: string) => readFileSync(join(import.meta.dirname, 'fixtures', name));

/** Power of the expected audio over that of the difference, decibels. */
function signalToNoise(expected: Buffer, samples: Buffer): number {
  let [signal, noise] = [0, 0];
  for (let at = 0; at < expected.length; at += 2) {
    const value = expected.readInt16LE(at);
    signal += value ** 2;
    noise += (value - samples.readInt16LE(at)) ** 2;
  }
  return 10 * Math.log10(signal / noise);
}

test.each([
  ['narrowband', 8000, createSampleRecording()],
  ['wideband', 16_000, fixture('wideband.amr')],
] as const)('decodes %s speech to the audio that ffmpeg decodes', async (name, sampleRate, content) => {
  const wav = (await decodeAmr(content)) ?? Buffer.alloc(0);
  const expected = fixture(`${name}.s16le`);
  const samples = wav.subarray(44);
  expect(samples.length).toBe(expected.length);
  // One decoder computes with integers, the other with floating point numbers.
  expect(signalToNoise(expected, samples)).toBeGreaterThan(30);
  // The header that `ffmpeg -bitexact -f wav` writes, but for the rate.
  const header = Buffer.from(
    '524946460000000057415645666d74201000000001000100000000000000000002001000' + '64617461' + '00000000',
    'hex',
  );
  header.writeUInt32LE(36 + expected.length, 4);
  header.writeUInt32LE(sampleRate, 24);
  header.writeUInt32LE(sampleRate * 2, 28);
  header.writeUInt32LE(expected.length, 40);
  expect(wav.subarray(0, 44)).toEqual(header);
});

test('decodes a damaged recording up to the damage', async () => {
  const content = Buffer.concat([createSampleRecording().subarray(0, 6 + 60 * 13), Buffer.from('ff', 'hex')]);
  // 60 frames of 160 samples.
  expect((await decodeAmr(content))?.length).toBe(44 + 60 * 160 * 2);
});

test('decodes several recordings at once', async () => {
  const content = createSampleRecording();
  const decoded = await Promise.all([decodeAmr(content), decodeAmr(Buffer.from('none')), decodeAmr(content)]);
  expect(decoded.map((wav) => wav?.length)).toEqual([41_004, undefined, 41_004]);
  expect(decoded[0]).toEqual(decoded[2]);
});
