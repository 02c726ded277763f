import type { RacePoint } from '@wakeline/domain/races/race-course';
import { expect, test } from 'vitest';
import { toCorrection, toCorrectionFields } from './correction-values.ts';

const point: RacePoint = {
  ...{ id: 'c3', controlId: '33', code: '33', kind: 'control', points: null, distance: 0 },
  position: [120, 36],
  detection: { kind: 'circle', radius: 15 },
};
const subject = { kind: 'passing', point, label: '3-33', passing: null } as const;
const NOW = Date.UTC(2026, 10, 28, 2, 0, 7);

test('a passing has the time that the form shows in the zone of the account', () => {
  const fields = toCorrectionFields(subject, 'Asia/Shanghai', NOW);
  expect(fields.time?.format('HH:mm:ss')).toBe('10:00:07');
  expect(toCorrection(subject, fields, 'Asia/Shanghai')).toEqual({
    ...{ kind: 'passing', pointId: 'c3', passing: { time: NOW } },
  });
});

test('what positions show of a point can count only after a time', () => {
  const fields = { ...toCorrectionFields(subject, 'Asia/Shanghai', NOW), decision: 'notUntil' } as const;
  expect(toCorrection(subject, fields, 'Asia/Shanghai')).toEqual({
    ...{ kind: 'passing', pointId: 'c3', passing: { notUntil: NOW } },
  });
  expect(toCorrection(subject, { ...fields, time: null }, 'Asia/Shanghai')).toBeNull();
});

test('a point can be missing, or be decided by positions again', () => {
  const fields = toCorrectionFields(subject, 'UTC', NOW);
  expect(toCorrection(subject, { ...fields, decision: 'missing' }, 'UTC')).toMatchObject({
    passing: 'missing',
  });
  expect(toCorrection(subject, { ...fields, decision: 'detected' }, 'UTC')).toMatchObject({ passing: null });
  expect(toCorrection(subject, { ...fields, time: null }, 'UTC')).toBeNull();
});

test('an empty status or penalty takes the decision back', () => {
  const fields = toCorrectionFields({ kind: 'penalty', seconds: 60, points: 0 }, 'UTC', NOW);
  const penalty = { kind: 'penalty', seconds: 60, points: 0 } as const;
  expect(toCorrection(penalty, fields, 'UTC')).toEqual(penalty);
  expect(toCorrection(penalty, { ...fields, seconds: null }, 'UTC')).toEqual({ ...penalty, seconds: 0 });
  expect(toCorrection({ kind: 'status' }, fields, 'UTC')).toEqual({ kind: 'status', status: null });
});
