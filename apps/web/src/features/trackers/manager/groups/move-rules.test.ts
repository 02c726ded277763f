import { expect, test } from 'vitest';
import { canMove, canMoveTo } from './move-rules.ts';

const createGroup = (groupId: number, parentId: number | null) => ({
  groupId,
  parentId,
  gn: '',
  cn: 0,
  abilities: { edit: true, remove: true },
});
/** Fleet 1 > North 2 > Quay 3, and South 4. */
const list = [createGroup(1, null), createGroup(2, 1), createGroup(3, 2), createGroup(4, null)];
const groups = { list, abilities: { add: true, addTop: true } };

test('allows another group and the top level', () => {
  expect(canMoveTo(createGroup(3, 2), 4, groups)).toBe(true);
  expect(canMoveTo(createGroup(3, 2), null, groups)).toBe(true);
});

test('refuses the current parent, the group itself and its own subgroups', () => {
  expect(canMoveTo(createGroup(2, 1), 1, groups)).toBe(false);
  expect(canMoveTo(createGroup(1, null), 1, groups)).toBe(false);
  expect(canMoveTo(createGroup(1, null), 3, groups)).toBe(false);
});

test('refuses the top level without the right to it', () => {
  const restricted = { list, abilities: { add: true, addTop: false } };
  expect(canMoveTo(createGroup(2, 1), null, restricted)).toBe(false);
  expect(canMove({ abilities: { edit: true, remove: false } })).toBe(false);
});
