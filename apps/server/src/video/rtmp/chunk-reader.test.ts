import { expect, test } from 'vitest';
import { ChunkReader } from './chunk-reader.ts';
import { MESSAGE, RtmpError, type RtmpMessage } from './message.ts';
import { writeMessage } from './write-message.ts';

const LIMITS = { messageBytes: 10_000, unfinishedBytes: 20_000 };
const read = (reader: ChunkReader, bytes: Buffer) => [...reader.push(bytes)];
const hex = (text: string) => Buffer.from(text.replaceAll(/\s/g, ''), 'hex');

function message(more: Partial<RtmpMessage> = {}): RtmpMessage {
  return { type: MESSAGE.video, streamId: 1, timestamp: 40, payload: Buffer.alloc(300, 7), ...more };
}

test('reads messages that are cut at every byte', () => {
  const messages = [
    message(),
    message({ type: MESSAGE.audio, timestamp: 0x1_00_00_00, payload: Buffer.from('sound') }),
    message({ timestamp: 0xff_ff_ff_ff }),
    message({ payload: Buffer.alloc(0) }),
  ];
  const bytes = Buffer.concat(
    messages.map((each) => writeMessage(each, each.type === MESSAGE.audio ? 4 : 70 - 64 + 6, 128)),
  );
  for (let cut = 0; cut <= bytes.length; cut += 1) {
    const reader = new ChunkReader(LIMITS);
    const first = read(reader, bytes.subarray(0, cut));
    expect([...first, ...read(reader, bytes.subarray(cut))]).toEqual(messages);
  }
});

test('reads the example of the specification: one full header, then three chunks without', () => {
  // RTMP 1.0, 5.3.2.1: four audio messages of 32 bytes, 20 ms apart, on chunk stream 3.
  const payload = Buffer.alloc(32, 1);
  const reader = new ChunkReader(LIMITS);
  const messages = [
    hex('03 0003e8 000020 08 39300000'),
    payload,
    // Format 2: the difference of 20 ms.
    hex('83 000014'),
    payload,
    // Format 3: as before.
    hex('c3'),
    payload,
    hex('c3'),
    payload,
  ].flatMap((bytes) => read(reader, bytes));
  expect(messages.map(({ type, streamId, timestamp }) => [type, streamId, timestamp])).toEqual([
    [8, 12_345, 1_000],
    [8, 12_345, 1_020],
    [8, 12_345, 1_040],
    [8, 12_345, 1_060],
  ]);
});

test('interleaves messages of two chunk streams', () => {
  const video = writeMessage(message({ payload: Buffer.alloc(200, 1) }), 6, 128);
  const audio = writeMessage(message({ type: MESSAGE.audio, payload: Buffer.alloc(10, 2) }), 4, 128);
  const reader = new ChunkReader(LIMITS);
  const cut = 12 + 128;
  const all = Buffer.concat([video.subarray(0, cut), audio, video.subarray(cut)]);
  expect(read(reader, all).map(({ type, payload }) => [type, payload.length])).toEqual([
    [MESSAGE.audio, 10],
    [MESSAGE.video, 200],
  ]);
});

test('reads ids of chunk streams of two and three bytes', () => {
  const payload = Buffer.from([1]);
  const reader = new ChunkReader(LIMITS);
  expect(read(reader, Buffer.concat([hex('00 05 000000 000001 08 00000000'), payload]))).toHaveLength(1);
  expect(read(reader, Buffer.concat([hex('01 0501 000000 000001 09 00000000'), payload]))).toHaveLength(1);
});

test('applies the chunk size of the peer and aborts a message', () => {
  const reader = new ChunkReader(LIMITS);
  const size = { type: MESSAGE.setChunkSize, payload: hex('00001000') };
  expect(read(reader, writeMessage(message(size), 2, 128))).toEqual([]);
  expect(read(reader, writeMessage(message(), 6, 4_096))).toEqual([message()]);
  const unfinished = writeMessage(message({ payload: Buffer.alloc(5_000) }), 6, 4_096).subarray(
    0,
    12 + 4_096,
  );
  const abort = { type: MESSAGE.abort, payload: hex('00000006') };
  expect(read(reader, Buffer.concat([unfinished, writeMessage(message(abort), 2, 4_096)]))).toEqual([]);
  expect(read(reader, writeMessage(message(), 6, 4_096))).toEqual([message()]);
});

test.each([
  ['a message above the limit', hex('03 000000 002711 09 01000000'), 'too large'],
  ['a first header that refers to an earlier one', hex('c3'), 'first header'],
  ['a chunk size of 0', hex('02 000000 000004 01 00000000 00000000'), 'chunk size'],
])('refuses %s', (_, bytes, reason) => {
  expect(() => read(new ChunkReader(LIMITS), bytes)).toThrow(RtmpError);
  expect(() => read(new ChunkReader(LIMITS), bytes)).toThrow(reason);
});

test('refuses many unfinished messages and many chunk streams', () => {
  const begin = (id: number, length: string) =>
    Buffer.concat([
      hex(`${id.toString(16).padStart(2, '0')} 000000 ${length} 09 01000000`),
      Buffer.alloc(128),
    ]);
  const reader = new ChunkReader(LIMITS);
  read(reader, begin(3, '002710'));
  read(reader, begin(4, '002710'));
  expect(() => read(reader, begin(5, '000100'))).toThrow('unfinished');
  const many = new ChunkReader(LIMITS);
  const empty = (id: number) => hex(`${id.toString(16).padStart(2, '0')} 000000 000000 09 01000000`);
  for (let id = 3; id < 19; id += 1) read(many, empty(id));
  expect(() => read(many, empty(19))).toThrow('chunk streams');
});
