import { expect, test } from 'vitest';
import { toRenewal } from './renewal-values.ts';

test('sends only the chosen kind of end', () => {
  const values = { months: 3, validUntil: 1_800_000_000_000 };
  expect(toRenewal({ ...values, kind: 'byMonths' })).toEqual({ months: 3 });
  expect(toRenewal({ ...values, kind: 'byDate' })).toEqual({ validUntil: 1_800_000_000_000 });
  expect(toRenewal({ ...values, kind: 'byUnlimited' })).toEqual({ validUntil: null });
});
