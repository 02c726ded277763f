import { expect, test } from 'vitest';
import { flattenGroupTree } from './group-tree.ts';

test('lists groups below their parent, with full paths', () => {
  const groups = [
    { groupId: 3, parentId: 2, gn: 'Berth' },
    { groupId: 1, parentId: null, gn: 'Airfield' },
    { groupId: 2, parentId: 4, gn: 'East' },
    { groupId: 4, parentId: null, gn: 'Harbour' },
  ];
  expect(flattenGroupTree(groups)).toEqual([
    { groupId: 1, path: 'Airfield', ancestorIds: [] },
    { groupId: 4, path: 'Harbour', ancestorIds: [] },
    { groupId: 2, path: 'Harbour / East', ancestorIds: [4] },
    { groupId: 3, path: 'Harbour / East / Berth', ancestorIds: [2, 4] },
  ]);
});

test('lists cyclic and orphaned groups at the top level', () => {
  expect(
    flattenGroupTree([
      { groupId: 1, parentId: 2, gn: 'A' },
      { groupId: 2, parentId: 1, gn: 'B' },
      { groupId: 3, parentId: 9, gn: 'C' },
    ]).map(({ path }) => path),
  ).toEqual(['C', 'A', 'A / B']);
});
