import { expect, test } from 'vitest';
import { groupPaths } from './group-paths.ts';

test('groups follow the one that they lie in, with the names above them', () => {
  const groups = [
    { groupId: 3, parentId: 2, gn: 'Berth' },
    { groupId: 1, parentId: null, gn: 'Airfield' },
    { groupId: 2, parentId: 4, gn: 'East' },
    { groupId: 4, parentId: null, gn: 'Harbour' },
  ];
  expect(groupPaths(groups)).toEqual([
    { groupId: 1, path: 'Airfield' },
    { groupId: 4, path: 'Harbour' },
    { groupId: 2, path: 'Harbour / East' },
    { groupId: 3, path: 'Harbour / East / Berth' },
  ]);
});
