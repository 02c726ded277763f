import { expect, test } from 'vitest';
import { buildPeriodReplayUrl } from './period-replay.ts';

const at = { timeZone: 'Asia/Shanghai', now: Date.UTC(2026, 10, 25, 4) };

test('replays the days of the account, not beyond the present', () => {
  // China is 8 hours ahead of UTC.
  expect(buildPeriodReplayUrl(7, { startDay: '2026-11-20', endDay: '2026-11-21' }, at)).toBe(
    `/traceReplaySingle?trackerId=7&start=${Date.UTC(2026, 10, 19, 16)}&end=${Date.UTC(2026, 10, 21, 16) - 1}`,
  );
  expect(buildPeriodReplayUrl(7, { startDay: '2026-11-25', endDay: '2026-11-30' }, at)).toBe(
    `/traceReplaySingle?trackerId=7&start=${Date.UTC(2026, 10, 24, 16)}&end=${at.now}`,
  );
});

test('has no replay of more than 31 days, or of days to come', () => {
  expect(buildPeriodReplayUrl(7, { startDay: '2026-10-01', endDay: '2026-10-31' }, at)).not.toBeNull();
  expect(buildPeriodReplayUrl(7, { startDay: '2026-10-01', endDay: '2026-11-01' }, at)).toBeNull();
  expect(buildPeriodReplayUrl(7, { startDay: '2026-11-26', endDay: '2026-11-27' }, at)).toBeNull();
});

test('stays within 31 days of 24 hours in a month with a change of the clock', () => {
  const berlin = { ...at, timeZone: 'Europe/Berlin' };
  const url = buildPeriodReplayUrl(7, { startDay: '2026-10-01', endDay: '2026-10-31' }, berlin);
  const query = new URLSearchParams(url?.split('?')[1]);
  expect(Number(query.get('end')) - Number(query.get('start'))).toBe(31 * 86_400_000);
});
