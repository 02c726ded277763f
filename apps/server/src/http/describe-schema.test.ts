import { addTracker, batchAddTrackers } from '@wakeline/contract/trackers/trackers';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { describeSchema } from './describe-schema.ts';

test('describes the fields of a payload', () => {
  const { properties = {} } = z.toJSONSchema(addTracker.payload, { io: 'input' });
  expect(
    Object.fromEntries(Object.entries(properties).map(([name, schema]) => [name, describeSchema(schema)])),
  ).toMatchObject({
    trackerName: 'text, 1 to 64 characters',
    imei: 'text, 1 to 32 characters, like ^[A-Za-z0-9-]+$',
    label: 'text, at most 16 characters',
    groupId: 'integer, 1 to 2147483647 or null',
    iconDto: 'object {iconUrl, iconType}',
    validUntil: 'integer, 0 to 4102444800000 or null',
  });
  const batch = z.toJSONSchema(batchAddTrackers.payload, { io: 'input' }).properties ?? {};
  expect(describeSchema(batch.trackers)).toBe('list of object, 1 to 500 items');
  expect(describeSchema(z.toJSONSchema(z.literal([1, 2])))).toBe('1 or 2');
});
