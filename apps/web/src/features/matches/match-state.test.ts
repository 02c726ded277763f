import { expect, test } from 'vitest';
import { neighboursOf } from './match-state.ts';

test('a match changes to its neighbours, and an archived one stays', () => {
  expect(neighboursOf('draft')).toEqual({ next: 'open', previous: null });
  expect(neighboursOf('running')).toEqual({ next: 'finished', previous: 'open' });
  expect(neighboursOf('archived')).toEqual({ next: null, previous: null });
});
