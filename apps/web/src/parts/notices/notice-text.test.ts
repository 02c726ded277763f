import { ALARM_REASON_TEXTS, ALARM_STATE_TEXTS } from '@wakeline/contract/notices/alarm-texts';
import { NOTICE_TITLES } from '@wakeline/contract/notices/notice-titles';
import { expect, it } from 'vitest';
import en from '../../i18n/en_US/notices.json';
import zh from '../../i18n/zh_CN/notices.json';
import { getNoticeDetail, isCritical } from './notice-text.ts';

it.each([
  ['adds nothing to an SOS', 'SOS', 'Gull', 'Gull sent an SOS', null],
  ['shows a value', 'LOWPOWER', 'Gull', 'Gull has low battery (15%)', 'Gull has low battery (15%)'],
  [
    'shows the content for a removed device',
    'SOS',
    '',
    'A deleted device sent an SOS',
    'A deleted device sent an SOS',
  ],
] as const)('%s', (_, msgType, trackerName, content, detail) => {
  expect(getNoticeDetail({ msgType, trackerName, content })).toBe(detail);
});

it('classifies an SOS as critical and a low battery as normal', () => {
  expect(isCritical('SOS')).toBe(true);
  expect(isCritical('LOWPOWER')).toBe(false);
});

it("uses the server's titles of notice types", () => {
  expect(zh.type).toEqual(NOTICE_TITLES.zh_CN);
  expect(en.type).toEqual(NOTICE_TITLES.en_US);
});

it("uses the server's texts of the handling of alarms", () => {
  expect(zh.handling.state).toEqual(ALARM_STATE_TEXTS.zh_CN);
  expect(en.handling.state).toEqual(ALARM_STATE_TEXTS.en_US);
  expect(zh.handling.reason).toEqual(ALARM_REASON_TEXTS.zh_CN);
  expect(en.handling.reason).toEqual(ALARM_REASON_TEXTS.en_US);
});
