import {
  BlobSource,
  BufferTarget,
  EncodedPacketSink,
  EncodedVideoPacketSource,
  Input,
  Output,
  WEBM,
  WebMOutputFormat,
} from 'mediabunny';

/**
 * Copies the frames of a recording into a WebM that states its duration and where its key frames are (RFC 9559, `Duration` and
 * `Cues`): a recorder writes as it goes and cannot know either, so that players show no length and seek by reading on.
 *
 * @param milliseconds how long it is in all: the last frame is shown until then.
 * @throws Error where it has no video that can be read.
 */
export async function seekableWebm(recorded: Blob, milliseconds: number): Promise<Blob> {
  using input = new Input({ source: new BlobSource(recorded), formats: [WEBM] });
  const track = await input.getPrimaryVideoTrack();
  const codec = await track?.getCodec();
  const decoderConfig = await track?.getDecoderConfig();
  if (track == null || codec == null || decoderConfig == null) throw new Error('no video in the recording');
  const target = new BufferTarget();
  const output = new Output({ format: new WebMOutputFormat(), target });
  const frames = new EncodedVideoPacketSource(codec);
  output.addVideoTrack(frames);
  await output.start();
  let last = null;
  for await (const frame of new EncodedPacketSink(track).packets()) {
    if (last !== null) await frames.add(last, { decoderConfig });
    last = frame;
  }
  if (last !== null) {
    const duration = Math.max(last.duration, milliseconds / 1_000 - last.timestamp);
    await frames.add(last.clone({ duration }), { decoderConfig });
  }
  await output.finalize();
  if (target.buffer === null) throw new Error('nothing was written');
  return new Blob([target.buffer], { type: recorded.type });
}
