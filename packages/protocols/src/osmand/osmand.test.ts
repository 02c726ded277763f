import { readdirSync, readFileSync } from 'node:fs';
import type { Report } from '@wakeline/domain/reports/report';
import { describe, expect, it } from 'vitest';
import type { DeviceRequest, RequestOutcome } from '../protocol.ts';
import { randomInteger, seededRandom } from '../testing/random.ts';
import { randomReport } from '../testing/random-report.ts';
import { osmand } from './osmand.ts';

interface ExampleFile {
  readonly description: string;
  readonly origin: string;
  readonly derivation: string;
  readonly request: Omit<DeviceRequest, 'body'> & { readonly body: string };
  readonly outcome: RequestOutcome;
}

const FOLDER = new URL('./examples/', import.meta.url);
const EXAMPLES = readdirSync(FOLDER).map((file) => {
  const example: ExampleFile = JSON.parse(readFileSync(new URL(file, FOLDER), 'utf8'));
  return { ...example, name: file.replace('.json', '') };
});

function createPostRequest(body: string, contentType: string | null = 'application/json'): DeviceRequest {
  return { method: 'POST', target: '/?id=7', contentType, body: Buffer.from(body), receivedAt: 1000 };
}

function createGetRequest(target: string): DeviceRequest {
  return { method: 'GET', target, contentType: null, body: new Uint8Array(), receivedAt: 1000 };
}

describe('examples', () => {
  it.each(EXAMPLES)('$name: $description', ({ request, outcome }) => {
    expect(osmand.decode({ ...request, body: Buffer.from(request.body) })).toEqual(outcome);
  });

  it('state the origin of their bytes and the derivation of their values', () => {
    for (const example of EXAMPLES) expect(example.origin && example.derivation).not.toBe('');
  });
});

describe('a parameter', () => {
  it.each([
    ['2016-01-27T18:55:47Z', '2016-01-27T18:55:47Z'],
    ['2016-01-27T18:55:47', '2016-01-27T18:55:47Z'],
    ['2016-01-27 18:55', '2016-01-27T18:55:00Z'],
    ['2016-01-27T18:55:47-0530', '2016-01-28T00:25:47Z'],
    ['2016-01-27T18:55:47%2B05:45', '2016-01-27T13:10:47Z'],
    ['2147483646', '2038-01-19T03:14:06Z'],
    ['1453920947.5', '2016-01-27T18:55:47.500Z'],
  ])('timestamp=%s is decoded as %s', (text, time) => {
    const outcome = osmand.decode(createGetRequest(`/?id=7&timestamp=${text}`));
    expect(outcome.type === 'reports' && outcome.reports[0]?.time).toBe(Date.parse(time));
  });

  it.each([
    ['360', 0],
    ['725', 5],
    ['359.9', 359.9],
  ])('bearing=%s is decoded as a course of %d', (text, course) => {
    const outcome = osmand.decode(createGetRequest(`/?id=7&lat=1&lon=2&bearing=${text}`));
    expect(outcome.type === 'reports' && outcome.reports[0]?.fix?.course).toBe(course);
  });

  it.each([
    // 1 knot is 1.852 km/h, 1 m/s is 3.6 km/h.
    ['speed=10', 18.52, {}],
    ['speed=10&speedUnit=kn', 18.52, {}],
    ['speedUnit=mps&speed=10', 36, {}],
    ['speed=10&speedUnit=kmh', 10, {}],
    ['speed=-1&speedUnit=mps', null, {}],
    ['speed=10&speedUnit=furlong', null, { speed: 10, speedUnit: 'furlong' }],
  ])('%s is decoded as %s km/h', (query, speed, attributes) => {
    const outcome = osmand.decode(createGetRequest(`/?id=7&lat=1&lon=2&${query}`));
    expect(outcome).toMatchObject({ type: 'reports', reports: [{ fix: { speed }, attributes }] });
    expect(outcome.type === 'reports' && outcome.reports[0]?.attributes).toEqual(attributes);
  });

  it.each(['', '12:00', '-5', '2016-1-27', '2016-01-27T25:00:00Z', '99999999999999999'])(
    'timestamp=%s is refused or ignored',
    (text) => {
      const outcome = osmand.decode(createGetRequest(`/?id=7&timestamp=${text}&lat=1&lon=2`));
      expect(outcome.type).toBe(text === '' ? 'reports' : 'decode-error');
    },
  );
});

describe('an untrusted request', () => {
  it('with a truncated body is a decode error, never an exception', () => {
    const { request } = EXAMPLES.find(({ name }) => name === 'json-batch') ??
      EXAMPLES[0] ?? { request: null };
    if (request === null) throw new Error('no example');
    for (let cutAt = 1; cutAt < request.body.length; cutAt++) {
      const outcome = osmand.decode({ ...request, body: Buffer.from(request.body.slice(0, cutAt)) });
      expect(outcome).toEqual({ type: 'decode-error', deviceId: null, detail: 'body: not JSON' });
    }
  });

  it('with random bytes is a decode error or a report, never an exception', () => {
    const random = seededRandom(4);
    for (let i = 0; i < 3000; i++) {
      const bytes = Buffer.from(
        Array.from({ length: randomInteger(random, 0, 80) }, () => randomInteger(random, 0, 255)),
      );
      const text = bytes.toString('latin1');
      for (const request of [
        createPostRequest(text),
        createPostRequest(text, null),
        createGetRequest(`/?id=7&${text}`),
        createGetRequest(text),
      ]) {
        expect(['reports', 'decode-error']).toContain(osmand.decode(request).type);
      }
    }
  });

  it.each([
    ['null', 'body: not an object: null'],
    ['"text"', 'body: not an object: "text"'],
    ['{"location":null}', 'location: not an object: null'],
    ['{"location":"here"}', 'location: not an object: "here"'],
    ['{"location":{"coords":[]}}', 'location.coords: not an object: []'],
    ['{"location":{"coords":{"latitude":{}, "longitude":1}}}', 'location.coords.latitude: not a number: {}'],
    ['{"location":{"timestamp":true}}', 'location.timestamp: not a time: true'],
    ['{"location":{"timestamp":"yesterday"}}', 'location.timestamp: not a time: "yesterday"'],
    ['{"location":[[],{"coords":1}]}', 'location[0]: not an object: []'],
  ])('with %s reports the invalid field', (body, detail) => {
    expect(osmand.decode(createPostRequest(body))).toEqual({ type: 'decode-error', deviceId: '7', detail });
  });

  it('cannot reach the prototype of the attributes', () => {
    const outcome = osmand.decode(createGetRequest('/?id=7&lat=1&lon=2&__proto__=x&constructor=y'));
    if (outcome.type !== 'reports') throw new Error(outcome.detail);
    const attributes = outcome.reports[0]?.attributes ?? {};
    expect(Object.getPrototypeOf(attributes)).toBe(Object.prototype);
    expect(Object.keys(attributes)).toEqual(['__proto__', 'constructor']);
  });

  it('with an id that is too long is refused, with a shortened value in the detail', () => {
    expect(osmand.decode(createGetRequest(`/?id=${'9'.repeat(65)}&lat=1&lon=2`))).toMatchObject({
      deviceId: null,
      detail: 'id: longer than 64 characters',
    });
    const outcome = osmand.decode(createGetRequest(`/?id=7&lon=2&lat=${'x'.repeat(5000)}`));
    expect(outcome.type === 'decode-error' && outcome.detail.length).toBeLessThan(80);
  });

  it.each([
    ['NUL in the query', createGetRequest('/?id=%00a&lat=1&lon=2')],
    ['a line end in the query', createGetRequest('/?id=a%0Ab&lat=1&lon=2')],
    ['a control character of Latin-1 in a form', createPostRequest('id=a%C2%85b&lat=1&lon=2', null)],
    ['NUL in JSON', createPostRequest('{"device_id":"a\\u0000b","location":{}}')],
    ['half a surrogate pair in JSON', createPostRequest('{"device_id":"a\\ud800b","location":{}}')],
  ])('with invalid characters in the id is refused: %s', (_, request) => {
    const withoutId = { ...request, target: request.target.replace('?id=7', '') };
    expect(osmand.decode(withoutId)).toEqual({
      type: 'decode-error',
      deviceId: null,
      detail: 'id: control characters, or half a surrogate pair',
    });
  });

  it('may have an id in any script', () => {
    const outcome = osmand.decode(createGetRequest(`/?id=${encodeURIComponent('救援🚑-1')}&lat=1&lon=2`));
    expect(outcome).toMatchObject({ type: 'reports', deviceId: '救援🚑-1' });
  });

  it('with a body of maximum length is decoded', () => {
    const location = '{"coords":{"latitude":1,"longitude":2}}';
    const body = `{"location":[${Array.from({ length: 25_000 }, () => location).join(',')}]}`;
    expect(body.length).toBeLessThanOrEqual(osmand.maxBodyLength);
    const outcome = osmand.decode(createPostRequest(body));
    expect(outcome.type === 'reports' && outcome.reports.length).toBe(25_000);
  });
});

describe('encode and decode', () => {
  // The JSON format has no fields for signal, satellites and validity.
  const toBatchReport = (report: Report): Report => ({
    ...report,
    gsm: null,
    satellites: null,
    fix: report.fix && { ...report.fix, valid: true },
  });

  it('round-trip one report as parameters', () => {
    const random = seededRandom(1);
    for (let i = 0; i < 2000; i++) {
      const report = randomReport(random);
      const outcome = osmand.decode(osmand.encode('42', [report]));
      expect(outcome).toEqual({ type: 'reports', deviceId: '42', reports: [report], unreadable: [] });
    }
  });

  it('round-trip several reports as a batch', () => {
    const random = seededRandom(2);
    for (let i = 0; i < 300; i++) {
      const reports = Array.from({ length: randomInteger(random, 2, 8) }, () => randomReport(random));
      const request = osmand.encode('42', reports);
      expect(request.method).toBe('POST');
      const expected = {
        type: 'reports',
        deviceId: '42',
        reports: reports.map(toBatchReport),
        unreadable: [],
      };
      expect(osmand.decode(request)).toEqual(expected);
    }
  });

  it('refuse an empty list', () => {
    expect(() => osmand.encode('42', [])).toThrow(RangeError);
  });
});
