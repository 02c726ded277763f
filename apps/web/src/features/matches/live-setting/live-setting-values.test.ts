import { DEFAULT_LIVE_CONF } from '@wakeline/contract/matches/live-conf';
import type { MatchDetails } from '@wakeline/contract/matches/match-details';
import { expect, test } from 'vitest';
import { toLiveSettingFields, toLiveSettingPayloads } from './live-setting-values.ts';

const MAP = { kind: 'ocad', id: 3, name: 'Forest' } as const;
const MATCH = {
  ...{ matchId: 1, matchName: 'Cup', place: 'Qingdao', maps: [MAP] },
  startTime: Date.UTC(2026, 10, 28, 1, 0, 30),
  endTime: Date.UTC(2026, 10, 28, 5),
} as unknown as MatchDetails;
const CONF = {
  ...DEFAULT_LIVE_CONF,
  carousel: [{ picture: '/files/1', link: 'https://example.com' }],
  entrances: [{ entranceName: 'Elite', classIds: [2], courseId: 5, map: MAP }],
};

test('an unchanged form keeps the page and leaves the match alone', () => {
  const fields = toLiveSettingFields(MATCH, CONF, 'Asia/Shanghai');
  expect(fields.startTime?.format('HH:mm:ss')).toBe('09:00:30');
  expect(toLiveSettingPayloads(fields, MATCH, CONF, 'Asia/Shanghai')).toEqual({ match: null, conf: CONF });
});

test('a new name is saved with the other details of the match', () => {
  const fields = { ...toLiveSettingFields(MATCH, CONF, 'UTC'), matchName: ' Final ' };
  expect(toLiveSettingPayloads(fields, MATCH, CONF, 'UTC')?.match).toEqual({
    ...{ matchName: 'Final', place: 'Qingdao', maps: [MAP] },
    ...{ startTime: MATCH.startTime, endTime: MATCH.endTime },
  });
});

test('a map that the match no longer has stays with its entrance', () => {
  const other = { ...MATCH, maps: [] } as MatchDetails;
  const fields = toLiveSettingFields(other, CONF, 'UTC');
  expect(toLiveSettingPayloads(fields, other, CONF, 'UTC')?.conf.entrances[0]?.map).toEqual(MAP);
});
