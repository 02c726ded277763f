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
 * Copies the frames of a recording into a WebM with its duration and key frame positions (RFC 9559, `Duration` and
 * `Cues`). A recorder writes as it goes and knows neither, so that players show no length and seek by reading on.
 *
 * @param milliseconds total duration: the last frame is shown until then
 * @throws Error if there is no readable video
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
  if (target.buffer === null) throw new Error('the video writer produced no output');
  return new Blob([target.buffer], { type: recorded.type });
}
