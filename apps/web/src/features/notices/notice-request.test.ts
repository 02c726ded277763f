import { expect, it } from 'vitest';
import {
  countConditions,
  NO_CONDITIONS,
  type NoticeRequest,
  parseNoticeRequest,
  toNoticeFilter,
  toNoticeSearch,
} from './notice-request.ts';

const ALL: NoticeRequest = {
  conditions: {
    keywords: 'gull & tern',
    types: ['SOS', 'LOWPOWER'],
    trackerIds: [7, 9],
    groupId: 3,
    isRead: 'UNREAD',
    handling: ['open', 'acknowledged'],
    ownerId: 5,
    startTime: 1_780_300_800_000,
    endTime: 1_780_387_200_000,
  },
  index: 2,
  size: 50,
  messageId: 12_345_678_901,
};

it('keeps a request in the address', () => {
  expect(parseNoticeRequest(new URLSearchParams(toNoticeSearch(ALL).toString()))).toEqual(ALL);
  const none = { conditions: NO_CONDITIONS, index: 1, size: 10, messageId: undefined };
  expect(toNoticeSearch(none).toString()).toBe('');
  expect(parseNoticeRequest(new URLSearchParams())).toEqual(none);
});

it('ignores values that the server would refuse', () => {
  const wrong =
    'type=NONE&device=x,0,-1,9999999999&group=a&read=MAYBE&handling=lost&owner=1.5&from=x&page=0&size=7';
  expect(parseNoticeRequest(new URLSearchParams(wrong))).toEqual({
    conditions: NO_CONDITIONS,
    index: 1,
    size: 10,
    messageId: undefined,
  });
  expect(parseNoticeRequest(new URLSearchParams('device=7,7,9')).conditions.trackerIds).toEqual([7, 9]);
});

it('becomes the filter of a call', () => {
  expect(toNoticeFilter(NO_CONDITIONS)).toEqual({});
  expect(toNoticeFilter(ALL.conditions)).toEqual({
    keywords: 'gull & tern',
    msgTypes: ['SOS', 'LOWPOWER'],
    trackerIds: [7, 9],
    groupId: 3,
    isRead: 'UNREAD',
    handling: ['open', 'acknowledged'],
    ownerId: 5,
    startTime: 1_780_300_800_000,
    endTime: 1_780_387_200_000,
  });
  expect(countConditions(NO_CONDITIONS)).toBe(0);
  expect(countConditions(ALL.conditions)).toBe(9);
});
