import { describe, expect, it } from 'vitest';
import { randomInteger, seededRandom } from '../../testing/random.ts';
import { composeInreachMessage, type InreachMessage } from './inbound.ts';
import { inreachCodeOf } from './message-codes.ts';
import { decodeInreach, type InreachEvent } from './outbound.ts';
import { inreachReport } from './report.ts';

/** "Example Event" of the IPC Outbound guide. */
const EVENT = {
  imei: '100000000000001',
  messageCode: 3,
  freeText: 'On my way.',
  timeStamp: 1_323_784_607_376,
  addresses: [{ address: '2075752244' }, { address: 'product.support@garmin.com' }],
  point: {
    latitude: 43.8078653812408,
    longitude: -70.1636695861816,
    altitude: 45,
    gpsFix: 2,
    course: 45,
    speed: 50,
  },
  status: { autonomous: 0, lowBattery: 1, intervalChange: 0, resetDetected: 0 },
};

function decoded(change: object): InreachEvent {
  const batch = decodeInreach({ Version: '2.0', Events: [{ ...EVENT, ...change }] });
  const event = typeof batch === 'string' ? undefined : batch.events[0];
  if (event === undefined) throw new Error('not decoded');
  return event;
}

describe('messages of inReach devices', () => {
  it('decodes the example of the guide', () => {
    expect(decodeInreach({ Version: '2.0', Events: [EVENT] })).toEqual({
      events: [
        {
          imei: '100000000000001',
          code: 'free-text',
          codeNumber: 3,
          time: Date.parse('2011-12-13T13:56:47.376Z'),
          text: 'On my way.',
          addresses: ['2075752244', 'product.support@garmin.com'],
          point: EVENT.point,
          lowBattery: true,
          payload: null,
        },
      ],
      invalidCount: 0,
    });
  });

  it('decodes binary messages, of version 2 without a time', () => {
    const version2 = {
      payload: 'aGVsbG8=',
      imei: '300234010571020',
      messageCode: 64,
      status: { lowBattery: 0 },
    };
    const version4 = {
      ...version2,
      transportMode: 'Satellite',
      messageCode: 66,
      timeStamp: 1_740_406_683_953,
    };
    const batch = decodeInreach({ Version: '4.0', Events: [version2, version4] });
    expect(batch).toMatchObject({
      events: [
        {
          code: 'encrypted-binary',
          time: null,
          payload: Buffer.from('hello'),
          point: null,
          lowBattery: false,
        },
        { code: 'binary', time: 1_740_406_683_953, text: '', addresses: [] },
      ],
    });
  });

  it('counts events that it cannot read, and keeps the others', () => {
    const events = [null, 'text', { ...EVENT, imei: '123' }, { ...EVENT, messageCode: '3' }, EVENT];
    expect(decodeInreach({ Version: '2.0', Events: events })).toMatchObject({
      events: [{ code: 'free-text' }],
      invalidCount: 4,
    });
  });

  it.each([
    ['not-an-object', null],
    ['not-an-object', { Version: '2.0' }],
    ['not-an-object', { Version: '2.0', Events: {} }],
    ['too-many-events', { Version: '2.0', Events: Array.from({ length: 1_001 }, () => EVENT) }],
  ])('refuses a body: %s', (error, body) => {
    expect(decodeInreach(body)).toBe(error);
  });

  it.each([
    [{ point: { ...EVENT.point, latitude: 91 } }, { point: null }],
    [{ point: { latitude: 1, longitude: 2 } }, { point: { altitude: null, course: null, speed: null } }],
    [{ point: { ...EVENT.point, course: 360 } }, { point: { course: 0 } }],
    [{ point: { ...EVENT.point, speed: -1 } }, { point: { speed: null } }],
    [{ timeStamp: 0 }, { time: null }],
    [{ timeStamp: 1e20 }, { time: null }],
    [{ freeText: 'x'.repeat(5_000) }, { text: 'x'.repeat(4_000) }],
    [{ addresses: [{ address: 'x'.repeat(300) }, 5, { address: 'a' }] }, { addresses: ['a'] }],
    [{ payload: '!!' }, { payload: null }],
    [{ status: null }, { lowBattery: null }],
  ])('leaves out invalid values: %o', (change, expected) => {
    expect(decoded(change)).toMatchObject(expected);
  });

  it('names the message codes', () => {
    expect([0, 2, 4, 6, 7, 12, 14, 16, 17, 21, 24, 63, 64, 68, 5, 70].map(inreachCodeOf)).toEqual([
      'position',
      'locate-response',
      'declare-sos',
      'confirm-sos',
      'cancel-sos',
      'stop-track',
      'preset-1',
      'preset-3',
      'map-share',
      'am-i-alive',
      'predefined',
      'predefined',
      'encrypted-binary',
      'encryption-negotiation',
      'unknown',
      'unknown',
    ]);
  });

  it('never throws for values of any type', () => {
    const random = seededRandom(5);
    const odd = [null, undefined, '', -1, 1e300, Number.NaN, {}, [], [[]], true, '9'.repeat(50), '\u0000'];
    const keys = Object.keys(EVENT);
    for (let n = 0; n < 3_000; n++) {
      const value = odd[randomInteger(random, 0, odd.length - 1)];
      const key = keys[randomInteger(random, 0, keys.length - 1)] ?? '';
      const point = { ...EVENT.point, [Object.keys(EVENT.point)[n % 6] ?? '']: value };
      const batch = decodeInreach({
        Events: [{ ...EVENT, ...(n % 2 === 0 ? { point } : { [key]: value }) }],
      });
      if (typeof batch === 'string') throw new Error(batch);
      for (const event of batch.events) {
        const report = inreachReport(event, 0);
        if (report?.fix) expect(Math.abs(report.fix.latitude)).toBeLessThanOrEqual(90);
      }
    }
  });
});

describe('reports of inReach devices', () => {
  it('has the point as a fix', () => {
    expect(inreachReport(decoded({ messageCode: 0, status: { lowBattery: 0 } }), 0)).toEqual({
      time: 1_323_784_607_376,
      fix: {
        latitude: 43.8078653812408,
        longitude: -70.1636695861816,
        altitude: 45,
        speed: 50,
        course: 45,
        accuracy: null,
        valid: true,
      },
      battery: null,
      gsm: null,
      satellites: null,
      alarms: [],
      attributes: { message: 'position' },
    });
  });

  it('has SOS and low battery as alarms, also without a point', () => {
    expect(inreachReport(decoded({ messageCode: 4, point: null }), 0)).toMatchObject({
      fix: null,
      alarms: ['SOS', 'LOWPOWER'],
    });
    expect(inreachReport(decoded({ messageCode: 6 }), 0)?.alarms).toEqual(['SOS', 'LOWPOWER']);
  });

  it('clears the SOS with a cancellation, also without a point', () => {
    expect(inreachReport(decoded({ messageCode: 7 }), 0)).toMatchObject({
      alarms: ['LOWPOWER'],
      clearsSos: true,
      attributes: { message: 'cancel-sos' },
    });
    const withoutPoint = decoded({ messageCode: 7, point: null, status: null });
    expect(inreachReport(withoutPoint, 0)).toMatchObject({ fix: null, alarms: [], clearsSos: true });
    expect(inreachReport(decoded({ messageCode: 4 }), 0)?.clearsSos).toBeUndefined();
  });

  it('takes no position from a point on the map, and the time of receipt for an event without one', () => {
    expect(inreachReport(decoded({ messageCode: 8, status: null }), 0)).toBeNull();
    expect(inreachReport(decoded({ timeStamp: null }), 7)?.time).toBe(7);
    expect(inreachReport(decoded({ point: { ...EVENT.point, gpsFix: 0 } }), 0)?.fix?.valid).toBe(false);
  });
});

describe('messages to inReach devices', () => {
  const MESSAGE: InreachMessage = {
    imeis: ['300434063854220'],
    sender: 'office@example.com',
    time: 1_323_784_607_376,
    text: 'Return to port',
    referencePoint: null,
  };

  it('composes the request that public clients send', () => {
    expect(composeInreachMessage(MESSAGE)).toEqual({
      path: '/IPCInbound/V1/Messaging.svc/Message',
      body: {
        Messages: [
          {
            Recipients: ['300434063854220'],
            Sender: 'office@example.com',
            Timestamp: '/Date(1323784607376)/',
            Message: 'Return to port',
          },
        ],
      },
    });
    const referencePoint = { latitude: 36.1, longitude: 120.3, label: 'harbour' };
    expect(composeInreachMessage({ ...MESSAGE, referencePoint }).body).toMatchObject({
      Messages: [
        {
          ReferencePoint: {
            LocationType: 'ReferencePoint',
            Coordinate: { Latitude: 36.1, Longitude: 120.3 },
            Label: 'harbour',
          },
        },
      ],
    });
  });

  it.each([
    { imeis: [] },
    { imeis: ['1'] },
    { sender: '' },
    { text: '' },
    { text: 'x'.repeat(161) },
    { text: '港'.repeat(81) },
  ])('does not compose %o', (change) => {
    expect(() => composeInreachMessage({ ...MESSAGE, ...change })).toThrow(RangeError);
  });
});
