import { expect, test } from 'vitest';
import { fromSavedQuery, toSavedQuery } from './filter-query.ts';

test('saves a usual period by its name', () => {
  // 3 June 2026 is a Wednesday.
  const search = new URLSearchParams('by=deviceDay&from=2026-05-25&to=2026-05-31&groups=3,4&page=2&t=x');
  const saved = toSavedQuery(search, '2026-06-03');
  expect(saved).toBe('by=deviceDay&groups=3%2C4&period=lastWeek');
  expect(fromSavedQuery(saved, '2026-06-10')).toBe('by=deviceDay&groups=3%2C4&from=2026-06-01&to=2026-06-07');
});

test('keeps other days as they are', () => {
  const search = new URLSearchParams('from=2026-05-02&to=2026-05-07&keywords=A%26B');
  const saved = toSavedQuery(search, '2026-06-03');
  expect(fromSavedQuery(saved, '2026-06-10')).toBe('from=2026-05-02&to=2026-05-07&keywords=A%26B');
  expect(fromSavedQuery('period=nothing&sort=name', '2026-06-10')).toBe('sort=name');
});
