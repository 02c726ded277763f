import { encodeText } from '@wakeline/domain/satellite/beidou-coding';
import { encodeGbk } from '@wakeline/domain/satellite/gbk';
import { describe, expect, test } from 'vitest';
import { readSentenceRequest } from './decode-sentence.ts';
import { writeSentenceEvent } from './encode-sentence-event.ts';
import type { BeidouEvent } from './event.ts';
import type { BeidouRequest } from './request.ts';
import { writeSentence } from './sentence.ts';
import { BeidouSession } from './session.ts';

const NOW = Date.parse('2026-11-23T08:31:00Z');
const at = (time: string) => Date.parse(`2026-11-23T${time}Z`);
/** A line of an example as the bytes of a machine. */
const toBytes = (line: string) => Buffer.from([...encodeGbk(`${line}\r\n`)]);
const decode = (line: string): BeidouEvent | undefined =>
  new BeidouSession({ dialect: '2.1' }).receive(toBytes(line), NOW)[0]?.event;

function content(text: string, coding: 'hanzi' | 'code' | 'mixed') {
  const encoded = encodeText(text, coding);
  if (encoded === null) throw new Error(`not encodable: ${text}`);
  return encoded;
}

const ordinary = { type: 'message', urgent: false, receipt: false } as const;

// Examples of the description of the format; the checksums of the others were computed by a Python program.
const REQUESTS: readonly ['2.1' | 'BD-3', BeidouRequest, string][] = [
  [
    '2.1',
    { ...ordinary, receiver: '0179773', content: content('已到港', 'mixed') },
    '$CCTXA,0179773,1,2,A4D2D1B5BDB8DB*09',
  ],
  [
    '2.1',
    { ...ordinary, receiver: '0179773', content: content('收到', 'hanzi') },
    '$CCTXA,0179773,1,0,收到*67',
  ],
  [
    '2.1',
    { ...ordinary, urgent: true, receiver: '0179773', content: content('12345', 'code') },
    '$CCTXA,0179773,0,1,12345*41',
  ],
  [
    'BD-3',
    { ...ordinary, receiver: '4207733', content: content('已到港', 'mixed') },
    '$CCTCQ,4207733,2,1,3,A4D2D1B5BDB8DB,0*0B',
  ],
  [
    'BD-3',
    { ...ordinary, receipt: true, receiver: '4207733', content: content('12345', 'code') },
    '$CCTCQ,4207733,2,2,2,12345,0*43',
  ],
  ['2.1', { type: 'card' }, '$CCICA,0,00*7B'],
  ['2.1', { type: 'subordinates', frame: 1 }, '$CCICA,1,01*7B'],
  ['BD-3', { type: 'card' }, '$CCICR,0,00*68'],
  ['2.1', { type: 'position', card: '0179773' }, '$CCCXA,0,1,0179773*4B'],
  ['2.1', { type: 'messages', query: 'newest' }, '$CCCXA,1,1,*76'],
  ['2.1', { type: 'messages', query: 'by-sender', card: '0179773' }, '$CCCXA,1,2,0179773*49'],
  ['2.1', { type: 'messages', query: 'receipts', card: '0179773' }, '$CCCXA,1,3,0179773*48'],
  ['2.1', { type: 'beams', interval: 5 }, '$CCRMO,BSI,2,5*23'],
  ['BD-3', { type: 'beams', interval: 5 }, '$CCRMO,PWI,2,5*35'],
];

describe('requests in sentences', () => {
  test.each(REQUESTS)('of %s: %j', (dialect, request, line) => {
    expect(new BeidouSession({ dialect }).encode(request)).toEqual(toBytes(line));
    const decoded = readSentenceRequest(toBytes(line).subarray(0, -2));
    expect(decoded).toEqual(
      request.type === 'message'
        ? { ...request, content: { ...request.content, bytes: Buffer.from(request.content.bytes) } }
        : request,
    );
  });

  test('accepts a BeiDou-3 message without its last field', () => {
    const line = '$CCTCQ,4207733,2,1,3,A4D2D1B5BDB8DB';
    expect(readSentenceRequest(Buffer.from(`${line}*00`))).toMatchObject({
      receiver: '4207733',
      content: { coding: 'mixed', bits: 56 },
    });
  });

  test.each([
    ['2.1', { ...ordinary, receiver: '15950044', content: content('1', 'code') }, 'card'],
    ['2.1', { ...ordinary, receiver: '', content: content('1', 'code') }, 'card'],
    ['BD-3', { ...ordinary, receiver: '123456789', content: content('1', 'code') }, 'card'],
    ['2.1', { ...ordinary, receiver: '0179773', content: content('', 'code') }, 'empty'],
    ['2.1', { ...ordinary, receiver: '0179773', content: content('好'.repeat(121), 'hanzi') }, 'oversize'],
    ['BD-3', { ...ordinary, receiver: '0179773', content: content('好'.repeat(1_001), 'hanzi') }, 'oversize'],
    [
      'BD-3',
      { ...ordinary, urgent: true, receiver: '4207733', content: content('1', 'code') },
      'not-supported',
    ],
    ['BD-3', { type: 'subordinates', frame: 1 }, 'not-supported'],
    ['BD-3', { type: 'position', card: '4207733' }, 'not-supported'],
    ['2.1', { type: 'position', card: 'x' }, 'card'],
    ['2.1', { type: 'locate' }, 'not-supported'],
    ['2.1', { type: 'self-test', interval: 1 }, 'not-supported'],
    ['BD-3', { type: 'time', interval: 1 }, 'not-supported'],
    ['2.1', { type: 'beams', interval: 0.5 }, 'range'],
  ] as const)('refuses in %s: %#', (dialect, request, refusal) => {
    expect(new BeidouSession({ dialect }).encode(request)).toBe(refusal);
  });

  test.each([
    '$CCTXA,0179773,1,2',
    '$CCTXA,0000000,1,2,A4D2D1',
    '$CCTXA,0179773,1,3,A4D2D1',
    '$CCTCQ,4207733,2,1,0,A4D2D1,0',
    '$CCICA,2,00',
    '$CCCXA,0,1,',
    '$CCCXA,1,4,0179773',
    '$CCRMO,BSI,1,0',
    '$CCRMO,GGA,2,1',
  ])('refuses the request %s', (line) => {
    expect(readSentenceRequest(Buffer.from(`${line}*00`))).toBeTypeOf('string');
  });
});

const card = {
  type: 'card',
  card: '0242286',
  serial: '00242286',
  broadcast: '0000011',
  kind: 6,
  frequency: 60,
  level: 3,
  encrypted: false,
  subordinates: 0,
  global: null,
} as const;
const received = {
  type: 'message',
  reception: 'ordinary',
  sender: '0179773',
  receiver: null,
  sentAt: null,
  intact: null,
  content: {
    coding: 'mixed',
    bytes: Uint8Array.from(Buffer.from('A4CAD5B5BD', 'hex')),
    bits: 40,
    text: '收到',
    position: null,
    writtenAt: null,
  },
} as const;
const feedback = {
  type: 'feedback',
  command: 'TXA',
  outcome: 'done',
  waitSeconds: null,
  time: null,
} as const;
const regionalFeedback = { ...feedback, command: 'TCQ', time: at('08:30:16') } as const;

const EVENTS: readonly ['2.1' | 'BD-3', BeidouEvent, string][] = [
  // A public capture.
  ['2.1', card, '$BDICI,0242286,00242286,0000011,6,60,3,N,0*38'],
  [
    '2.1',
    {
      ...card,
      card: null,
      serial: null,
      broadcast: null,
      kind: 0,
      frequency: 0,
      level: 0,
    },
    '$BDICI,0000000,00000000,0000000,0,0,0,N,0*0B',
  ],
  ['2.1', { type: 'subordinates', total: 2, cards: ['2095718', '0179773'] }, '$BDICZ,2,2095718,0179773*44'],
  [
    'BD-3',
    {
      ...card,
      card: '4207733',
      serial: null,
      broadcast: '4200001',
      kind: null,
      level: 5,
      encrypted: null,
      subordinates: 2,
      global: { frequency: 300, level: 1 },
    },
    '$BDICP,4207733,4200001,0,0,0,0,0,0,0,0,0,0,0,60,0,0,0,300,1,2,0,0,0*77',
  ],
  ['2.1', received, '$BDTXR,1,0179773,2,,A4CAD5B5BD*3C'],
  [
    '2.1',
    { ...received, reception: 'stored', sentAt: at('08:30:00') },
    '$BDTXR,4,0179773,2,0830,A4CAD5B5BD*32',
  ],
  [
    '2.1',
    {
      ...received,
      reception: 'broadcast',
      content: {
        ...received.content,
        coding: 'hanzi',
        bytes: Uint8Array.from(Buffer.from('CAD5B5BD', 'hex')),
        bits: 28,
      },
    },
    '$BDTXR,3,0179773,0,,收到*5C',
  ],
  [
    'BD-3',
    { ...received, sender: '04207733', receiver: '4205001', sentAt: at('08:30:15') },
    '$BDTCI,04207733,4205001,2,083015,3,0,A4CAD5B5BD*09',
  ],
  ['2.1', { ...feedback, outcome: 'too-early', waitSeconds: 25 }, '$BDFKI,TXA,N,Y,1,0025*02'],
  ['2.1', feedback, '$BDFKI,TXA,Y,Y,0,0000*13'],
  ['2.1', { ...feedback, outcome: 'low-battery' }, '$BDFKI,TXA,N,Y,2,0000*06'],
  ['BD-3', { ...regionalFeedback, outcome: 'too-early', waitSeconds: 25 }, '$BDFKI,083016,TCQ,N,1,25*5C'],
  ['BD-3', regionalFeedback, '$BDFKI,083016,TCQ,Y,0,0*7D'],
  ['BD-3', { ...regionalFeedback, outcome: 'restrained' }, '$BDFKI,083016,TCQ,N,2,0*68'],
  ['BD-3', { ...regionalFeedback, outcome: 'power-not-locked' }, '$BDFKI,083016,TCQ,N,4,0*6E'],
  ['BD-3', { ...regionalFeedback, outcome: 'no-card' }, '$BDFKI,083016,TCQ,N,5,0*6F'],
  ['BD-3', { ...regionalFeedback, outcome: 'not-permitted' }, '$BDFKI,083016,TCQ,N,6,0*6C'],
  [
    '2.1',
    {
      type: 'receipts',
      card: '0179773',
      receipts: [
        { sentAt: at('08:30:00'), receivedAt: at('08:31:00') },
        { sentAt: at('23:59:00') - 86_400_000, receivedAt: at('00:01:00') },
      ],
    },
    '$BDHZR,0179773,2,0830,0831,2359,0001*45',
  ],
  ['2.1', { type: 'receipts', card: '0179773', receipts: [] }, '$BDHZR,0179773,0*4A'],
  [
    '2.1',
    { type: 'beams', power: [0, 4, 0, 0, 3, 0, 0, 0, 0, 1], regional: [] },
    '$BDBSI,2,2,0,4,0,0,3,0,0,0,0,1*58',
  ],
];

describe('events in sentences', () => {
  test.each(EVENTS)('of %s: %j', (dialect, event, line) => {
    expect(decode(line)).toEqual(event);
    if (event.type === 'error') throw new Error('not to be encoded');
    expect(writeSentenceEvent(event, dialect, { now: NOW, offset: 0 })).toEqual(toBytes(line));
  });

  test.each([
    ['determined', '$BDDWR,1,0179773,083015.20,2215.0483,N,11329.9833,E,35,M,-12,M,1,V,V,V*33', -12],
    ['reported', '$BDWAA,0,0,0179773,083015.20,2215.0483,N,11329.9833,E,35,M*3C', null],
  ] as const)('decodes and encodes a %s position', (source, line, anomaly) => {
    const event = decode(line);
    expect(event).toMatchObject({
      type: 'position',
      source,
      card: '0179773',
      position: { time: Date.parse('2026-11-23T08:30:15.200Z'), altitude: 35, anomaly },
    });
    if (event?.type !== 'position') return;
    // 15.0483 and 29.9833 minutes.
    expect(event.position.latitude).toBeCloseTo(22.250_805, 6);
    expect(event.position.longitude).toBeCloseTo(113.499_722, 6);
    expect(writeSentenceEvent(event, '2.1', { now: NOW, offset: 0 })).toEqual(toBytes(line));
  });

  test('decodes the power of beams of BeiDou-3', () => {
    expect(decode('$BDPWI,083016.00,00,02,14,4,0,0,21,3,0,0*45')).toEqual({
      type: 'beams',
      power: [],
      regional: [
        { beam: 14, power: 4 },
        { beam: 21, power: 3 },
      ],
    });
    expect(decode('$BDPWI,083016.00,02,1,3,00*46')).toEqual({ type: 'beams', power: [1, 3], regional: [] });
  });

  test('decodes a capture of a terminal with its own header', () => {
    expect(decode('$BDTXR,1,4207733,1,2337,90000000000065C1FAF4B2E2CAD4*3F')).toMatchObject({
      sender: '4207733',
      sentAt: Date.parse('2026-11-22T23:37:00Z'),
      content: {
        coding: 'code',
        bits: 112,
        text: '测试',
        writtenAt: Date.parse('2024-02-06T09:25:08Z'),
      },
    });
  });

  test.each([
    // Without the field before the content.
    ['$BDTCI,04207733,4205001,2,083015,3,A4CAD5B5BD*15', 'mixed', '收到'],
    ['$BDTXR,1,0179773,2,,A4收到,ok*01', 'mixed', '收到,ok'],
    ['$BDTXR,1,0179773,2,,收到*5C', 'mixed', '收到'],
    ['$BDTXR,1,0179773,2,,A4cost $5 *4F ok*58', 'mixed', 'cost $5 *4F ok'],
    // Another maker.
    ['$PJTXR,1,0179773,1,,12345*65', 'code', '12345'],
  ])('decodes the variant %s', (line, coding, text) => {
    expect(decode(line)).toMatchObject({ type: 'message', content: { coding, text } });
  });

  test('takes the content of BeiDou-3 from the end, with its commas', () => {
    const fields = ['04207733', '4205001', 2, '083015', 3];
    const text = Buffer.from([...encodeGbk('收到,ok')]);
    for (const sentence of [
      writeSentence('BDTCI', [...fields, text]),
      writeSentence('BDTCI', [...fields, 0, text]),
    ]) {
      const [event] = new BeidouSession({ dialect: 'BD-3' }).receive(sentence, NOW);
      expect(event?.event).toMatchObject({ content: { text: '收到,ok' } });
    }
  });

  test('decodes a position report in a message', () => {
    expect(decode('$BDTXR,1,0179773,3,,A043C7947177B058F0A4004600*3D')).toMatchObject({
      content: { text: null, position: { time: Date.parse('2026-11-23T08:30:15.200Z'), altitude: 35 } },
    });
  });

  test('keeps what the modem compressed', () => {
    expect(decode('$BDTCI,04207733,4205001,2,083015,4,0,xyz*02')).toMatchObject({
      content: { coding: 'compressed', bytes: Uint8Array.from(Buffer.from('xyz')), text: null },
    });
  });

  test.each([
    '$BDTXR,9,0179773,2,,A4CAD5B5BD*34',
    '$BDTXR,1,0000000,2,,A4CAD5B5BD*30',
    '$BDTXR,1,0179773,7,,A4CAD5B5BD*39',
    '$BDTXR,1,0179773,2*4B',
  ])('names the malformed sentence %s', (line) => {
    expect(decode(line)).toMatchObject({
      type: 'error',
      error: 'malformed',
      detail: expect.stringMatching(/^BDTXR: /),
    });
  });

  test.each([
    'BDICI,0242286',
    'BDICZ,x,0179773',
    'BDICZ,1,0000000',
    'BDICP,4207733,0',
    'BDTCI,04207733,4205001,2,083015,3',
    'BDTCI,04207733,4205001,2,083015,6,0,A4CA',
    'BDTCI,0,4205001,2,083015,3,0,A4CA',
    'BDFKI,TXA,X,Y,0,0000',
    'BDFKI,083016,TCQ,N,7,0',
    'BDFKI,TXA,N,Y,4,0000',
    'BDHZR,0179773,2,0830,0831',
    'BDHZR,0179773,1,2430,0831',
    'BDHZR,0,0',
    'BDDWR,1,0179773,083015.20,2215.0483,N',
    'BDDWR,1,0179773,246015.20,2215.0483,N,11329.9833,E,35,M,-12,M,1,V,V,V',
    'BDDWR,1,0179773,083015.20,2215.0483,E,11329.9833,N,35,M,-12,M,1,V,V,V',
    'BDDWR,1,0179773,083015.20,9215.0483,N,11329.9833,E,35,M,-12,M,1,V,V,V',
    'BDWAA,0,0,0179773,083015.20',
    'BDBSI,2,2,x',
    'BDPWI,083016.00,03,1,2',
    'BDPWI,083016.00,00,33',
    'BDPWI,083016.00,00,01,x',
  ])('names the malformed sentence %s', (fields) => {
    const [name = '', ...rest] = fields.split(',');
    const [event] = new BeidouSession({ dialect: '2.1' }).receive(writeSentence(name, rest), NOW);
    expect(event?.event).toMatchObject({ type: 'error', error: 'malformed' });
  });

  test('names an unknown sentence, and requests that come back', () => {
    expect(decode('$BDXYZ,1*40')).toMatchObject({ type: 'error', error: 'unknown' });
    expect(decode('$CCICA,0,00*7B')).toMatchObject({ type: 'error', error: 'unknown' });
  });
});
