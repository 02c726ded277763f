import { openAsBlob } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { BlobSource, EncodedPacketSink, Input, WEBM } from 'mediabunny';
import { expect, test } from 'vitest';
import { seekableWebm } from './seekable-webm.ts';

/** Recorded by Chromium's MediaRecorder. */
const RECORDING = fileURLToPath(new URL('../../../../../../docs/pictures/replay.webm', import.meta.url));
const MILLISECONDS = 7_000;

async function framesOf(file: Blob) {
  using input = new Input({ source: new BlobSource(file), formats: [WEBM] });
  const track = await input.getPrimaryVideoTrack();
  if (track === null) throw new Error('no video');
  const frames = [];
  for await (const { timestamp, type, data } of new EncodedPacketSink(track).packets())
    frames.push({ timestamp, type, data: Buffer.from(data).toString('base64') });
  return frames;
}

test('states the duration and the positions of key frames', async () => {
  const written = await seekableWebm(await openAsBlob(RECORDING, { type: 'video/webm' }), MILLISECONDS);
  expect(written.type).toBe('video/webm');
  const bytes = Buffer.from(await written.arrayBuffer()).toString('hex');
  // RFC 9559: a Duration of eight bytes, 7,000 ms as IEEE 754 double; Cues.
  expect(bytes).toContain('448988' + '40bb580000000000');
  expect(bytes).toContain('1c53bb6b');
});

test('keeps each frame and its time', async () => {
  const recorded = await openAsBlob(RECORDING);
  const frames = await framesOf(recorded);
  expect(frames.length).toBeGreaterThan(1);
  expect(await framesOf(await seekableWebm(recorded, MILLISECONDS))).toEqual(frames);
});

test('rejects data that is not a recording', async () => {
  await expect(seekableWebm(new Blob(['hello']), MILLISECONDS)).rejects.toThrow();
});
