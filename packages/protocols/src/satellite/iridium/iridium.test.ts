import { readdirSync, readFileSync } from 'node:fs';
import { PLAIN_TEXT } from '@wakeline/domain/satellite/sbd-text';
import { describe, expect, it } from 'vitest';
import { randomInteger, seededRandom } from '../../testing/random.ts';
import { MAX_MESSAGE_LENGTH, writeMessage } from './elements.ts';
import { DirectIpFramer } from './framing.ts';
import { decodeMoConfirmation, encodeMoConfirmation } from './mo-confirmation.ts';
import { decodeMoMessage, encodeMoMessage } from './mo-message.ts';
import {
  deliveredMtmsn,
  duplicateKey,
  isMtmsnAfter,
  type MobileOriginated,
  sessionStatusOf,
} from './mobile-originated.ts';
import { decodeMtConfirmation, encodeMtConfirmation, failureOf } from './mt-confirmation.ts';
import { decodeMtMessage, encodeMtMessage } from './mt-message.ts';
import { encodePayloadText, payloadText } from './payload-text.ts';

interface Example {
  readonly description: string;
  readonly bytes: string;
  readonly message: Omit<MobileOriginated, 'payload' | 'sessionTime'> & {
    readonly sessionTime: string;
    readonly text: string | null;
  };
}

const FOLDER = new URL('examples/', import.meta.url);
const EXAMPLES = readdirSync(FOLDER).map(
  (file) => JSON.parse(readFileSync(new URL(file, FOLDER), 'utf8')) as Example,
);
const hex = (text: string) => Buffer.from(text.replaceAll(' ', ''), 'hex');
const TEXT_MESSAGE = hex(EXAMPLES.find(({ bytes }) => bytes.length === 118)?.bytes ?? '');

function decodedMo(message: Uint8Array): MobileOriginated {
  const decoded = decodeMoMessage(message);
  if (typeof decoded === 'string') throw new Error(decoded);
  return decoded;
}

describe('messages from devices', () => {
  it.each(EXAMPLES)('decodes: $description', ({ bytes, message }) => {
    const { payload, sessionTime, ...rest } = decodedMo(hex(bytes));
    const decoded = {
      ...rest,
      sessionTime: new Date(sessionTime).toISOString(),
      text: payloadText(payload, PLAIN_TEXT),
    };
    const { location, ...others } = message;
    expect(decoded).toMatchObject(others);
    if (location === null) expect(decoded.location).toBeNull();
    else {
      expect(decoded.location?.latitude).toBeCloseTo(location.latitude, 6);
      expect(decoded.location?.longitude).toBeCloseTo(location.longitude, 6);
      expect(decoded.location?.radius).toBe(location.radius);
    }
  });

  it.each(EXAMPLES)('encodes to the same bytes: $description', ({ bytes }) => {
    expect(encodeMoMessage(decodedMo(hex(bytes))).toString('hex')).toBe(bytes);
  });

  const HEADER = TEXT_MESSAGE.subarray(6, 34);
  const LOCATION = hex('02 2b 7a26 ac 8dc4 00000002');
  const HELLO = Buffer.from('hello');

  it('decodes elements in any order, and skips unknown ones by their length', () => {
    const decoded = decodedMo(
      writeMessage([
        [0x70, Buffer.alloc(300)],
        [0x03, LOCATION],
        [0x02, HELLO],
        [0x70, Buffer.alloc(0)],
        [0x01, HEADER],
      ]),
    );
    expect(decoded).toMatchObject({ imei: '300234063904190', momsn: 75, payload: HELLO });
    expect(decoded.location?.radius).toBe(2);
  });

  it('decodes a mailbox check, without a payload', () => {
    expect(decodedMo(writeMessage([[0x01, HEADER]])).payload.length).toBe(0);
  });

  it('decodes a location of the length in the table of the guide', () => {
    const long = Buffer.concat([LOCATION, Buffer.alloc(9)]);
    const { location } = decodedMo(
      writeMessage([
        [0x01, HEADER],
        [0x03, long],
      ]),
    );
    expect(location?.latitude).toBeCloseTo(-43.5211667, 6);
  });

  it.each([
    ['91 degrees north', '00 5b 0000 00 0000 00000002'],
    ['90 degrees and 1/1000 minute north', '00 5a 0001 00 0000 00000002'],
    ['60 minutes', '00 00 ea60 00 0000 00000002'],
    ['180 degrees and 1/1000 minute east', '00 00 0000 b4 0001 00000002'],
    ['another format', '04 2b 7a26 ac 8dc4 00000002'],
  ])('leaves out a location with %s', (_what, location) => {
    const decoded = decodedMo(
      writeMessage([
        [0x01, HEADER],
        [0x03, hex(location)],
        [0x02, HELLO],
      ]),
    );
    expect([decoded.location, decoded.payload]).toEqual([null, HELLO]);
  });

  it.each([
    ['wrong-version', hex('02 0000')],
    ['wrong-length', hex('')],
    ['wrong-length', hex('01 00')],
    ['wrong-length', TEXT_MESSAGE.subarray(0, 58)],
    ['wrong-length', Buffer.concat([TEXT_MESSAGE, hex('00')])],
    ['element-cut', hex('01 0002 0100')],
    ['element-cut', hex('01 0004 02 0002 41')],
    ['no-header', hex('01 0000')],
    ['no-header', writeMessage([[0x02, HELLO]])],
    ['element-length', writeMessage([[0x01, HEADER.subarray(0, 27)]])],
    ['element-length', writeMessage([[0x01, Buffer.concat([HEADER, hex('00')])]])],
    [
      'element-length',
      writeMessage([
        [0x01, HEADER],
        [0x02, Buffer.alloc(1_961)],
      ]),
    ],
    [
      'element-length',
      writeMessage([
        [0x01, HEADER],
        [0x03, LOCATION.subarray(0, 10)],
      ]),
    ],
    [
      'element-repeated',
      writeMessage([
        [0x01, HEADER],
        [0x01, HEADER],
      ]),
    ],
    [
      'element-repeated',
      writeMessage([
        [0x01, HEADER],
        [0x02, HELLO],
        [0x02, HELLO],
      ]),
    ],
    ['invalid-imei', Buffer.from(TEXT_MESSAGE.toString('latin1').replace('3002', '30x2'), 'latin1')],
  ])('refuses with %s', (error, message) => {
    expect(decodeMoMessage(message)).toBe(error);
  });

  it('names the results of sessions', () => {
    expect([0, 1, 2, 10, 12, 13, 14, 15, 3].map(sessionStatusOf)).toEqual([
      'completed',
      'mt-too-large',
      'poor-location',
      'timeout',
      'mo-too-large',
      'link-lost',
      'protocol-error',
      'denied',
      'unknown',
    ]);
  });

  it('identifies a repeated delivery by its session', () => {
    const session = { imei: '300234063904190', cdrReference: 7, momsn: 75, sessionTime: 1_000 };
    const withoutCdr = { ...session, cdrReference: null };
    expect(duplicateKey(session)).toBe(duplicateKey({ ...session, momsn: 76 }));
    const others = [
      { ...session, cdrReference: 8 },
      { ...session, imei: '300234063904191' },
      withoutCdr,
      { ...withoutCdr, momsn: 76 },
      { ...withoutCdr, sessionTime: 2_000 },
    ];
    expect(new Set([session, ...others].map(duplicateKey)).size).toBe(6);
  });

  it('takes the MTMSN of a completed session only as delivered', () => {
    expect(deliveredMtmsn({ status: 'completed', mtmsn: 12 })).toBe(12);
    expect(deliveredMtmsn({ status: 'poor-location', mtmsn: 12 })).toBe(12);
    for (const status of ['mt-too-large', 'timeout', 'link-lost', 'unknown'] as const)
      expect(deliveredMtmsn({ status, mtmsn: 12 })).toBeNull();
    expect(deliveredMtmsn({ status: 'completed', mtmsn: 0 })).toBeNull();
  });

  it.each([
    [2, 1, true],
    [1, 2, false],
    [1, 1, false],
    // After 65535 comes 1.
    [1, 65_535, true],
    [65_535, 1, false],
    [100, 65_500, true],
    [32_768, 1, true],
    [32_769, 1, false],
  ])('MTMSN %i is after %i: %s', (a, b, isAfter) => {
    expect(isMtmsnAfter(a, b)).toBe(isAfter);
  });
});

describe('confirmations of messages from devices', () => {
  it('encodes success as the gateway expects it', () => {
    expect(encodeMoConfirmation(true)).toEqual(hex('01 0004 05 0001 01'));
    expect(decodeMoConfirmation(hex('01 0004 05 0001 01'))).toBe(true);
    expect(decodeMoConfirmation(encodeMoConfirmation(false))).toBe(false);
  });

  it('refuses others', () => {
    expect(decodeMoConfirmation(hex('01 0003 05 0000'))).toBe('element-length');
    expect(decodeMoConfirmation(TEXT_MESSAGE)).toBe('no-header');
    expect(decodeMoConfirmation(hex('03'))).toBe('wrong-length');
  });
});

describe('messages to devices', () => {
  // Composed by a script from the layout in section 7.2 of the guide.
  const BYTES = hex(
    '01 0025 41 0015 00001267 333030323334303633393034313930 0030 42 0005 68656c6c6f 46 0002 0001',
  );
  const MESSAGE = {
    clientId: 4711,
    imei: '300234063904190',
    flags: ['highPriority', 'assignMtmsn'] as const,
    payload: Buffer.from('hello'),
    priority: 1,
  };

  it('encodes header, payload and priority', () => {
    expect(encodeMtMessage({ ...MESSAGE, flags: ['assignMtmsn'] })).toEqual(BYTES);
    expect(decodeMtMessage(BYTES)).toEqual(MESSAGE);
  });

  it('encodes flags without a payload, and no default priority', () => {
    const flush = encodeMtMessage({
      ...MESSAGE,
      flags: ['flushQueue', 'ringAlert'],
      payload: Buffer.alloc(0),
      priority: 5,
    });
    expect(flush).toEqual(hex('01 0018 41 0015 00001267 333030323334303633393034313930 0003'));
  });

  it.each([
    ['an IMEI of 14 digits', { imei: '30023406390419' }],
    ['1,891 bytes', { payload: Buffer.alloc(1_891) }],
    ['a priority of 6', { priority: 6 }],
    ['an id of 33 bits', { clientId: 2 ** 32 }],
  ])('does not encode %s', (_what, change) => {
    expect(() => encodeMtMessage({ ...MESSAGE, ...change })).toThrow(RangeError);
  });

  it.each([
    ['no-header', hex('01 0008 42 0005 68656c6c6f')],
    ['element-length', hex('01 0004 41 0001 00')],
    ['element-length', hex('01 001c 41 0015 00001267 333030323334303633393034313930 0010 46 0001 01')],
    ['invalid-imei', hex('01 0018 41 0015 00001267 333030323334303633393034313900 0003')],
    ['wrong-version', hex('00 0000')],
  ])('refuses to decode with %s', (error, message) => {
    expect(decodeMtMessage(message)).toBe(error);
  });
});

describe('confirmations of messages to devices', () => {
  it('decodes the file of the crate directip-dump', () => {
    // tests/data/mt_confirmation.isbd of directip-dump 0.0.3 (github.com/castelao/DirectIP), MIT OR Apache-2.0. Its IMEI
    // is 15 bytes that are no digits.
    const file = hex('01001c 44 0019 00000457 000102030405060708090a0b0c0d0e 00000000 002a');
    expect(decodeMtConfirmation(file)).toEqual({
      clientId: 1111,
      imei: null,
      automaticId: 0,
      place: 42,
      refusal: null,
    });
  });

  it.each([
    [0, 0, null, null],
    [1, 1, null, null],
    [50, 50, null, null],
    [51, null, 'unknown', 'gateway-refused'],
    [-1, null, 'invalid-imei', 'unknown-receiver'],
    [-2, null, 'unknown-imei', 'unknown-receiver'],
    [-3, null, 'payload-too-large', 'too-long'],
    [-4, null, 'payload-missing', 'empty'],
    [-5, null, 'queue-full', 'queue-full'],
    [-6, null, 'no-resources', null],
    [-7, null, 'protocol-error', 'gateway-refused'],
    [-8, null, 'ring-alerts-disabled', 'not-attached'],
    [-9, null, 'not-attached', 'not-attached'],
    [-10, null, 'address-refused', 'gateway-refused'],
    [-11, null, 'mtmsn-out-of-range', 'gateway-refused'],
    [-12, null, 'certificate-refused', 'gateway-refused'],
    [-13, null, 'unknown', 'gateway-refused'],
  ])('names status %i', (status, place, refusal, failure) => {
    const bytes = hex('01001c 44 0019 00001267 333030323334303633393034313930 00000001 0000');
    bytes.writeInt16BE(status, bytes.length - 2);
    const decoded = decodeMtConfirmation(bytes);
    if (typeof decoded === 'string') throw new Error(decoded);
    expect(decoded).toMatchObject({ clientId: 4711, imei: '300234063904190', place, refusal });
    if (decoded.refusal !== null) expect(failureOf(decoded.refusal)).toBe(failure);
    if (refusal !== 'unknown') expect(encodeMtConfirmation(decoded)).toEqual(bytes);
  });

  it('refuses others', () => {
    expect(decodeMtConfirmation(hex('01 0004 44 0001 00'))).toBe('element-length');
    expect(decodeMtConfirmation(hex('01 0000'))).toBe('no-header');
    expect(decodeMtConfirmation(hex('09 0000'))).toBe('wrong-version');
  });
});

describe('the framing of DirectIP', () => {
  function framesOf(chunks: readonly Uint8Array[]): readonly (string | null)[] {
    const framer = new DirectIpFramer();
    const frames: (string | null)[] = [];
    for (const chunk of chunks) {
      framer.feed(chunk);
      for (let next = framer.next(); next !== null; next = framer.next()) {
        frames.push(typeof next === 'string' ? next : next.toString('hex'));
      }
    }
    return frames;
  }

  it('joins chunks that are cut at any byte', () => {
    const stream = Buffer.concat(EXAMPLES.map(({ bytes }) => hex(bytes)));
    const expected = EXAMPLES.map(({ bytes }) => bytes);
    for (let cut = 0; cut <= stream.length; cut++)
      expect(framesOf([stream.subarray(0, cut), stream.subarray(cut)])).toEqual(expected);
    expect(framesOf([...stream].map((byte) => Buffer.of(byte)))).toEqual(expected);
  });

  it('waits for the end of a message of the maximum length, and holds no more than it', () => {
    const framer = new DirectIpFramer();
    framer.feed(hex('01 ffff'));
    for (let sent = 0; sent < 65_534; sent += 4_681) {
      framer.feed(Buffer.alloc(4_681));
      expect(framer.next()).toBeNull();
    }
    expect(framer.pendingBytes).toBe(MAX_MESSAGE_LENGTH - 1);
    framer.feed(Buffer.alloc(1));
    expect(framer.next()?.length).toBe(MAX_MESSAGE_LENGTH);
    expect(framer.pendingBytes).toBe(0);
  });

  it('refuses another version, and everything after it', () => {
    const framer = new DirectIpFramer();
    framer.feed(Buffer.from('GET / HTTP/1.1'));
    expect(framer.next()).toBe('wrong-version');
    framer.feed(TEXT_MESSAGE);
    expect([framer.next(), framer.pendingBytes]).toEqual([null, 0]);
  });

  it('never throws and gives valid values for damaged messages', () => {
    const random = seededRandom(46);
    const sources = [
      ...EXAMPLES.map(({ bytes }) => hex(bytes)),
      encodeMtMessage({ clientId: 1, imei: '300234063904190', flags: [], payload: hex('00'), priority: 2 }),
      hex('01001c 44 0019 00001267 333030323334303633393034313930 00000001 fffb'),
    ];
    let decodedCount = 0;
    for (let n = 0; n < 20_000; n++) {
      const bytes = [...(sources[n % sources.length] ?? [])];
      for (let k = randomInteger(random, 1, 4); k > 0; k--) {
        const added = Array.from({ length: randomInteger(random, 0, 2) }, () =>
          randomInteger(random, 0, 255),
        );
        bytes.splice(randomInteger(random, 3, bytes.length - 1), randomInteger(random, 0, 2), ...added);
      }
      const message = Buffer.from(bytes);
      message.writeUInt16BE(message.length - 3, 1);
      const mo = decodeMoMessage(message);
      for (const other of [decodeMtMessage(message), decodeMtConfirmation(message)])
        if (typeof other !== 'string') expect(other.clientId).toBeGreaterThanOrEqual(0);
      if (typeof mo === 'string') continue;
      decodedCount++;
      expect(mo.imei).toMatch(/^\d{15}$/);
      expect(Number.isSafeInteger(mo.sessionTime)).toBe(true);
      if (mo.location !== null) expect(Math.abs(mo.location.latitude)).toBeLessThanOrEqual(90);
      expect(typeof duplicateKey(mo)).toBe('string');
      payloadText(mo.payload, PLAIN_TEXT);
    }
    expect(decodedCount).toBeGreaterThan(100);
  });
});

describe('the text of a payload', () => {
  const TEMPLATE = { before: [0xfe, 0x01], after: [0] };

  it('is wrapped by the template of the device', () => {
    const payload = hex('fe 01 e6b8af 00');
    expect(encodePayloadText('港', TEMPLATE)).toEqual(payload);
    expect(payloadText(payload, TEMPLATE)).toBe('港');
  });

  it.each(['fe 02 e6b8af 00', 'fe 01 e6b8af 01', 'fe 01', ''])(
    'is none if the bytes of the template are missing: %s',
    (bytes) => {
      expect(payloadText(hex(bytes), TEMPLATE)).toBeNull();
    },
  );

  it.each([
    ['已到港', Buffer.from('已到港')],
    ['line\r\nline', Buffer.from('line\r\nline')],
    ['ends with zeros', Buffer.from('ends with zeros\0\0')],
    [null, Buffer.alloc(0)],
    [null, Buffer.alloc(5)],
    [null, hex('a0 43 c7 94 71')],
    // GBK is not UTF-8.
    [null, hex('d2 d1 b5 bd b8 db')],
    [null, Buffer.from('a\0b')],
  ])('%s', (text, payload) => {
    expect(payloadText(payload, PLAIN_TEXT)).toBe(text);
  });
});
