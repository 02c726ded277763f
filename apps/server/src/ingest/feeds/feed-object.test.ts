import type { FeedMessage } from '@wakeline/protocols/feeds/feed-message';
import { describe, expect, test } from 'vitest';
import { FeedObject } from './feed-object.ts';

const NOW = Date.UTC(2026, 10, 23, 8);

function messageAt(latitude: number, course: number): FeedMessage {
  return {
    objectId: 'mmsi-235084466',
    kind: 'vessel',
    position: { latitude, longitude: 5.7, valid: true },
    motion: { speed: 0, course },
    time: null,
    second: null,
    details: { name: `at ${latitude}` },
    dynamics: { heading: course },
    distress: null,
  };
}

test('an overtaken message changes neither the position nor the movement, but the rest', () => {
  const object = new FeedObject(messageAt(52, 0), 1);
  object.apply(messageAt(52.002, 331.2), NOW, NOW, 1);
  object.apply(messageAt(52.001, 334.4), NOW - 10_000, NOW + 100, 1);
  expect(object.takeReport(NOW + 100, 1_000)).toMatchObject({
    time: NOW,
    fix: { latitude: 52.002, course: 331.2 },
    attributes: { heading: 331.2, name: 'at 52.001' },
  });
  expect(object.lastSeen).toBe(NOW + 100);
});

test('reports the kind of an altitude, and no geometric one while there is a pressure altitude', () => {
  const minute = 60_000;
  const message = messageAt(52, 0);
  const object = new FeedObject(message, 1);
  const fixAfter = (minutes: number, motion: FeedMessage['motion']) => {
    const time = NOW + minutes * minute;
    object.apply({ ...message, motion }, time, time, 1);
    return object.takeReport(time, 0)?.fix;
  };
  const geometric = { altitude: 1_100, altitudeKind: 2 } as const;
  expect(fixAfter(0, geometric)).toMatchObject({ altitude: 1_100, altitudeKind: 2 });
  expect(fixAfter(1, { altitude: 1_050, altitudeKind: 3 })).toMatchObject({
    altitude: 1_050,
    altitudeKind: 3,
  });
  expect(fixAfter(10, geometric)).toMatchObject({ altitude: null });
  // A message without an altitude keeps that it is not known.
  expect(fixAfter(10.5, { speed: 1 })).toEqual(
    expect.not.objectContaining({ altitudeKind: expect.anything() }),
  );
  // Ten minutes after the last pressure altitude.
  expect(fixAfter(11, geometric)).toMatchObject({ altitude: 1_100, altitudeKind: 2 });
});

test('reports the accuracy of a position, and none of one without it', () => {
  const message = messageAt(52, 0);
  const object = new FeedObject(message, 1);
  const at = { latitude: 52, longitude: 5.7, valid: true };
  object.apply({ ...message, position: { ...at, accuracy: 92.6 } }, NOW, NOW, 1);
  expect(object.takeReport(NOW, 0)?.fix).toMatchObject({ accuracy: 92.6 });
  object.apply({ ...message, position: at }, NOW + 1_000, NOW + 1_000, 1);
  expect(object.takeReport(NOW + 1_000, 0)?.fix).toMatchObject({ accuracy: null });
});

describe('an emergency of an aircraft', () => {
  const RADIO = { kind: 'nordo', squawk: '7600' } as const;
  const GENERAL = { kind: 'general', squawk: '7700' } as const;
  const FUEL = { kind: 'minfuel', squawk: '7700' } as const;

  /** The alarm and the emergency of the report after each message, a second apart; null: none. Two messages confirm. */
  function reportsOf(...emergencies: readonly NonNullable<FeedMessage['emergency'] | 'none'>[]) {
    const aircraft = { ...messageAt(52, 0), kind: 'aircraft', distress: null, dynamics: {} } as const;
    const object = new FeedObject(aircraft, 1);
    return emergencies.map((emergency, index) => {
      const time = NOW + index * 1_000;
      const reported = emergency === 'none' ? null : emergency;
      const squawk = reported === null || reported === 'unspecified' ? '1000' : (reported.squawk ?? '1000');
      object.apply({ ...aircraft, emergency: reported, dynamics: { squawk } }, time, time, 2);
      const report = object.takeReport(time, 60_000);
      return report === null
        ? null
        : [report.alarms[0] ?? '-', report.attributes.emergency, report.attributes.squawk];
    });
  }

  test('is reported at once by the second message, and its end too', () => {
    expect(reportsOf('none', RADIO, RADIO, RADIO, 'none', 'none')).toEqual([
      ['-', undefined, '1000'],
      null,
      ['EMERGENCY', 'nordo', '7600'],
      null,
      null,
      ['-', undefined, '1000'],
    ]);
  });

  test('neither begins, changes nor ends by a single message', () => {
    expect(reportsOf('none', RADIO, 'none', GENERAL, RADIO, 'none').slice(1)).toEqual(Array(5).fill(null));
    expect(reportsOf(RADIO, RADIO, GENERAL, RADIO, 'none', RADIO).slice(2)).toEqual(Array(4).fill(null));
  });

  test('changes when two messages agree, not when receivers know more or less of it', () => {
    expect(reportsOf(RADIO, RADIO, GENERAL, GENERAL).at(-1)).toEqual(['EMERGENCY', 'general', '7700']);
    expect(reportsOf(GENERAL, FUEL, GENERAL, FUEL, GENERAL).slice(1)).toEqual([
      ['EMERGENCY', 'minfuel', '7700'],
      null,
      null,
      null,
    ]);
    expect(reportsOf('unspecified', 'unspecified').at(-1)).toEqual(['EMERGENCY', 'general', '1000']);
    expect(reportsOf(RADIO, 'unspecified').at(-1)).toEqual(['EMERGENCY', 'nordo', '7600']);
  });

  test('keeps its squawk while a single message has another one', () => {
    const aircraft = { ...messageAt(52, 0), kind: 'aircraft', emergency: RADIO } as const;
    const object = new FeedObject(aircraft, 1);
    for (const second of [0, 1]) object.apply(aircraft, NOW + second * 1_000, NOW + second * 1_000, 2);
    object.takeReport(NOW + 1_000, 0);
    const garbled = { ...aircraft, emergency: GENERAL, dynamics: { squawk: '7700' } };
    object.apply(garbled, NOW + 2_000, NOW + 2_000, 2);
    expect(object.takeReport(NOW + 2_000, 0)?.attributes).toMatchObject({
      emergency: 'nordo',
      squawk: '7600',
    });
  });

  test('is reported without the position if a report has its time', () => {
    const aircraft = { ...messageAt(52, 0), kind: 'aircraft', emergency: RADIO } as const;
    const object = new FeedObject(aircraft, 1);
    object.apply(aircraft, NOW, NOW, 2);
    expect(object.takeReport(NOW, 5_000)).toMatchObject({ time: NOW, alarms: [] });
    // The receiver repeats the last position.
    object.apply(aircraft, NOW, NOW, 2);
    expect(object.takeReport(NOW, 5_000)).toMatchObject({
      time: NOW + 1,
      fix: null,
      alarms: ['EMERGENCY'],
    });
  });

  test('is reported without a position', () => {
    const aircraft = { ...messageAt(52, 0), kind: 'aircraft', position: null, emergency: RADIO } as const;
    const object = new FeedObject(aircraft, 1);
    object.apply(aircraft, NOW, NOW, 2);
    expect(object.takeReport(NOW, 5_000)).toBeNull();
    object.apply(aircraft, NOW + 1_000, NOW + 1_000, 2);
    expect(object.takeReport(NOW + 1_000, 5_000)).toMatchObject({
      time: NOW + 1_000,
      fix: null,
      alarms: ['EMERGENCY'],
    });
    expect(object.takeReport(NOW + 10_000, 5_000)).toBeNull();
  });
});
