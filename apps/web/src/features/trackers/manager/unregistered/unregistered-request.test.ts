import { expect, test } from 'vitest';
import { parseUnregisteredRequest, withUnregisteredRequest } from './unregistered-request.ts';

test('reads the request that it writes, beside other parameters', () => {
  const request = { keywords: '8600', protocol: 'gt06', index: 3, size: 50 } as const;
  const search = withUnregisteredRequest(new URLSearchParams('tab=unregistered'), request);
  expect(search.get('tab')).toBe('unregistered');
  expect(parseUnregisteredRequest(search)).toEqual(request);
});

test('ignores values that the server would refuse, and writes no defaults', () => {
  const search = new URLSearchParams({
    protocol: 'telnet',
    page: '-1',
    size: '7',
    keywords: 'x'.repeat(101),
  });
  const request = parseUnregisteredRequest(search);
  expect(request).toEqual({ keywords: 'x'.repeat(100), protocol: null, index: 1, size: 20 });
  const none = { keywords: '', protocol: null, index: 1, size: 20 };
  expect(withUnregisteredRequest(search, none).toString()).toBe('');
});
