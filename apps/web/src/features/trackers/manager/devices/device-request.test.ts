import { expect, test } from 'vitest';
import { parseDeviceRequest, withDeviceRequest } from './device-request.ts';

test('restores the request from the address and keeps other parameters', () => {
  const request = { keywords: '港口 & Co', status: 'SOS', index: 3, size: 50 } as const;
  const params = withDeviceRequest(new URLSearchParams('tab=devices&t=north'), request);
  expect(params.get('t')).toBe('north');
  expect(parseDeviceRequest(new URLSearchParams(params.toString()))).toEqual(request);
});

test('removes cleared filters and the first page from the address', () => {
  const search = new URLSearchParams('tab=devices&keywords=x&status=SOS&page=2&size=50');
  const request = { keywords: 'x', status: null, index: 1, size: 20 } as const;
  expect(withDeviceRequest(search, request).toString()).toBe('tab=devices&keywords=x');
});

test('ignores values that the server would refuse', () => {
  const typed = `keywords=${'x'.repeat(101)}&status=LOST&page=0&size=7`;
  expect(parseDeviceRequest(new URLSearchParams(typed))).toEqual({
    keywords: 'x'.repeat(100),
    status: null,
    index: 1,
    size: 20,
  });
});
