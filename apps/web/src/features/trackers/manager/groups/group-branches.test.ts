import type { Group } from '@wakeline/contract/entities/group';
import { expect, test } from 'vitest';
import { buildGroupBranches, type GroupBranch } from './group-branches.ts';

const createGroup = (groupId: number, parentId: number | null, cn: number): Group => ({
  groupId,
  parentId,
  gn: `Group ${groupId}`,
  cn,
  abilities: { edit: true, remove: true },
});

const summarize = (branches: readonly GroupBranch[]): unknown =>
  branches.map(({ key, devices, children }) => [key, devices, summarize(children)]);

test('counts the devices of subgroups in their ancestors', () => {
  const groups = [createGroup(1, null, 2), createGroup(2, 1, 3), createGroup(3, 2, 4), createGroup(4, 1, 0)];
  expect(summarize(buildGroupBranches(groups))).toEqual([
    [
      1,
      9,
      [
        [2, 7, [[3, 4, []]]],
        [4, 0, []],
      ],
    ],
  ]);
});

test('shows a group of an invisible parent at the top level', () => {
  expect(summarize(buildGroupBranches([createGroup(5, 9, 1)]))).toEqual([[5, 1, []]]);
});
