import { BEIDOU_DIALECTS, type BeidouDialect } from '@wakeline/domain/satellite/beidou-card';
import { encodeGbk } from '@wakeline/domain/satellite/gbk';
import { describe, expect, test } from 'vitest';
import { randomInteger, seededRandom } from '../../testing/random.ts';
import type { BeidouEvent } from './event.ts';
import { MAX_FRAME_LENGTH } from './frame.ts';
import { MAX_SENTENCE_LENGTH } from './sentence.ts';
import { BeidouSession } from './session.ts';

const NOW = Date.parse('2026-11-23T08:31:00Z');
const fromHex = (text: string) => Buffer.from(text.replaceAll(' ', ''), 'hex');
const fromLine = (line: string) => Buffer.from([...encodeGbk(`${line}\r\n`)]);

const FRAMES = [
  '24 54 58 58 58 00 19 07 FF 25 46 1F FA 66 08 1E 00 28 A4 CA D5 B5 BD 00 A4',
  '24 46 4B 58 58 00 10 07 FF 25 04 00 00 00 1E FE',
  '24 44 57 58 58 00 1F 1F FA 66 08 00 00 00 0B 1C 32 47 76 05 2F 07 18 22 35 06 00 14 00 0A 8D',
  '24 49 43 58 58 00 16 07 ff 25 00 00 03 e8 00 00 3c 03 00 00 02 33',
  '24 49 43 58 58 00 12 07 ff 25 01 1f fa 66 02 be 3d e2',
  '24 54 58 48 5a 00 17 07 ff 25 1f fa 66 02 08 1e 08 1f 17 3b 00 01 5d',
  '24 5a 4a 58 58 00 15 07 ff 25 00 00 5a 02 04 03 00 00 01 02 a0',
  '24 53 4a 58 58 00 12 07 ff 25 07 ea 0b 17 08 1e 0f 1a',
].map(fromHex);
const LINES = [
  '$BDTXR,1,0179773,2,,A4CAD5B5BD*3C',
  '$BDTXR,3,0179773,0,,收到*5C',
  '$BDTXR,1,0179773,2,,A4cost $5 *4F ok*58',
  '$BDTXR,1,4207733,1,2337,90000000000065C1FAF4B2E2CAD4*3F',
  '$BDTCI,04207733,4205001,2,083015,3,0,A4CAD5B5BD*09',
  '$BDFKI,083016,TCQ,N,1,25*5C',
  '$BDFKI,TXA,N,Y,1,0025*02',
  '$BDICI,0242286,00242286,0000011,6,60,3,N,0*38',
  '$BDICZ,2,2095718,0179773*44',
  '$BDHZR,0179773,2,0830,0831,2359,0001*45',
  '$BDDWR,1,0179773,083015.20,2215.0483,N,11329.9833,E,35,M,-12,M,1,V,V,V*33',
  '$BDWAA,0,0,0179773,083015.20,2215.0483,N,11329.9833,E,35,M*3C',
  '$BDPWI,083016.00,00,02,14,4,0,0,21,3,0,0*45',
  '$BDICP,4207733,4200001,0,0,0,0,0,0,0,0,0,0,0,60,0,0,0,300,1,2,0,0,0*77',
].map(fromLine);
const STREAMS: Readonly<Record<BeidouDialect, readonly Buffer[]>> = {
  '4.0': FRAMES,
  '2.1': LINES,
  'BD-3': LINES,
};

const receiveAll = (dialect: BeidouDialect, chunks: readonly Buffer[]) => {
  const session = new BeidouSession({ dialect });
  return chunks.flatMap((chunk) => session.receive(chunk, NOW)).map(({ event }) => event);
};
const errorsOf = (events: readonly BeidouEvent[]) =>
  events.flatMap((event) => (event.type === 'error' ? [event.error] : []));
const typesOf = (events: readonly BeidouEvent[]) =>
  events.flatMap((event) => (event.type === 'error' ? [] : [event.type]));

describe.each(BEIDOU_DIALECTS)('a session of %s', (dialect) => {
  const messages = STREAMS[dialect];
  const stream = Buffer.concat(messages);
  const expected = receiveAll(dialect, messages);

  test('decodes each message of the stream', () => {
    expect(expected).toHaveLength(messages.length);
    expect(errorsOf(expected)).toEqual([]);
  });

  test('gives the same events for any division of the stream', () => {
    for (let cut = 0; cut <= stream.length; cut++)
      expect(receiveAll(dialect, [stream.subarray(0, cut), stream.subarray(cut)])).toEqual(expected);
    expect(
      receiveAll(
        dialect,
        Array.from(stream, (byte) => Buffer.of(byte)),
      ),
    ).toEqual(expected);
  });

  test('continues after garbage', () => {
    const garbage = Buffer.from('\u0000\u0001x$y$$lost');
    for (let index = 0; index <= messages.length; index++) {
      const events = receiveAll(dialect, [
        ...messages.slice(0, index),
        garbage,
        ...messages.slice(index),
        // Ends what the garbage can have begun.
        ...messages.slice(0, 1),
      ]);
      expect(typesOf(events)).toEqual(typesOf([...expected, ...expected.slice(0, 1)]));
      expect(errorsOf(events)).toEqual(['garbage']);
    }
  });

  test('loses no more than the message with a wrong checksum', () => {
    for (const [index, message] of messages.entries()) {
      const damaged = Buffer.from(message);
      // A digit or byte in the middle of the fields.
      damaged[12] = (damaged[12] ?? 0) ^ 0x01;
      const events = receiveAll(dialect, messages.with(index, damaged));
      expect(typesOf(events)).toEqual(typesOf(expected.toSpliced(index, 1)));
      expect(errorsOf(events)[0]).toBe('checksum');
    }
  });

  test('finds the message after one whose end is missing', () => {
    for (const [index, message] of messages.entries()) {
      const truncated = message.subarray(0, message.length - 6);
      const rest = [...messages.slice(index + 1), ...messages];
      const events = receiveAll(dialect, [truncated, ...rest]);
      expect(typesOf(events)).toEqual(typesOf([...expected.slice(index + 1), ...expected]));
      expect(errorsOf(events).length).toBeGreaterThan(0);
    }
  });

  test('drops the start of a message whose rest does not arrive', () => {
    const session = new BeidouSession({ dialect });
    const [message = Buffer.alloc(0)] = messages;
    expect(session.receive(message.subarray(0, 12), NOW)).toEqual([]);
    expect(session.pendingBytes).toBe(12);
    const events = session.receive(message, NOW + 5_001).map(({ event }) => event);
    expect(events[0]).toMatchObject({ type: 'error', error: 'incomplete' });
    expect(events[1]).toEqual({ ...expected[0] });
  });

  test('keeps the bytes of each event', () => {
    const session = new BeidouSession({ dialect });
    const raws = session.receive(stream, NOW).map(({ raw }) => raw.toString('hex'));
    expect(raws).toEqual(
      messages.map((message) =>
        (dialect === '4.0' ? message : message.subarray(0, message.length - 2)).toString('hex'),
      ),
    );
  });

  test('buffers a limited number of bytes', () => {
    const session = new BeidouSession({ dialect });
    const limit = Math.max(MAX_FRAME_LENGTH, MAX_SENTENCE_LENGTH);
    const start = dialect === '4.0' ? fromHex('24 54 58 58 58 04 00') : Buffer.from('$BDTXR,');
    session.receive(start, NOW);
    for (let round = 0; round < 200; round++) {
      session.receive(Buffer.alloc(100, 0x41), NOW);
      expect(session.pendingBytes).toBeLessThanOrEqual(limit);
    }
  });

  test('decodes damaged messages to valid values or named errors', () => {
    const random = seededRandom(23);
    for (let round = 0; round < 3_000; round++) {
      const bytes = [...(messages[randomInteger(random, 0, messages.length - 1)] ?? [])];
      for (let k = randomInteger(random, 1, 4); k > 0; k--) {
        const removed = randomInteger(random, 0, 2);
        const added = Array.from({ length: randomInteger(random, 0, 2) }, () =>
          randomInteger(random, 0, 255),
        );
        bytes.splice(randomInteger(random, 0, bytes.length - 1), removed, ...added);
      }
      const message = repairChecksum(Buffer.from(bytes), dialect);
      for (const event of receiveAll(dialect, [message])) expect(event).toSatisfy(isValid);
    }
  });

  test('decodes random bytes to valid values or named errors', () => {
    const random = seededRandom(29);
    const session = new BeidouSession({ dialect });
    for (let round = 0; round < 300; round++) {
      const bytes = Buffer.from(
        Array.from({ length: randomInteger(random, 0, 200) }, () =>
          random() < 0.1 ? 0x24 : randomInteger(random, 0, 255),
        ),
      );
      for (const { event } of session.receive(bytes, NOW + round * 1_000)) expect(event).toSatisfy(isValid);
    }
  });
});

describe('errors of the stream', () => {
  test.each([
    ['4.0', fromHex('24 54 58 58 58 04 01 00 00 00'), ['oversize']],
    ['4.0', fromHex('24 54 58 58 58 00 0A 00 00 00'), ['malformed']],
    ['4.0', Buffer.from('garbage'), ['garbage']],
    ['2.1', Buffer.from('garbage\r\n'), ['garbage']],
    ['2.1', Buffer.from('$BDTXR,1\r\n'), ['malformed']],
    ['2.1', Buffer.from('$BDTXR,1*00\r\n'), ['checksum']],
    ['2.1', Buffer.from(`$BDTXR,${'1'.repeat(MAX_SENTENCE_LENGTH)}`), ['oversize']],
    ['2.1', Buffer.from('\r\n\r\n'), []],
  ] as const)('of %s are named: %#', (dialect, bytes, errors) => {
    expect(errorsOf(receiveAll(dialect, [bytes]))[0]).toBe(errors[0]);
  });

  test('sentences can follow each other without a line end', () => {
    const joined = Buffer.concat(LINES.map((line) => line.subarray(0, line.length - 2)));
    const events = receiveAll('2.1', [joined, Buffer.from('\r\n')]);
    expect(events).toEqual(receiveAll('2.1', LINES));
  });

  test('applies the clock of the machine', () => {
    const session = new BeidouSession({ dialect: '2.1', clockOffset: 480 });
    const line = fromLine('$BDTXR,4,0179773,2,0830,A4CAD5B5BD*32');
    expect(session.receive(line, Date.parse('2026-11-23T00:31:00Z'))[0]?.event).toMatchObject({
      sentAt: Date.parse('2026-11-23T00:30:00Z'),
    });
  });

  test('uses the frequency point of its options', () => {
    const session = new BeidouSession({ dialect: 'BD-3', frequencyPoint: 5 });
    const content = { coding: 'code', bytes: Buffer.of(0x10), bits: 4 } as const;
    const request = { type: 'message', receiver: '4207733', urgent: false, receipt: false, content } as const;
    expect(String(session.encode(request))).toMatch(/^\$CCTCQ,4207733,5,1,2,1,0\*/);
  });
});

/** With a right checksum, damaged fields reach the decoders. */
function repairChecksum(bytes: Buffer, dialect: BeidouDialect): Buffer {
  const xor = (part: Buffer) => part.reduce((sum, byte) => sum ^ byte, 0);
  if (dialect === '4.0') {
    if (bytes.length < 11) return bytes;
    bytes.writeUInt16BE(bytes.length, 5);
    bytes[bytes.length - 1] = xor(bytes.subarray(0, -1));
    return bytes;
  }
  const star = bytes.lastIndexOf('*');
  if (star < 1) return bytes;
  const sum = xor(bytes.subarray(1, star)).toString(16).toUpperCase().padStart(2, '0');
  return Buffer.concat([bytes.subarray(0, star), Buffer.from(`*${sum}\r\n`)]);
}

function isValid(event: BeidouEvent): boolean {
  switch (event.type) {
    case 'error':
      return event.detail.length < 200 && !/\p{Cc}/u.test(event.detail);
    case 'message':
      return (
        /^\d{1,8}$/.test(event.sender) &&
        event.content.bits <= MAX_SENTENCE_LENGTH * 8 &&
        (event.content.text === null || !/\ufffd|(?![\t\n\r])\p{Cc}/u.test(event.content.text)) &&
        (event.content.position === null || isOnEarth(event.content.position))
      );
    case 'position':
      return isOnEarth(event.position) && /^\d{1,8}$/.test(event.card);
    case 'card':
      return [event.kind, event.frequency, event.level, event.subordinates].every(
        (value) => value === null || Number.isSafeInteger(value),
      );
    case 'subordinates':
      return event.cards.every((card) => /^\d{1,8}$/.test(card));
    case 'receipts':
      return event.receipts.every(({ sentAt, receivedAt }) => Number.isSafeInteger(sentAt + receivedAt));
    case 'beams':
    case 'self-test':
      return event.power.every(Number.isSafeInteger);
    case 'feedback':
      return event.waitSeconds === null || Number.isSafeInteger(event.waitSeconds);
    case 'time':
      return Number.isSafeInteger(event.time);
  }
}

function isOnEarth({
  latitude,
  longitude,
  altitude,
  time,
}: Extract<BeidouEvent, { type: 'position' }>['position']) {
  return (
    Math.abs(latitude) <= 90 &&
    Math.abs(longitude) <= 180 &&
    (altitude === null || Number.isFinite(altitude)) &&
    Number.isSafeInteger(time)
  );
}
