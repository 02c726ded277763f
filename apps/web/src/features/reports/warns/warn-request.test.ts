import { expect, test } from 'vitest';
import {
  countWarnFilters,
  parseWarnCountRequest,
  parseWarnRequest,
  toWarnCountFilter,
  toWarnCountSearch,
  toWarnFilter,
  toWarnSearch,
} from './warn-request.ts';

const TODAY = '2026-11-25';
const parse = (search = '') => parseWarnRequest(new URLSearchParams(search), TODAY);
const parseCount = (search = '') => parseWarnCountRequest(new URLSearchParams(search), TODAY);
const PERIOD = 'from=2026-11-01&to=2026-11-07&groups=3&devices=7&keywords=gull';
const FILTER = {
  ...{ startDay: '2026-11-01', endDay: '2026-11-07', groupIds: [3], trackerIds: [7], keywords: 'gull' },
  ...{ msgTypes: ['SOS', 'IN'], levels: ['urgent'] },
};

test('the address of rows contains all of the request', () => {
  const search = `${PERIOD}&types=SOS%2CIN&levels=urgent&handling=open%2Cresolved&read=UNREAD&order=ascending&message=9&page=2&size=50`;
  const request = parse(search);
  expect(new URLSearchParams(toWarnSearch(request)).toString()).toBe(search);
  expect(toWarnFilter(request)).toEqual({ ...FILTER, handling: ['open', 'resolved'], isRead: 'UNREAD' });
  expect(countWarnFilters(request)).toBe(6);
  expect(toWarnSearch(parse())).toEqual({ from: TODAY, to: TODAY });
});

test('the address of sums contains all of the request', () => {
  const search = `${PERIOD}&by=hour&types=SOS%2CIN&levels=urgent&sort=alarms&order=descending&chart=none`;
  const request = parseCount(search);
  expect(new URLSearchParams(toWarnCountSearch(request)).toString()).toBe(search);
  expect(toWarnCountFilter(request)).toEqual({ ...FILTER, by: 'hour' });
  expect(toWarnCountSearch(parseCount())).toEqual({ from: '2026-11-01', to: TODAY });
  expect(toWarnCountSearch(parseCount('by=day'))).toEqual({ by: 'day', from: '2026-11-01', to: TODAY });
  expect(parseCount('by=day')).toMatchObject({ sort: 'key', descending: false });
});

test.each(['types=FIRE', 'levels=red', 'handling=closed', 'read=x', 'order=up', 'message=-1'])(
  'ignores %s, which the server would refuse',
  (search) => {
    expect(parse(search)).toEqual(parse());
  },
);
