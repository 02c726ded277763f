import { expect, test } from 'vitest';
import type { MessageState } from './message-states.ts';
import { stateOfParts } from './state-of-parts.ts';

const part = (state: MessageState) => ({ state, reason: null });

test.each<[MessageState, readonly MessageState[]]>([
  ['delivered', ['delivered', 'delivered']],
  ['sent', ['delivered', 'sent']],
  ['accepted', ['sent', 'accepted', 'delivered']],
  ['submitted', ['accepted', 'submitted']],
  ['waiting', ['submitted', 'waiting']],
  ['expired', ['waiting', 'expired']],
  ['failed', ['delivered', 'failed', 'expired', 'waiting']],
])('is %s with parts %j', (state, parts) => {
  expect(stateOfParts(parts.map(part)).state).toBe(state);
});

test('has the reason of the part that decides', () => {
  expect(
    stateOfParts([
      { state: 'waiting', reason: 'offline' },
      { state: 'failed', reason: 'too-long' },
    ]),
  ).toEqual({ state: 'failed', reason: 'too-long' });
});
