import { expect, test } from 'vitest';
import { decodeAmf, encodeAmf } from '../rtmp/amf0.ts';
import { indexRecording, storedTag } from './index-recording.ts';
import { readTags } from './read-tags.ts';
import { encodeTag, type FlvTag, fileHeader, TAG } from './tags.ts';

const configuration = Buffer.from([0x17, 0, 0, 0, 0, 1]);
const video = (timestamp: number, isKey: boolean): FlvTag => ({
  ...{ type: TAG.video, timestamp },
  data: Buffer.from([isKey ? 0x17 : 0x27, 1, 0, 0, 0, 9, 9]),
});
const TAGS: readonly FlvTag[] = [
  { type: TAG.script, timestamp: 0, data: encodeAmf('onMetaData', { width: 640, duration: 0 }) },
  { type: TAG.video, timestamp: 0, data: configuration },
  { type: TAG.audio, timestamp: 0, data: Buffer.from([0xaf, 0, 0x12, 0x10]) },
  video(5_000, true),
  { type: TAG.audio, timestamp: 5_010, data: Buffer.from([0xaf, 1, 7]) },
  video(5_040, false),
  video(7_000, true),
  video(0x1_00_00_10, false),
];

async function* chunksOf(bytes: Buffer, size: number) {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}
async function listTags(bytes: Buffer, size: number): Promise<FlvTag[]> {
  const tags: FlvTag[] = [];
  for await (const tag of readTags(chunksOf(bytes, size))) tags.push(tag);
  return tags;
}
const file = Buffer.concat([fileHeader({ audio: true, video: true }), ...TAGS.map(encodeTag)]);

test('reads tags that are cut anywhere, without an incomplete last one', async () => {
  for (const size of [1, 7, 64, file.length]) expect(await listTags(file, size)).toEqual(TAGS);
  expect(await listTags(file.subarray(0, file.length - 1), 16)).toEqual(TAGS.slice(0, -1));
  await expect(listTags(Buffer.from('ID3 of another format'), 64)).rejects.toThrow('no FLV header');
});

test('gives a recording its length and an index whose positions are those of the key frames', async () => {
  const index = await indexRecording(readTags(chunksOf(file, 50)));
  if (index === null) throw new Error('no index');
  // From 5,000 ms to 16,777,232 ms.
  expect(index.seconds).toBe(16_772.232);
  const stored = Buffer.concat([index.opening, ...TAGS.flatMap((tag) => storedTag(tag, index) ?? [])]);
  expect(stored.length).toBe(index.bytes);
  const [script, ...tags] = await listTags(stored, 64);
  const [, metadata] = decodeAmf(script?.data ?? Buffer.alloc(0)) as unknown as [string, Metadata];
  expect(metadata).toMatchObject({ width: 640, duration: 16_772.232, filesize: stored.length });
  expect(metadata.keyframes.times).toEqual([0, 0, 2]);
  const atPositions = metadata.keyframes.filepositions.map((at) => stored.subarray(at + 11, at + 13));
  expect(atPositions.map((bytes) => [...bytes])).toEqual([
    [0x17, 0],
    [0x17, 1],
    [0x17, 1],
  ]);
  expect(tags.map(({ timestamp }) => timestamp)).toEqual([0, 0, 0, 10, 40, 2_000, 16_772_232]);
});

test('a stream without audio and video has no index', async () => {
  const empty = Buffer.concat([fileHeader({ audio: true, video: true }), ...TAGS.slice(0, 2).map(encodeTag)]);
  expect(await indexRecording(readTags(chunksOf(empty, 50)))).toBeNull();
});

interface Metadata {
  readonly keyframes: { readonly times: readonly number[]; readonly filepositions: readonly number[] };
}
