import type { FeedMessage } from '@wakeline/protocols/feeds/feed-message';
import { expect, test } from 'vitest';
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
