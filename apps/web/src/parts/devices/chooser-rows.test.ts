import { expect, test } from 'vitest';
import { buildChooserRows, groupByModel, updateSelection } from './chooser-rows.ts';

const device = (trackerId: number, trackerName: string, groupId: number | null, label = '') => ({
  trackerId,
  trackerName,
  label,
  imei: `86000000000000${trackerId}`,
  groupId,
});
const groups = [
  { groupId: 10, parentId: null, gn: 'Harbour' },
  { groupId: 11, parentId: 10, gn: 'Pilots' },
  { groupId: 12, parentId: null, gn: 'Empty' },
];
const devices = [device(1, 'Alert', 10), device(2, 'Brisk', 11, '7'), device(3, 'Cutter', null)];
/** Rows as text: level, name, and for a group its devices. */
const lines = (text = '', collapsed: readonly (number | null)[] = [], listed = groups) =>
  buildChooserRows({ groups: listed, devices, text, isOpen: (id) => !collapsed.includes(id) }).map((row) =>
    row.kind === 'group' ? `${row.level} [${row.name}] ${row.ids}` : `${row.level} ${row.name}`,
  );

test('lists devices below their groups, ungrouped ones last, and omits empty groups', () => {
  expect(lines()).toEqual([
    '1 [Harbour] 2,1',
    '2 [Pilots] 2',
    '3 Brisk (7)',
    '2 Alert',
    '1 [] 3',
    '2 Cutter',
  ]);
});

test('keeps the devices of a collapsed group', () => {
  expect(lines('', [11])).toEqual(['1 [Harbour] 2,1', '2 [Pilots] 2', '2 Alert', '1 [] 3', '2 Cutter']);
  expect(lines('', [10, null])).toEqual(['1 [Harbour] 2,1', '1 [] 3']);
});

test('finds devices by name, number, IMEI and group name', () => {
  expect(lines('CUT')).toEqual(['1 [] 3', '2 Cutter']);
  expect(lines('(7)')).toEqual(['1 [Harbour] 2', '2 [Pilots] 2', '3 Brisk (7)']);
  expect(lines('0000001')).toEqual(['1 [Harbour] 1', '2 Alert']);
  expect(lines('harb')).toEqual(['1 [Harbour] 2,1', '2 [Pilots] 2', '3 Brisk (7)', '2 Alert']);
  expect(lines('nobody')).toEqual([]);
});

test('lists devices without levels if there are no groups', () => {
  expect(lines('', [], [])).toEqual(['1 Alert', '1 Brisk (7)', '1 Cutter']);
});

test('keeps the order of selection, without duplicates', () => {
  expect(updateSelection([3], [1, 2, 3], true)).toEqual([3, 1, 2]);
  expect(updateSelection([3, 1, 2], [1, 3], false)).toEqual([2]);
});

test('arranges devices by model, without regard to case, those without a model last', () => {
  const models = ['wetrack2', ' GT06N', '', 'WeTrack2 '];
  const branches = groupByModel(
    models.map((model, index) => ({ ...device(index + 1, `D${index + 1}`, 10), model })),
  );
  const rows = buildChooserRows({ ...branches, text: '', isOpen: () => false });
  expect(rows.map((row) => row.kind === 'group' && `${row.name}: ${row.ids}`)).toEqual([
    'GT06N: 2',
    'wetrack2: 1,4',
    ': 3',
  ]);
});
