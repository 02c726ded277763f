import { expect, test } from 'vitest';
import { auditEvent } from './audit-event.ts';
import { indexEvent } from './event-index.ts';
import { at, branch, control, course, event, visit } from './testing/plan-event.ts';

const described = (feature: string) => ({ description: { D: feature } });
const COMPLETE = [
  control('S1', at(0, 0)),
  control('31', at(200, 0), described('2.4')),
  control('32', at(400, 0), described('1.10')),
  control('F1', at(600, 0)),
];
const audit = (changes: Parameters<typeof event>[0]) => auditEvent(indexEvent(event(changes)));

test('finds nothing in a complete course', () => {
  expect(audit({ controls: COMPLETE, courses: [course('c', ['S1', '31', '32', 'F1'])] })).toEqual([]);
});

test('finds controls with the same code', () => {
  const controls = [...COMPLETE, control('x', at(0, 300), { ...described('2.1'), code: '31' })];
  expect(audit({ controls, courses: [course('c', ['S1', '31', '32', 'x', 'F1'])] })).toEqual([
    { type: 'duplicate-code', code: '31', controls: ['31', 'x'] },
  ]);
});

test('finds courses without start and without finish', () => {
  const courses = [course('a', ['31', '32', 'F1']), course('b', ['S1', '31', '32'])];
  expect(audit({ controls: COMPLETE, courses })).toEqual([
    { type: 'no-start', course: 'a' },
    { type: 'no-finish', course: 'b' },
  ]);
  expect(audit({ courses: [course('empty', [])] })).toEqual([
    { type: 'no-start', course: 'empty' },
    { type: 'no-finish', course: 'empty' },
  ]);
});

test.each([
  // Metres apart, features, limit that is violated.
  [29, ['2.4', '1.10'], 30],
  [31, ['2.4', '1.10'], null],
  [31, ['2.4', '2.4'], 60],
  [59, ['2.4', '2.4'], 60],
  [61, ['2.4', '2.4'], null],
  [40, [undefined, undefined], null],
])('controls %d m from each other on %j violate %s', (distance, [one, other], limit) => {
  const controls = [
    control('31', at(1000, 1000), one === undefined ? {} : described(one)),
    control('32', at(1000 + distance, 1000), other === undefined ? {} : described(other)),
  ];
  const close = audit({ controls }).filter(({ type }) => type === 'too-close');
  expect(close).toEqual(
    limit === null
      ? []
      : [{ type: 'too-close', controls: ['31', '32'], distance: expect.closeTo(distance, 1), limit }],
  );
});

test('finds close controls at high latitude and across the antimeridian', () => {
  // At 60 degrees north a degree of longitude is half as long (55.8 km on the ellipsoid).
  const controls = [control('31', [179.9998, 60]), control('32', [-179.9998, 60])];
  expect(audit({ controls })).toContainEqual({
    type: 'too-close',
    controls: ['31', '32'],
    distance: expect.closeTo(0.0004 * 55_800, 0),
    limit: 30,
  });
});

test('finds unused controls and controls without description, but not starts and finishes', () => {
  const controls = [...COMPLETE, control('33', at(800, 0))];
  expect(audit({ controls, courses: [course('c', ['S1', '31', '32', 'F1'])] })).toEqual([
    { type: 'unused-control', control: '33' },
    { type: 'missing-description', control: '33' },
  ]);
});

test('finds score courses without time limit, and their controls without points', () => {
  const score = course('c', ['S1', visit('31', { points: 10 }), '32', 'F1'], { type: 'score' });
  expect(audit({ controls: COMPLETE, courses: [score] })).toEqual([
    { type: 'no-time-limit', course: 'c' },
    { type: 'no-points', course: 'c', control: '32' },
  ]);
  const complete = {
    ...score,
    timeLimit: 3600,
    controls: score.controls.map((each) => ({ ...each, points: 5 })),
  };
  expect(audit({ controls: COMPLETE, courses: [complete] })).toEqual([]);
});

test('finds the same control twice in a row, also where a branch joins', () => {
  expect(audit({ controls: COMPLETE, courses: [course('c', ['S1', '31', '31', '32', 'F1'])] })).toEqual([
    { type: 'repeated-control', course: 'c', control: '31' },
  ]);
  const forked = course('c', [
    'S1',
    visit('31', { variation: { kind: 'fork', branches: [branch('a', '32'), branch('b')] } }),
    '32',
    'F1',
  ]);
  expect(audit({ controls: COMPLETE, courses: [forked] })).toEqual([
    { type: 'repeated-control', course: 'c', control: '32' },
  ]);
});

test('finds forks that the legs of a relay do not divide', () => {
  const forked = course(
    'c',
    ['S1', visit('31', { variation: { kind: 'fork', branches: [branch('a', '32'), branch('b')] } }), 'F1'],
    { relay: { teams: 10, legs: 3 } },
  );
  expect(audit({ controls: COMPLETE, courses: [forked] })).toEqual([
    { type: 'unfair-fork', course: 'c', control: '31' },
  ]);
});

test('audits 300 controls and 40 courses at once', () => {
  const controls = Array.from({ length: 300 }, (_, index) =>
    control(String(31 + index), at((index % 20) * 100, Math.floor(index / 20) * 100), described('2.4')),
  );
  const courses = Array.from({ length: 40 }, (_, index) =>
    course(
      `c${index}`,
      controls.slice(index, index + 40).map(({ id }) => id),
    ),
  );
  const start = Date.now();
  expect(audit({ controls, courses }).filter(({ type }) => type === 'too-close')).toEqual([]);
  // Of 45,000 pairs only neighbours are compared: some milliseconds; the bound leaves room for a loaded machine.
  expect(Date.now() - start).toBeLessThan(1000);
});
