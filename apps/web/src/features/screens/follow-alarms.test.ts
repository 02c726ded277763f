import type { NoticeType } from '@wakeline/domain/notices/notice-type';
import { expect, test } from 'vitest';
import { endFollowing, FOLLOW_MS, followNewAlarm, NOT_FOLLOWING } from './follow-alarms.ts';

const alarm = (messageId: number, msgType: NoticeType = 'OVERSPEED') => ({
  ...{ messageId, trackerId: messageId * 10, msgType },
});
const NOW = Date.UTC(2026, 5, 1);
/** A map that opened while alarm 1 existed. */
const OPEN = followNewAlarm(NOT_FOLLOWING, [alarm(1)], NOW);

test('stays with the fleet while there is no new alarm', () => {
  expect(OPEN).toEqual({ newest: 1, alarm: null, since: 0 });
  expect(followNewAlarm(OPEN, [alarm(1)], NOW)).toEqual(OPEN);
  expect(followNewAlarm(NOT_FOLLOWING, [], NOW).newest).toBe(0);
});

test('follows the newest of new alarms, urgent ones first, and returns to the fleet', () => {
  const following = followNewAlarm(OPEN, [alarm(3), alarm(2), alarm(1)], NOW);
  expect(following).toEqual({ newest: 3, alarm: alarm(3), since: NOW });
  expect(followNewAlarm(OPEN, [alarm(3), alarm(2, 'SOS')], NOW).alarm).toEqual(alarm(2, 'SOS'));
  expect(endFollowing(following)).toEqual({ newest: 3, alarm: null, since: NOW });
});

test('shows an alarm to its end and then the fleet, unless somebody calls for help', () => {
  const following = followNewAlarm(OPEN, [alarm(2)], NOW);
  expect(followNewAlarm(following, [alarm(3)], NOW + 1_000)).toMatchObject({ newest: 3, alarm: alarm(2) });
  expect(followNewAlarm(following, [alarm(3, 'SOS')], NOW + 1_000)).toMatchObject({
    ...{ alarm: alarm(3, 'SOS'), since: NOW + 1_000 },
  });
  const ended = endFollowing(following);
  expect(followNewAlarm(ended, [alarm(3)], NOW + 2 * FOLLOW_MS - 1).alarm).toBeNull();
  expect(followNewAlarm(ended, [alarm(3)], NOW + 2 * FOLLOW_MS).alarm).toEqual(alarm(3));
});
