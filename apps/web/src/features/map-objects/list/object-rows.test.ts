import type { LabelPoint } from '@wakeline/contract/entities/map-object';
import { expect, test } from 'vitest';
import { flattenGroupTree } from '../../../parts/devices/group-tree.ts';
import { labelPointToMapObject } from '../../../parts/map-objects/map-object.ts';
import { buildObjectRows, type ObjectFilter, type ObjectRow } from './object-rows.ts';

function point(labelPointId: number, placeName: string, groupId: number | null) {
  const source: LabelPoint = {
    labelPointId,
    placeName,
    groupId,
    latitude: 0,
    longitude: 0,
    iconUrl: 'flag',
    color: '#0b5cad',
    display: 'SHOW',
    note: '',
    images: [],
    abilities: { edit: true, remove: true },
  };
  return labelPointToMapObject(source);
}

const GROUPS = flattenGroupTree([
  { groupId: 1, parentId: null, gn: 'North' },
  { groupId: 2, parentId: null, gn: 'South' },
  { groupId: 3, parentId: 1, gn: 'Harbour' },
]);
const OBJECTS = [point(10, 'Pump', 3), point(11, 'Gate', 1), point(12, 'Pump house', null)];

function rows(filter: Partial<ObjectFilter>, collapsed: readonly (number | null)[] = []): string[] {
  const toText = (row: ObjectRow) =>
    row.kind === 'group' ? `${row.open ? '-' : '+'} ${row.name} ${row.objects.length}` : row.object.name;
  return buildObjectRows({
    objects: OBJECTS,
    groups: GROUPS,
    filter: { text: '', group: 'all', ...filter },
    collapsed: new Set(collapsed),
    ungrouped: 'No group',
  }).map(toText);
}

test('lists objects below their groups in tree order, ungrouped ones last', () => {
  expect(rows({})).toEqual([
    '- North 1',
    'Gate',
    '- North / Harbour 1',
    'Pump',
    '- No group 1',
    'Pump house',
  ]);
});

test('shows the count of a collapsed group and expands it for a search', () => {
  expect(rows({}, [3, null])).toEqual(['- North 1', 'Gate', '+ North / Harbour 1', '+ No group 1']);
  expect(rows({ text: 'PUMP' }, [3, null])).toEqual([
    '- North / Harbour 1',
    'Pump',
    '- No group 1',
    'Pump house',
  ]);
});

test('requires all search terms', () => {
  expect(rows({ text: 'house pump' })).toEqual(['Pump house']);
  expect(rows({ text: 'nobody' })).toEqual([]);
});

test('filters by a group and its descendants', () => {
  expect(rows({ group: 1 })).toEqual(['- North 1', 'Gate', '- North / Harbour 1', 'Pump']);
  expect(rows({ group: 2 })).toEqual([]);
  expect(rows({ group: 'none' })).toEqual(['Pump house']);
});

test('lists objects of unknown groups as ungrouped', () => {
  const list = buildObjectRows({
    objects: [point(1, 'Lost', 99), point(2, 'Gate', 1)],
    groups: GROUPS,
    filter: { text: '', group: 'all' },
    collapsed: new Set(),
    ungrouped: 'No group',
  });
  expect(list.map((row) => (row.kind === 'group' ? row.groupId : row.object.name))).toEqual([
    1,
    'Gate',
    null,
    'Lost',
  ]);
});
