import { readFileSync } from 'node:fs';
import { KMH_PER_KNOT } from '@wakeline/domain/geo/speed-units';
import { describe, expect, test } from 'vitest';
import type { FeedEvent, FeedMessage } from '../feeds/feed-message.ts';
import { seededRandom } from '../testing/random.ts';
import { decodeMessage } from './decode-message.ts';
import { encodeDetails, encodePosition } from './encode.ts';
import { Payload } from './payload.ts';
import { createAisReader } from './reader.ts';
import { checksum, readSentence } from './sentence.ts';

interface DecodedByPyais {
  readonly source: string;
  readonly sentences: readonly string[];
  readonly pyais: Readonly<Record<string, number | string | boolean>>;
}

const { messages }: { readonly messages: readonly DecodedByPyais[] } = JSON.parse(
  readFileSync(new URL('./fixtures/decoded-by-pyais.json', import.meta.url), 'utf8'),
);
const NOW = Date.UTC(2026, 5, 1, 12, 0, 30);
/** Numbers that unconfigured transponders send, which pyais decodes all the same. */
const NOT_CONFIGURED = new Set([0, 1_193_046, 123_456_789]);

function readAll(text: string, now = NOW): readonly FeedEvent[] {
  return createAisReader().receive(Buffer.from(text, 'latin1'), now);
}

function messagesIn(events: readonly FeedEvent[]): readonly FeedMessage[] {
  return events.flatMap((event) => (event.type === 'message' ? [event.message] : []));
}

function read(...sentences: readonly string[]): FeedMessage {
  const [message, ...others] = messagesIn(readAll(sentences.map((line) => `${line}\r\n`).join('')));
  expect(others).toEqual([]);
  if (message === undefined) throw new Error('no message');
  return message;
}

describe('compared with pyais 3.3.1', () => {
  test('has messages of all supported types, of recorded traffic among them', () => {
    const types = new Set(messages.map(({ pyais }) => pyais.msg_type));
    expect([...types].sort((a, b) => Number(a) - Number(b))).toEqual([1, 2, 3, 4, 5, 9, 18, 19, 21, 24, 27]);
    expect(messages.filter(({ source }) => source === 'ggencoder').length).toBeGreaterThan(40);
  });

  test('decodes every message to the same values', () => {
    for (const { sentences, pyais } of messages) {
      const label = sentences.join(' ');
      const events = readAll(sentences.map((line) => `${line}\r\n`).join(''));
      if (NOT_CONFIGURED.has(Number(pyais.mmsi)) || Number(pyais.mmsi) > 999_999_999) {
        expect(events, label).toEqual([{ type: 'error', error: 'address' }]);
        continue;
      }
      if (isTruncated(pyais, sentences)) {
        expect(events, label).toEqual([{ type: 'error', error: 'malformed' }]);
        continue;
      }
      const [message] = messagesIn(events);
      if (message === undefined) throw new Error(`no message: ${label} ${JSON.stringify(events)}`);
      expect(message.objectId, label).toBe(`mmsi-${String(pyais.mmsi).padStart(9, '0')}`);
      comparePosition(message, pyais, label);
      compareDetails(message, pyais, label);
    }
  });
});

/** The last values that a usable message of each type has. pyais decodes what is there of a truncated one. */
const LAST_VALUES: Readonly<Record<number, string>> = {
  1: 'second',
  2: 'second',
  3: 'second',
  4: 'lat',
  5: 'draught',
  9: 'second',
  18: 'second',
  19: 'to_starboard',
  21: 'off_position',
  27: 'course',
};

function isTruncated(pyais: DecodedByPyais['pyais'], sentences: readonly string[]): boolean {
  // Part A has 160 bits: 27 characters. Part B has 168.
  const [, , , , , payload = ''] = (sentences[0] ?? '').split(',');
  if (pyais.msg_type === 24) return payload.length < 27;
  const last = LAST_VALUES[Number(pyais.msg_type)];
  return last !== undefined && pyais[last] === undefined;
}

function comparePosition(message: FeedMessage, pyais: DecodedByPyais['pyais'], label: string): void {
  const { lon, lat, speed, course, second, alt } = pyais;
  if (typeof lon !== 'number' || typeof lat !== 'number') {
    expect(message.position, label).toBeNull();
    return;
  }
  if (Math.abs(lon) > 180 || Math.abs(lat) > 90) expect(message.position, label).toBeNull();
  else {
    // pyais rounds to six digits.
    expect(message.position?.longitude, label).toBeCloseTo(lon, 5);
    expect(message.position?.latitude, label).toBeCloseTo(lat, 5);
  }
  const isLongRange = pyais.msg_type === 27;
  const noSpeed = isLongRange ? 63 : pyais.msg_type === 9 ? 1_023 : 102.3;
  if (typeof speed === 'number') {
    if (speed === noSpeed) expect(message.motion.speed, label).toBeNull();
    else expect(message.motion.speed, label).toBeCloseTo(speed * KMH_PER_KNOT, 6);
  }
  if (typeof course === 'number') {
    if (course >= 360) expect(message.motion.course, label).toBeNull();
    else expect(message.motion.course, label).toBeCloseTo(course, 6);
  }
  if (typeof second === 'number' && pyais.msg_type !== 4)
    expect(message.second, label).toBe(second < 60 ? second : null);
  if (typeof alt === 'number') expect(message.motion.altitude, label).toBe(alt === 4_095 ? null : alt);
}

/** Our names of the values of pyais, and the values for which nothing is reported. */
const NAMES = {
  heading: ['heading', 511],
  status: ['navigationStatus', 15],
  imo: ['imo', 0],
  callsign: ['callSign', ''],
  draught: ['draught', 0],
  destination: ['destination', ''],
  aid_type: ['aidType', 0],
} as const;

function compareDetails(message: FeedMessage, pyais: DecodedByPyais['pyais'], label: string): void {
  const values = { ...message.details, ...message.dynamics };
  for (const [theirs, [ours, none]] of Object.entries(NAMES)) {
    const decoded = pyais[theirs];
    // pyais keeps what follows an `@` inside a text; ITU-R M.1371-5 ends the text there.
    const value = typeof decoded === 'string' ? decoded.replace(/@.*/, '').trim() : decoded;
    if (value !== undefined)
      expect(values[ours], `${ours}: ${label}`).toBe(value === none ? undefined : value);
  }
  const {
    shipname,
    name,
    name_ext: more,
    to_bow: bow,
    to_stern: stern,
    to_port: port,
    to_starboard: starboard,
  } = pyais;
  const fullName = `${shipname ?? name ?? ''}${more ?? ''}`.replace(/@.*/, '').trim();
  if ('shipname' in pyais || 'name' in pyais) expect(values.name, label).toBe(fullName || undefined);
  const isAuxiliary = String(pyais.mmsi).startsWith('98');
  if (typeof bow === 'number' && !isAuxiliary) {
    expect(values.length ?? 0, label).toBe(bow + Number(stern));
    expect(values.beam ?? 0, label).toBe(Number(port) + Number(starboard));
  }
  const { turn } = pyais;
  // pyais rounds to whole degrees per minute.
  if (typeof turn === 'number' && Math.abs(turn) < 127) {
    expect(Math.round(Number(values.rateOfTurn) - 0.04 * Math.sign(turn)), label).toBe(turn);
  }
}

/**
 * `!AIVDM,1,1,,A,13HOI:0P0000VOHLCnHQKwvL05Ip,0*23` of the sample, bit by bit: characters 2 to 7 after the type are
 * `3HOI:0` = 3, 24, 31, 25, 10, 0. Bits 8 to 37 are 0011 011000 011111 011001 001010 00 = 227,006,760.
 * Bits 61 to 88 are 78,828 / 600,000 = 0.13138 degrees; bits 137 to 142 are 14.
 */
test('decodes a class A position as derived by hand', () => {
  expect(read('!AIVDM,1,1,,A,13HOI:0P0000VOHLCnHQKwvL05Ip,0*23')).toEqual({
    objectId: 'mmsi-227006760',
    kind: 'vessel',
    position: { latitude: expect.closeTo(49.475577, 6), longitude: 0.13138, valid: true },
    motion: { speed: 0, course: 36.7 },
    time: null,
    second: 14,
    details: {},
    dynamics: { navigationStatus: 0 },
    distress: null,
  });
});

/** Bits 44 to 61 are 14,119 and bits 62 to 78 are 22,721: divided by 600 they are degrees. The course is 37 degrees, 0 knots. */
test('decodes a long range position', () => {
  expect(read('!AIVDM,1,1,,B,K9TJi5H@o9jiPP2D,0*3E')).toMatchObject({
    objectId: 'mmsi-642167061',
    position: { longitude: expect.closeTo(23.531667, 6), latitude: expect.closeTo(37.868333, 6) },
    motion: { speed: 0, course: 37 },
    dynamics: { navigationStatus: 1 },
  });
});

test('joins the sentences of a message, also when others come in between', () => {
  const [first, second] = [
    '!AIVDM,2,1,9,B,53nFBv01SJ<thHp6220H4heHTf2222222222221?50:454o<`9QSlUDp,0*09',
    '!AIVDM,2,2,9,B,888888888888880,2*2E',
  ];
  const between = '!AIVDM,1,1,,B,K9TJi5H@o9jiPP2D,0*3E';
  const found = messagesIn(readAll([first, between, second, ''].join('\n')));
  expect(found.map(({ objectId }) => objectId)).toEqual(['mmsi-642167061', 'mmsi-258315000']);
  expect(found[1]?.details).toEqual({
    imo: 6_514_895,
    callSign: 'LFNA',
    name: 'FALKVIK',
    shipType: 79,
    eta: '03-14 12:40',
    draught: 3.8,
    destination: 'FORUS',
    length: 50,
    beam: 9,
  });
});

test('drops the first part of a message when the second arrives more than 3 seconds later', () => {
  const [first, second] = messages.find(({ sentences }) => sentences.length === 2)?.sentences ?? [];
  for (const [delay, count] of [
    [3_000, 1],
    [3_001, 0],
  ] as const) {
    const reader = createAisReader();
    expect(reader.receive(Buffer.from(`${first}\n`), NOW)).toEqual([]);
    expect(reader.receive(Buffer.from(`${second}\n`), NOW + delay)).toHaveLength(count);
  }
});

test('takes station time from a TAG block, and drops a sentence with a wrong TAG checksum', () => {
  const sentence = '!AIVDM,1,1,,A,13HOI:0P0000VOHLCnHQKwvL05Ip,0*23';
  const tag = 's:station,c:1780315229';
  const sum = checksum(tag).toString(16).toUpperCase().padStart(2, '0');
  expect(messagesIn(readAll(`\\${tag}*${sum}\\${sentence}\n`))[0]).toMatchObject({ time: 1_780_315_229_000 });
  expect(readAll(`\\${tag}*${sum === '00' ? '01' : '00'}\\${sentence}\n`)).toEqual([
    { type: 'error', error: 'checksum' },
  ]);
  expect(readAll(`\\${tag}*${sum}${sentence}\n`)).toEqual([{ type: 'error', error: 'malformed' }]);
  // The example of a TAG block in gpsd's page on AIVDM.
  expect(checksum('g:1-2-73874,n:157036,s:r003669945,c:1241544035')).toBe(0x4a);
});

test('drops wrong checksums, unsupported types, unknown characters and lines without an end', () => {
  const errorsOf = (text: string) =>
    readAll(text).map((event) => (event.type === 'error' ? event.error : 'message'));
  expect(errorsOf('!AIVDM,1,1,,A,13HOI:0P0000VOHLCnHQKwvL05Ip,0*24\n')).toEqual(['checksum']);
  // Type 8, binary broadcast.
  expect(errorsOf('!AIVDM,1,1,,A,85Mv070j2d>=<e<<=PQhhg`59P00,0*26\n')).toEqual(['unsupported']);
  expect(errorsOf('$GPRMC,081836,A,3751.65,S,14507.36,E,000.0,360.0,130998,011.3,E*62\n')).toEqual([
    'unsupported',
  ]);
  expect(errorsOf('!AIVDM,1,1,,A,13HOI:0P00\u0080,0*23\n')).toEqual(['malformed']);
  expect(errorsOf('hello\n')).toEqual(['malformed']);
  expect(errorsOf('!AIVDM,1,3,,A,1,0*00\n')).toEqual(['checksum']);
  expect(errorsOf(`${'x'.repeat(600)}\n!AIVDM,1,1,,A,13HOI:0P0000VOHLCnHQKwvL05Ip,0*23\n`)).toEqual([
    'message',
    'oversize',
  ]);
});

test('reports distress only for active transmitters of the classes 970, 972 and 974', () => {
  const at = { latitude: 54, longitude: 7, speed: 0, course: 0, heading: null, time: NOW };
  const distressOf = (mmsi: number, status: number) => read(encodePosition({ ...at, mmsi, status })).distress;
  expect(distressOf(970_010_001, 14)).toBe(true);
  expect(distressOf(972_010_001, 14)).toBe(true);
  expect(distressOf(974_010_001, 15)).toBe(false);
  expect(distressOf(211_378_120, 14)).toBeNull();
});

test('decodes what the simulator encodes', () => {
  const position = {
    mmsi: 211_378_120,
    latitude: 53.54,
    longitude: 9.97,
    speed: 22.5,
    course: 271.3,
    heading: 270,
  };
  expect(read(encodePosition({ ...position, status: 0, time: NOW }))).toMatchObject({
    objectId: 'mmsi-211378120',
    position: { latitude: expect.closeTo(53.54, 5), longitude: expect.closeTo(9.97, 5) },
    motion: { speed: expect.closeTo(22.4, 0), course: 271.3 },
    second: 30,
    dynamics: { heading: 270, navigationStatus: 0 },
  });
  const details = {
    mmsi: 211_378_120,
    imo: 9_074_729,
    callSign: 'DABC',
    name: 'Möwe of the Elbe',
    shipType: 70,
    length: 120,
    beam: 18,
    draught: 6.4,
    destination: 'Hamburg',
  };
  expect(read(...encodeDetails(details, 3)).details).toEqual({
    imo: 9_074_729,
    callSign: 'DABC',
    name: 'M?WE OF THE ELBE',
    shipType: 70,
    length: 120,
    beam: 18,
    draught: 6.4,
    destination: 'HAMBURG',
  });
});

describe('damaged input', () => {
  const stream = Buffer.from(
    messages.flatMap(({ sentences }) => sentences.map((line) => `${line}\r\n`)).join(''),
    'latin1',
  );

  test('decodes the same messages when the stream is cut at any byte', () => {
    const few = stream.subarray(0, 1_200);
    const expected = JSON.stringify(createAisReader().receive(few, NOW));
    for (let cut = 0; cut <= few.length; cut++) {
      const reader = createAisReader();
      const events = [
        ...reader.receive(few.subarray(0, cut), NOW),
        ...reader.receive(few.subarray(cut), NOW),
      ];
      if (JSON.stringify(events) !== expected) expect.fail(`cut after byte ${cut}`);
    }
  });

  test('never throws, and drops each sentence in which one bit of the payload is flipped', () => {
    for (const { sentences } of messages) {
      const [sentence = ''] = sentences;
      const bytes = Buffer.from(sentence, 'latin1');
      for (let index = 15; index < bytes.lastIndexOf('*'); index++) {
        const flipped = Buffer.from(bytes);
        flipped[index] = (flipped[index] ?? 0) ^ 1;
        expect(typeof readSentence(flipped.toString('latin1'))).toBe('string');
      }
    }
  });

  test('returns positions in range, or an error, for any payload of any length', () => {
    const random = seededRandom(17);
    for (let round = 0; round < 3_000; round++) {
      const length = Math.floor(random() * 72);
      let characters = '';
      for (let index = 0; index < length; index++) {
        const value = Math.floor(random() * 64);
        characters += String.fromCharCode(value < 40 ? value + 48 : value + 56);
      }
      const payload = Payload.read(characters, Math.floor(random() * 6));
      if (payload === null) throw new Error('the payload has only characters of the alphabet');
      const message = decodeMessage(payload, null);
      if (typeof message === 'string' || message.position === null) continue;
      expect(Math.abs(message.position.latitude)).toBeLessThanOrEqual(90);
      expect(Math.abs(message.position.longitude)).toBeLessThanOrEqual(180);
    }
  });
});
