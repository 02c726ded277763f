import { expect, test } from 'vitest';
import { createRecordingClient } from '../changes/recording-client.testing.ts';
import { newSubject } from '../forms/new-subject.ts';
import type { PointSubject } from './point-subject.ts';
import { savePoint } from './save-point.ts';

test('does not send a labelled point without coordinates', async () => {
  const { client, sent } = createRecordingClient({ labelPointId: 7 });
  const subject = newSubject('labelPoint', {}) as PointSubject;
  await expect(savePoint(client, subject, subject.fields, null)).rejects.toMatchObject({
    errorName: 'coordinates-empty',
  });
  expect(sent).toEqual([]);
});
