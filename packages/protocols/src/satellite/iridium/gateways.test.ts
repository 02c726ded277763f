import { PLAIN_TEXT } from '@wakeline/domain/satellite/sbd-text';
import { describe, expect, it } from 'vitest';
import { randomInteger, seededRandom } from '../../testing/random.ts';
import { decodeSbdEmail } from './email.ts';
import { decodeLingo } from './lingo.ts';
import { composeMtEmail, decodeMtNotice } from './mt-email.ts';
import { payloadText } from './payload-text.ts';
import { decodeRockblock } from './rockblock.ts';

/** The example of docs.rockblock.rock7.com. */
const ROCKBLOCK = {
  imei: '300234010753370',
  serial: '12345',
  momsn: '12345',
  transmit_time: '21-10-31 10:41:50',
  iridium_latitude: '52.3867',
  iridium_longitude: '0.2938',
  iridium_cep: '8',
  data: '48656c6c6f20576f 726c6420526f636b 424c4f434b',
};

/** From the example of knowledge.cloudloop.com/docs/lingo/overview; the message is "Hello World" in base64. */
const LINGO = {
  id: '38f132ed-73e7-4488-a743-ec00fe7d7879',
  receivedAt: { year: 2023, month: 10, day: 2, hour: 15, minute: 37, second: 9 },
  identity: { identifier: '300234065366010' },
  sbd: {
    imei: '300234065366010',
    cdrReference: '3042022693',
    momsn: 5394,
    mtmsn: 0,
    sessionAt: { year: 2023, month: 10, day: 2, hour: 15, minute: 37, second: 8 },
    status: 'SESSION_STATUS_OK',
    location: { latitude: 50.898133333333334, longitude: -1.1946666666666665, cep: 3.0 },
  },
  message: 'SGVsbG8gV29ybGQ=',
};

describe('forms of RockBLOCK', () => {
  it('decodes the example of its documentation', () => {
    const decoded = decodeRockblock(ROCKBLOCK);
    expect(decoded).toMatchObject({
      imei: '300234010753370',
      cdrReference: null,
      status: 'completed',
      momsn: 12345,
      mtmsn: null,
      sessionTime: Date.UTC(2021, 9, 31, 10, 41, 50),
      location: { latitude: 52.3867, longitude: 0.2938, radius: 8 },
    });
    if (typeof decoded !== 'string')
      expect(payloadText(decoded.payload, PLAIN_TEXT)).toBe('Hello World RockBLOCK');
  });

  it('decodes the same as JSON with numbers, and a mailbox check', () => {
    expect(decodeRockblock({ ...ROCKBLOCK, momsn: 12345, iridium_latitude: 52.3867 })).toEqual(
      decodeRockblock(ROCKBLOCK),
    );
    expect(decodeRockblock({ ...ROCKBLOCK, data: '' })).toMatchObject({ payload: Buffer.alloc(0) });
  });

  it.each([
    ['invalid-imei', { imei: undefined }],
    ['invalid-imei', { imei: '30023401075337' }],
    ['invalid-number', { momsn: '65536' }],
    ['invalid-number', { momsn: '-1' }],
    ['invalid-number', { momsn: '1e3' }],
    ['invalid-time', { transmit_time: '21-02-30 10:41:50' }],
    ['invalid-time', { transmit_time: '2021-10-31 10:41:50' }],
    ['invalid-time', { transmit_time: '21-10-31 24:00:00' }],
    ['invalid-time', { transmit_time: 5 }],
    ['invalid-data', { data: undefined }],
    ['invalid-data', { data: '4' }],
    ['invalid-data', { data: '4g' }],
    ['payload-too-long', { data: '00'.repeat(1_961) }],
    ['payload-too-long', { data: ' '.repeat(100_000) }],
  ])('refuses with %s: %o', (error, change) => {
    expect(decodeRockblock({ ...ROCKBLOCK, ...change })).toBe(error);
  });

  it.each([
    { iridium_latitude: '90.1' },
    { iridium_longitude: '-180.1' },
    { iridium_cep: '-1' },
    { iridium_cep: '' },
    { iridium_latitude: 'NaN' },
    { iridium_latitude: undefined },
  ])('leaves out a location that is none: %o', (change) => {
    expect(decodeRockblock({ ...ROCKBLOCK, ...change })).toMatchObject({ momsn: 12345, location: null });
  });
});

describe('Lingo messages of Cloudloop', () => {
  const EXPECTED = {
    imei: '300234065366010',
    cdrReference: 3_042_022_693,
    status: 'completed',
    momsn: 5394,
    mtmsn: 0,
    sessionTime: Date.UTC(2023, 9, 2, 15, 37, 8),
    location: { latitude: 50.898133333333334, longitude: -1.1946666666666665, radius: 3 },
    payload: Buffer.from('Hello World'),
  };

  it('decodes the example of its documentation', () => {
    expect(decodeLingo(LINGO)).toEqual(EXPECTED);
  });

  it('decodes the session inside a header, as other pages have it', () => {
    const { sbd, ...rest } = LINGO;
    expect(decodeLingo({ ...rest, header: { sbd } })).toEqual(EXPECTED);
  });

  it('decodes left-out numbers as 0, and a message without a payload', () => {
    const { momsn: _momsn, mtmsn: _mtmsn, location: _location, ...sbd } = LINGO.sbd;
    const sessionAt = { year: 2023, month: 10, day: 2 };
    expect(decodeLingo({ sbd: { ...sbd, sessionAt, status: 'SESSION_STATUS_X' } })).toMatchObject({
      momsn: 0,
      mtmsn: 0,
      status: 'unknown',
      sessionTime: Date.UTC(2023, 9, 2),
      location: null,
      payload: Buffer.alloc(0),
    });
  });

  it.each([
    ['not-an-object', null],
    ['not-an-object', []],
    ['not-an-object', 'text'],
    ['not-an-object', { ...LINGO, sbd: 5 }],
    ['invalid-imei', { ...LINGO, sbd: { ...LINGO.sbd, imei: 3 } }],
    ['invalid-number', { ...LINGO, sbd: { ...LINGO.sbd, momsn: 65_536 } }],
    ['invalid-number', { ...LINGO, sbd: { ...LINGO.sbd, mtmsn: 1.5 } }],
    ['invalid-number', { ...LINGO, sbd: { ...LINGO.sbd, cdrReference: '4294967296' } }],
    ['invalid-time', { ...LINGO, sbd: { ...LINGO.sbd, sessionAt: { year: 2023, month: 13, day: 1 } } }],
    ['invalid-time', { ...LINGO, sbd: { ...LINGO.sbd, sessionAt: { year: 1e9, month: 1, day: 1 } } }],
    ['invalid-data', { ...LINGO, message: 'SGVsbG8' }],
    ['invalid-data', { ...LINGO, message: '====' }],
    ['invalid-data', { ...LINGO, message: [1] }],
    ['payload-too-long', { ...LINGO, message: 'AAAA'.repeat(654) }],
  ])('refuses with %s', (error, body) => {
    expect(decodeLingo(body)).toBe(error);
  });
});

describe('e-mails of the gateway', () => {
  /** Figure 6-1 of the guide. */
  const EMAIL = {
    subject: 'SBD Msg From Unit: 304050607080903',
    text: `MOMSN: 23
MTMSN: 0
Time of Session (UTC): Tue Aug 13 16:51:04 2002
Session Status: 00 - TRANSFER OK
Message Size (bytes): 351
Unit Location: Lat = 59.372463 Long = 75.309806
CEPradius = 3

Message is Attached.`,
    attachment: new Uint8Array(351),
  };

  it('decodes the figure of the guide', () => {
    expect(decodeSbdEmail(EMAIL)).toEqual({
      imei: '304050607080903',
      cdrReference: null,
      status: 'completed',
      momsn: 23,
      mtmsn: 0,
      sessionTime: Date.UTC(2002, 7, 13, 16, 51, 4),
      location: { latitude: 59.372463, longitude: 75.309806, radius: 3 },
      payload: EMAIL.attachment,
    });
  });

  it('decodes a mailbox check with a padded day and without location', () => {
    const text = `MOMSN: 652\r\nMTMSN: 644\r\nTime of Session (UTC): Fri Jul  8 00:12:55 2005\r
Session Status: 13 - Incomplete Transfer\r\nMessage Size (bytes): 0\r\n`;
    expect(decodeSbdEmail({ ...EMAIL, text, attachment: null })).toMatchObject({
      momsn: 652,
      mtmsn: 644,
      status: 'link-lost',
      sessionTime: Date.UTC(2005, 6, 8, 0, 12, 55),
      location: null,
    });
  });

  it.each([
    ['invalid-imei', { subject: 'SBD Msg From Unit: 30405060708090' }],
    ['invalid-imei', { subject: 'Re: SBD Msg From Unit: 304050607080903' }],
    ['invalid-number', { text: '' }],
    ['invalid-number', { text: EMAIL.text.replace('MOMSN: 23', 'MOMSN: 65536') }],
    ['invalid-number', { text: EMAIL.text.replace('00 - TRANSFER', 'XX') }],
    ['invalid-number', { text: `${' '.repeat(10_000)}${EMAIL.text}` }],
    ['invalid-time', { text: EMAIL.text.replace('Aug 13', 'Aux 13') }],
    ['invalid-data', { attachment: null }],
    ['invalid-data', { attachment: new Uint8Array(350) }],
    ['payload-too-long', { text: EMAIL.text.replace('351', '1961'), attachment: new Uint8Array(1_961) }],
  ])('refuses with %s', (error, change) => {
    expect(decodeSbdEmail({ ...EMAIL, ...change })).toBe(error);
  });

  it('composes an e-mail to up to four devices', () => {
    const payload = Buffer.from('hello');
    expect(composeMtEmail('m-17', ['304050607080903', '300001001247240'], payload)).toEqual({
      to: 'data@sbd.iridium.com',
      subject: '304050607080903 300001001247240',
      attachment: { name: 'm-17.sbd', content: payload },
    });
    const imei = '304050607080903';
    expect(() => composeMtEmail('a', [], payload)).toThrow(RangeError);
    expect(() => composeMtEmail('a', [imei, imei, imei, imei, imei], payload)).toThrow(RangeError);
    expect(() => composeMtEmail('a', ['1'], payload)).toThrow(RangeError);
    expect(() => composeMtEmail('a', [imei], Buffer.alloc(0))).toThrow(RangeError);
    expect(() => composeMtEmail('a', [imei], Buffer.alloc(1_891))).toThrow(RangeError);
    expect(() => composeMtEmail('a\r\n', [imei], payload)).toThrow(RangeError);
  });

  it('decodes the notices of the guide about queued and refused messages', () => {
    const head = `IMEI: 300001001247240
Time: Mon Oct 27 17:24:29 2003
Attachment Filename: TestFile518chars.sbd
Attachment Size: 518 bytes`;
    expect(
      decodeMtNotice(
        'SBD Mobile-Terminated Message Queued for Unit 300001001247240',
        `The following mobile-terminated message was queued for delivery:\n\n${head}
 The MTMSN is 6870, and the message is number 12 in the queue`,
      ),
    ).toEqual({
      imei: '300001001247240',
      attachment: 'TestFile518chars.sbd',
      queued: { mtmsn: 6870, place: 12 },
      reason: null,
    });
    expect(
      decodeMtNotice(
        'Error: SBD Mobile-Terminated Message Not Queued for Unit: 300001001247240',
        `${head}\n\nReason: Mobile-termination message queue for the IMEI is full (max of 50\nallowed).`,
      ),
    ).toMatchObject({
      queued: null,
      reason: 'Mobile-termination message queue for the IMEI is full (max of 50 allowed).',
    });
    expect(decodeMtNotice('SBD Msg From Unit: 304050607080903', head)).toBeNull();
  });
});

it('never throws for fields of any type', () => {
  const random = seededRandom(7);
  const odd = [null, undefined, '', ' ', -1, 1e300, Number.NaN, {}, [], true, '9'.repeat(50), '\u0000', '已'];
  const pick = () => odd[randomInteger(random, 0, odd.length - 1)];
  for (let n = 0; n < 5_000; n++) {
    const change = (object: object) => {
      const keys = Object.keys(object);
      return { ...object, [keys[randomInteger(random, 0, keys.length - 1)] ?? '']: pick() };
    };
    const sbd = n % 2 === 0 ? change(LINGO.sbd) : LINGO.sbd;
    for (const decoded of [
      decodeRockblock(change(change(ROCKBLOCK))),
      decodeLingo(change({ ...LINGO, sbd })),
    ]) {
      if (typeof decoded === 'string') continue;
      expect(decoded.imei).toMatch(/^\d{15}$/);
      expect(Number.isSafeInteger(decoded.sessionTime)).toBe(true);
    }
  }
});
