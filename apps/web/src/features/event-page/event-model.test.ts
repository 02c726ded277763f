import type { EventParticipant, StandingRow } from '@wakeline/contract/matches/event-page';
import { expect, test } from 'vitest';
import { isInEntrance, racersOf, rankedClasses } from './event-model.ts';

function participant(participantId: number, changes: Partial<EventParticipant> = {}): EventParticipant {
  return {
    ...{ participantId, number: '', participantName: `P${participantId}`, club: '', nationality: '' },
    ...{ classId: null, courseId: null, startTime: 0, color: null },
    ...changes,
  };
}

function standing(id: number, rank: number | null): StandingRow {
  return {
    ...{ id, rank, status: rank === null ? 'not-started' : 'running', start: 0, elapsed: null, behind: null },
    ...{ passed: 0, last: null, distance: 0, score: null, missing: 0, stale: false },
  };
}

const CLASSES = ['Women', 'Men', 'Kids'].map((className, index) => ({
  ...{ classId: index + 1, className, courseId: 7, startMode: 'mass' as const, startTime: null },
}));
const ENTRANCE = { entranceName: 'Elite', classIds: [2], courseId: null, map: null };

test('groups by class, those on the way first, and sorts by rank, then by number', () => {
  const racers = racersOf({
    participants: [
      participant(1, { classId: 1, courseId: 7, number: '12' }),
      participant(2, { classId: 1, courseId: 7, number: '2' }),
      participant(3, { classId: 2, courseId: 7 }),
      participant(4, { classId: 3, courseId: 7 }),
      participant(5, { classId: 2, courseId: 7 }),
    ],
  });
  const rows = [standing(1, null), standing(2, null), standing(3, 2), standing(4, null), standing(5, 1)];
  const standings = new Map(rows.map((row) => [row.id, row]));
  const result = rankedClasses({ classes: CLASSES }, racers, standings, null);
  expect(
    result.map(({ className, rows: ranked }) => [className, ranked.map(({ racer }) => racer.participantId)]),
  ).toEqual([
    ['Men', [5, 3]],
    ['Kids', [4]],
    ['Women', [2, 1]],
  ]);
  expect(rankedClasses({ classes: CLASSES }, racers, standings, ENTRANCE)).toHaveLength(1);
});

test('an entrance without classes displays everybody', () => {
  expect(isInEntrance(null, { classId: null })).toBe(true);
  expect(isInEntrance({ ...ENTRANCE, classIds: [] }, { classId: null })).toBe(true);
  expect(isInEntrance(ENTRANCE, { classId: null })).toBe(false);
});

test('participants have their own color or one of the list, and their number or name on the map', () => {
  const racers = racersOf({
    participants: [participant(1, { color: '#123456' }), participant(2, { number: '8' })],
  });
  expect(racers.get(1)).toMatchObject({ displayColor: '#123456', label: 'P1' });
  expect(racers.get(2)?.label).toBe('8');
  expect(racers.get(2)?.displayColor).toMatch(/^#[0-9a-f]{6}$/);
});
