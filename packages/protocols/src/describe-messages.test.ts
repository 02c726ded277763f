import { describe, expect, test } from 'vitest';
import { type DescribedMessage, describeMessages, type RecordedMessage } from './describe-messages.ts';
import { gt06 } from './gt06/gt06.ts';
import { jt808 } from './jt808/jt808.ts';
import { osmand } from './osmand/osmand.ts';
import type { Protocol, SessionEvent, StreamProtocol } from './protocol.ts';
import { PROTOCOLS } from './registry.ts';
import { fromHex, loadStreamExamples, toHex } from './testing/stream-example.ts';

const NOW = 1_767_225_600_000;
const DEVICE = { model: '', plainCoordinates: false };

function received(bytes: Buffer, time = NOW): RecordedMessage {
  return { time, direction: 'received', bytes, complete: true };
}

function describeOne(protocol: Protocol, bytes: Buffer | string): DescribedMessage {
  const message = received(typeof bytes === 'string' ? Buffer.from(bytes) : bytes);
  const [only] = describeMessages({ protocol, device: DEVICE, login: null, messages: [message] });
  if (only === undefined) throw new Error('no description');
  return only;
}

const STREAMS = PROTOCOLS.filter((protocol): protocol is StreamProtocol => protocol.kind === 'stream');

describe.each(STREAMS.map((protocol) => ({ name: protocol.name, protocol })))('$name', ({ protocol }) => {
  test.each(loadStreamExamples(protocol))('decodes again: $name', (example) => {
    const { precedingFrames, frames, receivedAt, device, events } = example;
    const messages = [...precedingFrames, ...frames].map((bytes) => received(bytes, receivedAt));
    const described = describeMessages({ protocol, device: device ?? DEVICE, login: null, messages });
    const expected = events as readonly SessionEvent[];
    const reports = described.slice(precedingFrames.length).flatMap((one) => one.reports);
    const expectedReports = expected.flatMap((event) => (event.type === 'reports' ? event.reports : []));
    expect(reports.map(({ time }) => time)).toEqual(expectedReports.map(({ time }) => time));
    expect(reports.map(({ fields }) => fields)).toMatchObject(
      expectedReports.map(({ attributes, fix }) => (fix === null ? attributes : { latitude: fix.latitude })),
    );
    // Every login, however it begins, keeps its credential to itself.
    for (const event of expected) {
      if (event.type !== 'login' || !event.credential) continue;
      expect(JSON.stringify(described.map(({ fields }) => fields))).not.toContain(event.credential);
      const bytes = described.map((one) => one.bytes.toString('latin1')).join('');
      expect(bytes).not.toContain(event.credential);
    }
  });
});

describe('jt808 masks', () => {
  test('the authentication code and the checksum', () => {
    const described = describeOne(
      jt808,
      fromHex('7e0102001001390000000100056b3751322d3133393030303030303031077e'),
    );
    expect(described).toMatchObject({ kind: 'authenticate', messageId: '0x0102', masked: true });
    expect(toHex(described.bytes)).toBe(`7e010200100139000000010005${'2a'.repeat(17)}7e`);
  });

  test('a code with escaped bytes behind an escaped device number', () => {
    // Checksum by hand: 01^02^00^03^01^39^7e^00^00^01^00^05^41^7e^42 = 3f.
    const { bytes } = describeOne(jt808, fromHex('7e0102000301397d020000010005417d02423f7e'));
    expect(toHex(bytes)).toBe(`7e0102000301397d020000010005${'2a'.repeat(5)}7e`);
  });

  test('the code that the server sends', () => {
    // As in the example of a registration: serial 0, result 0, code "code-1".
    const { bytes, accepted, messageId } = describeMessages({
      protocol: jt808,
      device: DEVICE,
      login: null,
      messages: [
        { ...received(fromHex('7e810000090139000000010000000000636f64652d31a07e')), direction: 'sent' },
      ],
    })[0] ?? { bytes: Buffer.alloc(0), accepted: null, messageId: 'none' };
    expect({ accepted, messageId }).toEqual({ accepted: true, messageId: '0x8100' });
    expect(toHex(bytes)).toBe(`7e810000090139000000010000000000${'2a'.repeat(7)}7e`);
  });

  test.each([
    { damage: 'a wrong checksum', hex: '7e0102001001390000000100056b3751322d3133393030303030303031087e' },
    { damage: 'a missing end', hex: '7e0102001001390000000100056b3751322d313339303030303030303107' },
    { damage: 'a missing start', hex: '0102001001390000000100056b3751322d3133393030303030303031077e' },
    { damage: 'another length', hex: '7e0102001101390000000100056b3751322d3133393030303030303031067e' },
  ])('the code in a frame with $damage', ({ hex }) => {
    const { bytes, masked } = describeOne(jt808, fromHex(hex));
    expect(masked).toBe(true);
    expect(bytes.toString('latin1')).not.toContain('13900000001');
  });

  test('nothing in a location', () => {
    const [location] = loadStreamExamples(jt808).filter(({ name }) => name === 'location-escaped');
    const [frame = Buffer.alloc(0)] = location?.frames ?? [];
    expect(describeOne(jt808, frame)).toMatchObject({
      kind: 'report',
      messageId: '0x0200',
      masked: false,
      bytes: frame,
      reports: [{ fields: { latitude: 22.5431, speed: 36, analog1: 126, vin: 'LFPM4ACPXG1A00001' } }],
    });
  });
});

describe('gt06', () => {
  const [east] = loadStreamExamples(gt06).filter(({ name }) => name === 'position-zone-east');
  const login = east?.precedingFrames[0] ?? null;
  const frame = east?.frames[0] ?? Buffer.alloc(0);

  test('applies the time zone of a login that is no longer among the messages', () => {
    const describeWith = (opening: Buffer | null) =>
      describeMessages({ protocol: gt06, device: DEVICE, login: opening, messages: [received(frame)] })[0];
    const [event] = (east?.events ?? []) as readonly SessionEvent[];
    if (event?.type !== 'reports') throw new Error('the example has a report');
    expect(describeWith(login)).toMatchObject({
      kind: 'report',
      reports: [{ time: event.reports[0]?.time }],
    });
    expect(describeWith(null)).toMatchObject({ kind: 'error', reports: [] });
  });

  test('does not take the next message for the rest of an incomplete one', () => {
    const messages = [received(Buffer.from('7878', 'hex')), received(frame)];
    const described = describeMessages({ protocol: gt06, device: DEVICE, login, messages });
    expect(described.map(({ kind }) => kind)).toEqual(['error', 'report']);
  });
});

describe('osmand masks', () => {
  test.each([
    [
      'GET /?id=1&key=s3cret&lat=1&lon=2 HTTP/1.1\r\n\r\n',
      'GET /?id=1&key=******&lat=1&lon=2 HTTP/1.1\r\n\r\n',
    ],
    ['GET /?lat=1&k%65y=s3cret HTTP/1.1\r\n\r\n', 'GET /?lat=1&k%65y=****** HTTP/1.1\r\n\r\n'],
    [
      'POST /?id=1 HTTP/1.1\r\n\r\nlat=1&Password=s3cret',
      'POST /?id=1 HTTP/1.1\r\n\r\nlat=1&Password=******',
    ],
    [
      'POST / HTTP/1.1\r\n\r\n{"device_id":"1", "api-key" : "s3\\"cret","lat":1}',
      'POST / HTTP/1.1\r\n\r\n{"device_id":"1", "api-key" : **********,"lat":1}',
    ],
    ['POST / HTTP/1.1\r\n\r\n{"a":{"pin":1234,"b":"s3', 'POST / HTTP/1.1\r\n\r\n{"a":{"pin":****,"b":"s3'],
    ['POST / HTTP/1.1\r\n\r\n{"token":"s3cr', 'POST / HTTP/1.1\r\n\r\n{"token":*****'],
  ])('%j', (sent, expected) => {
    const { bytes, masked } = describeOne(osmand, sent);
    expect(bytes.toString()).toBe(expected);
    expect(masked).toBe(true);
  });

  test('secrets among the decoded values', () => {
    const { reports } = describeOne(osmand, 'GET /?id=1&lat=1&lon=2&pin=1234&fuel=7 HTTP/1.1\r\n\r\n');
    expect(reports[0]?.fields).toMatchObject({ latitude: 1, longitude: 2, pin: '***', fuel: 7 });
  });

  test('nothing in a response, and reads its status', () => {
    const [reply] = describeMessages({
      protocol: osmand,
      device: DEVICE,
      login: null,
      messages: [{ ...received(Buffer.from('HTTP/1.1 403\r\n\r\nsend its key')), direction: 'sent' }],
    });
    expect(reply).toMatchObject({ kind: 'reply', messageId: 'HTTP 403', accepted: false, masked: false });
  });
});

test('does not decode a message of which only the start was kept', () => {
  const message = { ...received(Buffer.from('POST /?id=1 HTTP/1.1\r\n\r\nlat=1')), complete: false };
  expect(
    describeMessages({ protocol: osmand, device: DEVICE, login: null, messages: [message] })[0],
  ).toMatchObject({ kind: 'error', details: ['too long to be kept completely'], reports: [] });
});
