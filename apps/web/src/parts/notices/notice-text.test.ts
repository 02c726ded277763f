import { NOTICE_TITLES } from '@wakeline/contract/notices/notice-titles';
import { expect, it } from 'vitest';
import en from '../../i18n/en_US/notices.json';
import zh from '../../i18n/zh_CN/notices.json';
import { getNoticeDetail, isCritical } from './notice-text.ts';

it.each([
  ['a call for help is its type and name', 'SOS', 'Gull', 'Gull sent an SOS', null],
  ['a figure is told', 'LOWPOWER', 'Gull', 'Gull has low battery (15%)', 'Gull has low battery (15%)'],
  ['who has no name is told of', 'SOS', '', 'A deleted device sent an SOS', 'A deleted device sent an SOS'],
] as const)('%s', (_, msgType, trackerName, content, detail) => {
  expect(getNoticeDetail({ msgType, trackerName, content })).toBe(detail);
});

it('takes a call for help as grave, and a low battery not', () => {
  expect(isCritical('SOS')).toBe(true);
  expect(isCritical('LOWPOWER')).toBe(false);
});

it('calls each kind of notice in lists what the server calls it', () => {
  expect(zh.type).toEqual(NOTICE_TITLES.zh_CN);
  expect(en.type).toEqual(NOTICE_TITLES.en_US);
});
