import type { Operation } from '@wakeline/contract/operation';
import { OPERATIONS } from '@wakeline/contract/operations';
import { expect, test } from 'vitest';
import { AUDIT_ACTIONS } from './audit-actions.ts';

test('has a text for every operation that changes the account', () => {
  const changing = Object.values(OPERATIONS)
    .filter((operation: Operation) => operation.effect === 'account')
    .map(({ name }) => name);
  expect(AUDIT_ACTIONS).toEqual(expect.arrayContaining(changing));
});
