import { expect, test } from 'vitest';
import { parseAuditRequest, withAuditRequest } from './audit-params.ts';

test('restores the request from the address and keeps other parameters', () => {
  const request = {
    filter: { userId: 7, action: 'sign-in', target: '港口 & Co', startTime: 1_790_000_000_000 },
    index: 3,
    size: 50,
  };
  const params = withAuditRequest(new URLSearchParams('tab=audit&t=north'), request);
  expect(params.get('tab')).toBe('audit');
  expect(params.get('t')).toBe('north');
  expect(parseAuditRequest(new URLSearchParams(params.toString()))).toEqual(request);
});

test('removes cleared filters and the first page from the address', () => {
  const search = new URLSearchParams('tab=audit&action=sign-in&target=x&page=2&size=50');
  expect(withAuditRequest(search, { filter: { target: 'x' }, index: 1, size: 20 }).toString()).toBe(
    'tab=audit&target=x',
  );
});

test('ignores values that the server would refuse', () => {
  const typed = `userId=x&startTime=-1&endTime=1.5&target=${'x'.repeat(65)}&page=0&size=7&action=sign-in`;
  expect(parseAuditRequest(new URLSearchParams(typed))).toEqual({
    filter: { action: 'sign-in' },
    index: 1,
    size: 20,
  });
});
