import { expect, test } from 'vitest';
import { toTargetOptions } from './target-options.ts';

test('offers every group but the moved one and its subgroups', () => {
  const list = [
    { groupId: 1, parentId: null, gn: 'Fleet' },
    { groupId: 2, parentId: 1, gn: 'North' },
    { groupId: 3, parentId: 2, gn: 'Quay' },
    { groupId: 4, parentId: null, gn: 'South' },
  ];
  expect(toTargetOptions(list, { groupId: 2 })).toEqual([
    { value: 1, label: 'Fleet' },
    { value: 4, label: 'South' },
  ]);
});
