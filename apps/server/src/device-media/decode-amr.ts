import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { type AmrRecording, readAmr } from '@wakeline/domain/media/amr';
import { writeWav } from './wav.ts';

/** One second of audio takes about 2 ms. */
const FRAMES_PER_TURN = 50;

/** One recording is decoded at a time: the audio of several would take their memory at once. */
let last: Promise<unknown> = Promise.resolve();

/** Decodes AMR to WAV, up to where the recording is damaged. Null: it is no AMR. */
export function decodeAmr(content: Buffer): Promise<Buffer | null> {
  const recording = readAmr(content);
  if (recording === null) return Promise.resolve(null);
  const decoded = last.then(() => decodeFrames(content, recording));
  last = decoded.catch(() => undefined);
  return decoded;
}

async function decodeFrames(content: Buffer, { sampleRate, frames, offsets }: AmrRecording): Promise<Buffer> {
  const { decoder } = await import('@audio/decode-amr');
  const amr = await decoder();
  try {
    const samples: Float32Array[] = [];
    for (let frame = 0; frame < frames; frame += FRAMES_PER_TURN) {
      // The first chunk begins with the head of the file.
      const from = frame === 0 ? 0 : offsets[frame];
      const to = offsets[Math.min(frame + FRAMES_PER_TURN, frames)];
      samples.push(...amr.decode(content.subarray(from, to)).channelData);
      await yieldToEventLoop();
    }
    return writeWav(samples, sampleRate);
  } finally {
    amr.free();
  }
}
