import { encodeText } from '@wakeline/domain/satellite/beidou-coding';
import { describe, expect, test } from 'vitest';
import { readFrameRequest } from './decode-frame.ts';
import { writeFrameEvent } from './encode-frame-event.ts';
import type { BeidouEvent } from './event.ts';
import { writeFrame } from './frame.ts';
import type { BeidouRequest } from './request.ts';
import { BeidouSession } from './session.ts';

const fromHex = (text: string) => Buffer.from(text.replaceAll(' ', ''), 'hex');
const NOW = Date.parse('2026-11-23T08:31:00Z');
const at = (time: string) => Date.parse(`2026-11-23T${time}Z`);
/** Cards of the examples. */
const OWN = 524_069;

const session = () => new BeidouSession({ dialect: '4.0' });
const decode = (bytes: Buffer): BeidouEvent | undefined => session().receive(bytes, NOW)[0]?.event;

function content(text: string, coding: 'hanzi' | 'code' | 'mixed') {
  const encoded = encodeText(text, coding);
  if (encoded === null) throw new Error(`not encodable: ${text}`);
  return encoded;
}

// The TXSQ with a text is the example of the description of the format, and the hanzi a public capture (BDS_4_0); the
// checksums of the others were computed by a Python program.
const REQUESTS: readonly [string, BeidouRequest, string][] = [
  [
    'mixed message',
    {
      type: 'message',
      receiver: '2095718',
      urgent: false,
      receipt: false,
      content: content('已到港', 'mixed'),
    },
    '24 54 58 53 51 00 19 00 00 00 46 1F FA 66 00 38 00 A4 D2 D1 B5 BD B8 DB 02',
  ],
  [
    'urgent digits with a receipt',
    { type: 'message', receiver: '2095718', urgent: true, receipt: true, content: content('12345', 'code') },
    '24 54 58 53 51 00 15 00 00 00 42 1f fa 66 00 14 01 12 34 50 9d',
  ],
  ['card', { type: 'card' }, '24 49 43 4a 43 00 0c 00 00 00 00 2b'],
  ['subordinates', { type: 'subordinates', frame: 2 }, '24 49 43 4a 43 00 0c 00 00 00 02 29'],
  ['position', { type: 'position', card: '2095718' }, '24 54 58 53 51 00 0f 00 00 00 60 1f fa 66 c6'],
  ['newest', { type: 'messages', query: 'newest' }, '24 54 58 53 51 00 0f 00 00 00 70 00 00 00 55'],
  [
    'by sender',
    { type: 'messages', query: 'by-sender', card: '2095718' },
    '24 54 58 53 51 00 0f 00 00 00 74 1f fa 66 d2',
  ],
  [
    'receipts',
    { type: 'messages', query: 'receipts', card: '2095718' },
    '24 54 58 53 51 00 0f 00 00 00 78 1f fa 66 de',
  ],
  ['locate', { type: 'locate' }, '24 44 57 53 51 00 16 00 00 00 04 00 00 00 00 00 00 00 00 00 00 27'],
  ['self test', { type: 'self-test', interval: 60 }, '24 58 54 5a 4a 00 0d 00 00 00 00 3c 09'],
  ['beams', { type: 'beams', interval: 5 }, '24 47 4c 4a 43 00 0c 00 00 00 05 2f'],
  ['time', { type: 'time', interval: 0 }, '24 53 4a 53 43 00 0d 00 00 00 00 00 20'],
];

describe('requests in frames', () => {
  test.each(REQUESTS)('encodes and decodes: %s', (_, request, bytes) => {
    expect(session().encode(request)).toEqual(fromHex(bytes));
    const decoded = readFrameRequest(fromHex(bytes));
    expect(decoded).toEqual(
      request.type === 'message'
        ? { ...request, content: { ...request.content, bytes: Buffer.from(request.content.bytes) } }
        : request,
    );
  });

  test('decodes a capture of another maker with hanzi', () => {
    expect(
      readFrameRequest(fromHex('24 54 58 53 51 00 16 00 00 00 44 00 00 00 00 20 00 C4 E3 BA C3 06')),
    ).toEqual({
      type: 'message',
      receiver: '0000000',
      urgent: false,
      receipt: false,
      content: { coding: 'hanzi', bytes: fromHex('C4 E3 BA C3'), bits: 28 },
    });
  });

  test.each([
    ['no card', { type: 'position', card: '0' }, 'card'],
    [
      'a card of 22 bits',
      { type: 'message', receiver: '2097152', urgent: false, receipt: false, content: content('1', 'code') },
      'card',
    ],
    [
      'no content',
      { type: 'message', receiver: '2095718', urgent: false, receipt: false, content: content('', 'code') },
      'empty',
    ],
    [
      'more bits than a message can have',
      {
        type: 'message',
        receiver: '2095718',
        urgent: false,
        receipt: false,
        content: content('1'.repeat(421), 'code'),
      },
      'oversize',
    ],
    ['frame 256', { type: 'subordinates', frame: 256 }, 'range'],
    ['an interval of 9 bits', { type: 'beams', interval: 256 }, 'range'],
    ['a negative interval', { type: 'time', interval: -1 }, 'range'],
  ] as const)('refuses %s', (_, request, refusal) => {
    expect(session().encode(request)).toBe(refusal);
  });

  test('encodes the longest message', () => {
    const request = {
      type: 'message',
      receiver: '2095718',
      urgent: false,
      receipt: false,
      content: content('1'.repeat(420), 'code'),
    } as const;
    expect(session().encode(request)).toHaveLength(18 + 210);
  });
});

// Examples of the description of the format (TXXX, FKXX too early); the others with checksums of a Python program.
const EVENTS: readonly [string, BeidouEvent, string][] = [
  [
    'message',
    {
      type: 'message',
      reception: 'ordinary',
      sender: '2095718',
      receiver: '0524069',
      sentAt: at('08:30:00'),
      intact: true,
      content: {
        coding: 'mixed',
        bytes: Uint8Array.from(fromHex('A4 CA D5 B5 BD')),
        bits: 40,
        text: '收到',
        position: null,
        writtenAt: null,
      },
    },
    '24 54 58 58 58 00 19 07 FF 25 46 1F FA 66 08 1E 00 28 A4 CA D5 B5 BD 00 A4',
  ],
  [
    'too early',
    { type: 'feedback', command: null, outcome: 'too-early', waitSeconds: 30, time: null },
    '24 46 4B 58 58 00 10 07 FF 25 04 00 00 00 1E FE',
  ],
  [
    'done',
    { type: 'feedback', command: 'TXSQ', outcome: 'done', waitSeconds: null, time: null },
    '24 46 4b 58 58 00 10 07 ff 25 00 54 58 53 51 ea',
  ],
  [
    'failed',
    { type: 'feedback', command: 'TXSQ', outcome: 'failed', waitSeconds: null, time: null },
    '24 46 4b 58 58 00 10 07 ff 25 01 54 58 53 51 eb',
  ],
  [
    'no signal',
    { type: 'feedback', command: null, outcome: 'no-signal', waitSeconds: null, time: null },
    '24 46 4b 58 58 00 10 07 ff 25 02 00 00 00 00 e6',
  ],
  [
    'card',
    {
      type: 'card',
      card: '0524069',
      serial: null,
      broadcast: '0001000',
      kind: 0,
      frequency: 60,
      level: 3,
      encrypted: false,
      subordinates: 2,
      global: null,
    },
    '24 49 43 58 58 00 16 07 ff 25 00 00 03 e8 00 00 3c 03 00 00 02 33',
  ],
  [
    'subordinates',
    { type: 'subordinates', total: null, cards: ['2095718', '0179773'] },
    '24 49 43 58 58 00 12 07 ff 25 01 1f fa 66 02 be 3d e2',
  ],
  [
    'receipts',
    {
      type: 'receipts',
      card: '2095718',
      receipts: [
        { sentAt: at('08:30:00'), receivedAt: at('08:31:00') },
        { sentAt: at('23:59:00') - 86_400_000, receivedAt: at('00:01:00') },
      ],
    },
    '24 54 58 48 5a 00 17 07 ff 25 1f fa 66 02 08 1e 08 1f 17 3b 00 01 5d',
  ],
  [
    'self test',
    {
      type: 'self-test',
      cardState: 0,
      hardwareState: 0,
      battery: 90,
      restrained: false,
      silenced: false,
      power: [4, 3, 0, 0, 1, 2],
    },
    '24 5a 4a 58 58 00 15 07 ff 25 00 00 5a 02 04 03 00 00 01 02 a0',
  ],
  [
    'beams',
    { type: 'beams', power: [4, 3, 0, 0, 1, 2], regional: [] },
    '24 47 4c 5a 4b 00 11 07 ff 25 04 03 00 00 01 02 f6',
  ],
  ['time', { type: 'time', time: at('08:30:15') }, '24 53 4a 58 58 00 12 07 ff 25 07 ea 0b 17 08 1e 0f 1a'],
];

describe('events in frames', () => {
  test.each(EVENTS)('decodes and encodes: %s', (_, event, bytes) => {
    expect(decode(fromHex(bytes))).toEqual(event);
    if (event.type === 'error') throw new Error('not to be encoded');
    expect(writeFrameEvent(event, OWN, { now: NOW, offset: 0 })).toEqual(fromHex(bytes));
  });

  test('adds minutes and seconds of the wait', () => {
    const frame = fromHex('24 46 4b 58 58 00 10 07 ff 25 04 00 01 00 05 e4');
    expect(decode(frame)).toMatchObject({ outcome: 'too-early', waitSeconds: 65 });
  });

  test('decodes a position of a public capture', () => {
    const frame = fromHex(
      '24 44 57 58 58 00 1F 1F FA 66 08 00 00 00 0B 1C 32 47 76 05 2F 07 18 22 35 06 00 14 00 0A 8D',
    );
    const event = decode(frame);
    expect(event).toMatchObject({ type: 'position', source: 'determined', card: '2095718' });
    if (event?.type !== 'position') return;
    const { time, latitude, longitude, altitude, anomaly } = event.position;
    expect([time, altitude, anomaly]).toEqual([Date.parse('2026-11-23T11:28:50.710Z'), 20, 10]);
    expect(longitude).toBeCloseTo(118.096_583, 6);
    expect(latitude).toBeCloseTo(24.581_556, 6);
    expect(writeFrameEvent(event, 2_095_718, { now: NOW, offset: 0 })).toEqual(frame);
  });

  // The sign of the height is the top bit, or the one above 14 bits; of the anomaly the one above 8.
  test.each([
    '24 44 57 58 58 00 1f 07 ff 25 28 1f fa 66 08 1e 0f 14 71 1d 3b 00 16 0f 02 09 80 0c 80 03 19',
    '24 44 57 58 58 00 1f 07 ff 25 28 1f fa 66 08 1e 0f 14 71 1d 3b 00 16 0f 02 09 40 0c 01 03 58',
  ])('decodes the position of a card that was queried', (bytes) => {
    expect(decode(fromHex(bytes))).toMatchObject({
      card: '2095718',
      position: { time: Date.parse('2026-11-23T08:30:15.200Z'), altitude: -12, anomaly: -3 },
    });
  });

  test('decodes a position report in a message', () => {
    const body = fromHex('46 1FFA66 081E 0068 A043C7947177B058F0A4004600 00');
    expect(decode(writeFrame('TXXX', OWN, body))).toMatchObject({
      type: 'message',
      content: { text: null, position: { time: Date.parse('2026-11-23T08:30:15.200Z'), altitude: 35 } },
    });
  });

  test('decodes stored, damaged and coded messages of other machines', () => {
    const body = fromHex('28 1FFA66 081E 0028 A4CAD5B5BD 01');
    expect(decode(writeFrame('TXXX', 0, body))).toMatchObject({
      reception: 'stored',
      receiver: null,
      intact: false,
      content: { coding: 'mixed', text: '收到' },
    });
  });

  test('has no card if none is inserted', () => {
    expect(decode(writeFrame('ICXX', 0, Buffer.alloc(11)))).toMatchObject({ card: null, broadcast: null });
  });

  test.each([
    ['ICXX', ''],
    ['ICXX', '00 00'],
    ['ICXX', '01 00 00'],
    ['TXXX', '46 1FFA66 081E 0028'],
    ['TXXX', '46 1FFA66 081E 0029 A4CAD5B5BD 00'],
    ['TXXX', '46 1FFA66 183C 0028 A4CAD5B5BD 00'],
    ['TXHZ', '1FFA66'],
    ['TXHZ', '1FFA66 02 081E081F'],
    ['TXHZ', '1FFA66 01 183C081F'],
    ['DWXX', '08'],
    ['DWXX', '08 000000 183C3247 76052F07 18223506 0014000A'],
    ['DWXX', '08 000000 0B1C3264 76052F07 18223506 0014000A'],
    ['DWXX', '08 000000 0B1C3247 763C2F07 18223506 0014000A'],
    ['DWXX', '08 000000 0B1C3247 76052F07 5B223506 0014000A'],
    ['FKXX', '04 0000'],
    ['FKXX', '09 00000000'],
    ['ZJXX', '00'],
    ['GLZK', '00'],
    ['SJXX', '07EA'],
    ['SJXX', '07EA 0D17081E0F'],
  ])('names the malformed frame %s %s', (name, body) => {
    expect(decode(writeFrame(name, OWN, fromHex(body)))).toMatchObject({
      type: 'error',
      error: 'malformed',
      detail: expect.stringMatching(new RegExp(`^${name}: `)),
    });
  });

  test('names an unknown frame', () => {
    expect(decode(writeFrame('BBXX', OWN, Buffer.of(1)))).toMatchObject({ type: 'error', error: 'unknown' });
  });

  test.each([
    ['ICJC', ''],
    ['TXSQ', '46'],
    ['TXSQ', '10 1FFA66'],
    ['TXSQ', '46 1FFA66'],
    ['TXSQ', '46 1FFA66 0039 00 A4D2D1B5BDB8DB'],
    ['XTZJ', '00'],
  ])('refuses the request %s %s', (name, body) => {
    expect(readFrameRequest(writeFrame(name, 0, fromHex(body)))).toBeTypeOf('string');
  });
});
