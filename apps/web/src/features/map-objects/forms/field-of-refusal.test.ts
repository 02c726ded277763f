import { NamedError } from '@wakeline/contract/errors';
import { expect, test } from 'vitest';
import { fieldOfRefusal } from './field-of-refusal.ts';

test('shows a refusal at the field it concerns', () => {
  expect(fieldOfRefusal(new NamedError('fence-self-crosses'))).toBe('drawing');
  expect(fieldOfRefusal(new NamedError('group-unknown'))).toBe('groupId');
  expect(fieldOfRefusal(new NamedError('field-invalid', { field: 'routeName' }))).toBe('name');
  expect(fieldOfRefusal(new NamedError('field-invalid', { field: 'images.3' }))).toBe('images');
  expect(fieldOfRefusal(new NamedError('fence-limit'))).toBeNull();
});
