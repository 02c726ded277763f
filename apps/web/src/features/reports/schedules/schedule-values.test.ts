import { expect, test } from 'vitest';
import {
  formatMinute,
  newValues,
  parseMinute,
  relativePeriodOf,
  toForm,
  usualContent,
  valuesOf,
} from './schedule-values.ts';

const TODAY = '2026-06-03';

test('has the usual filter of a report, without days', () => {
  expect(usualContent('overview')).toEqual({
    report: 'overview',
    filter: { groupIds: [], trackerIds: [], keywords: '', by: 'device' },
    order: { sort: 'name', direction: 'ascending' },
  });
});

test('chooses the period that fits the page', () => {
  // 1 June 2026 is a Monday.
  expect(relativePeriodOf({ startDay: '2026-06-01', endDay: TODAY }, TODAY)).toBe('lastWeek');
  expect(relativePeriodOf({ startDay: '2026-05-01', endDay: '2026-05-31' }, TODAY)).toBe('lastMonth');
  expect(relativePeriodOf({ startDay: '2026-05-28', endDay: TODAY }, TODAY)).toBe('lastWeek');
  expect(relativePeriodOf({ startDay: '2026-05-09', endDay: '2026-05-20' }, TODAY)).toBe('yesterday');
});

test('proposes a run in the morning after the period, and keeps a saved schedule', () => {
  const values = newValues({
    content: usualContent('overview'),
    ...{ period: 'lastWeek', userId: 7, language: 'en_US' },
    nameOf: (report, repeat) => `${report}, ${repeat}`,
  });
  expect(values).toMatchObject({
    scheduleName: 'Operation overview, weekly',
    userIds: [7],
    formats: ['xlsx'],
  });
  const form = toForm({
    ...values,
    scheduleName: ' Fleet ',
    addresses: [{ address: ' a@b.cn ', language: 'zh_CN' }],
  });
  expect(form).toMatchObject({
    scheduleName: 'Fleet',
    times: { repeat: 'weekly', day: 1, minute: 420 },
    addresses: [{ address: 'a@b.cn', language: 'zh_CN' }],
  });
  const { content, period, formats, enabled } = form;
  const saved = valuesOf({
    ...{ scheduleId: 1, scheduleName: 'Fleet', content, period, formats, enabled },
    times: { repeat: 'monthly', day: 31, minute: 0 },
    users: [{ userId: 7, account: 'ada' }],
    addresses: [{ address: 'a@b.cn', language: 'zh_CN', state: 'confirmed' }],
    ...{ owner: 'ada', pauseReason: null, nextTime: null, lastRun: null, missing: { groups: 0, devices: 0 } },
    abilities: { edit: true, switch: true, remove: true },
  });
  expect(toForm(saved)).toMatchObject({ times: { repeat: 'monthly', day: 31, minute: 0 }, userIds: [7] });
  expect(toForm({ ...saved, repeat: 'daily' }).times).toEqual({ repeat: 'daily', day: null, minute: 0 });
});

test('formats and parses times of day', () => {
  expect([formatMinute(0), formatMinute(390), formatMinute(1_439)]).toEqual(['00:00', '06:30', '23:59']);
  expect([parseMinute('06:30'), parseMinute('24:00'), parseMinute('06:60'), parseMinute('')]).toEqual([
    390,
    null,
    null,
    null,
  ]);
});
