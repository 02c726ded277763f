import type { TrackerStatus } from '@wakeline/domain/tracker-state/tracker-status';
import { beforeEach, describe, expect, it } from 'vitest';
import {
  createDeviceTree,
  type DeviceFilter,
  type DeviceTree,
  type ListedDevice,
  NO_FILTER,
} from './device-tree.ts';
import { ROW_HEIGHT } from './flat-rows.ts';

function device(
  id: number,
  name: string,
  groupId: number | null,
  status: TrackerStatus = 'STOP',
): ListedDevice {
  return { name, groupId, label: id === 3 ? '007' : '', imei: `86000${id}`, status };
}

const GROUPS = [
  { groupId: 20, parentId: null, gn: 'Airfield' },
  { groupId: 30, parentId: null, gn: 'Empty' },
  { groupId: 10, parentId: null, gn: 'Harbour' },
  { groupId: 11, parentId: 10, gn: 'Quay' },
  { groupId: 12, parentId: 11, gn: 'Berth' },
];

let tree: DeviceTree;

beforeEach(() => {
  tree = createDeviceTree(new Intl.Collator('en', { numeric: true }).compare);
  tree.setGroups(GROUPS);
  // Unsorted: the tree sorts them.
  tree.put(4, device(4, 'Dione', null));
  tree.put(2, device(2, 'Boat 10', 12));
  tree.put(1, device(1, 'Boat 9', 12, 'RUNNING'));
  tree.put(5, device(5, 'Elara', 10, 'OFFLINE'));
  tree.put(3, device(3, 'Ceres', 20, 'SOS'));
});

/** The rows as text: groups with their device count, indented by level. */
function lines(collapsed: readonly (number | null)[] = []): string[] {
  const rows = tree.rows(new Set(collapsed));
  return Array.from({ length: rows.count }, (_, index) => {
    const row = rows.at(index);
    if (row === undefined) throw new Error(`no line ${index}`);
    const indent = ' '.repeat(row.level - 1);
    return row.kind === 'group' ? `${indent}[${row.name || '-'} ${row.counts.all}]` : `${indent}${row.id}`;
  });
}

const filtered = (filter: Partial<DeviceFilter>) => {
  tree.setFilter({ ...NO_FILTER, ...filter });
  return lines();
};

const ALL = [
  '[Airfield 1]',
  ' 3',
  '[Empty 0]',
  '[Harbour 3]',
  ' [Quay 2]',
  '  [Berth 2]',
  '   1',
  '   2',
  ' 5',
  '[- 1]',
  ' 4',
];

describe('rows of the device list', () => {
  it('lists nested groups with their devices by name, then ungrouped devices', () => {
    expect(lines()).toEqual(ALL);
  });

  it('is a flat list until groups are known', () => {
    tree.setGroups([]);
    expect(lines()).toEqual(['1', '2', '3', '4', '5']);
    tree.setGroups(GROUPS);
    expect(lines()).toEqual(ALL);
  });

  it('omits the content of collapsed groups', () => {
    expect(lines([10, null])).toEqual(['[Airfield 1]', ' 3', '[Empty 0]', '[Harbour 3]', '[- 1]']);
    expect(lines([11])).toEqual(ALL.filter((line) => !line.includes('Berth') && !/^ {3}\d/.test(line)));
  });

  it('follows devices that are renamed, moved or removed', () => {
    tree.put(1, device(1, 'Boat 11', 12, 'RUNNING'));
    tree.put(5, device(5, 'Elara', 20, 'OFFLINE'));
    tree.put(4, undefined);
    expect(lines()).toEqual([
      '[Airfield 2]',
      ' 3',
      ' 5',
      '[Empty 0]',
      '[Harbour 2]',
      ' [Quay 2]',
      '  [Berth 2]',
      '   2',
      '   1',
    ]);
  });

  it('follows a group that is moved, with its descendants', () => {
    tree.setGroups(GROUPS.map((group) => (group.groupId === 11 ? { ...group, parentId: 20 } : group)));
    expect(lines()).toEqual([
      '[Airfield 3]',
      ' [Quay 2]',
      '  [Berth 2]',
      '   1',
      '   2',
      ' 3',
      '[Empty 0]',
      '[Harbour 1]',
      ' 5',
      '[- 1]',
      ' 4',
    ]);
  });

  it('lists devices of unknown groups as ungrouped', () => {
    tree.put(6, device(6, 'Fenrir', 99));
    expect(lines().slice(-3)).toEqual(['[- 2]', ' 4', ' 6']);
  });
});

describe('counts by status', () => {
  it('includes descendants and follows changes', () => {
    const counts = (groupId: number) => {
      const row = tree.rows(new Set()).at(tree.rows(new Set()).indexOfGroup(groupId));
      return row?.kind === 'group' ? row.counts : null;
    };
    expect(counts(10)).toEqual({ all: 3, RUNNING: 1, STOP: 1, SOS: 0, OFFLINE: 1 });
    tree.put(2, device(2, 'Boat 10', 12, 'SOS'));
    expect(counts(12)).toEqual({ all: 2, RUNNING: 1, STOP: 0, SOS: 1, OFFLINE: 0 });
    expect(counts(10)).toEqual({ all: 3, RUNNING: 1, STOP: 0, SOS: 1, OFFLINE: 1 });
  });
});

describe('expected counts', () => {
  const expectedCounts = { all: 5, RUNNING: 3, STOP: 1, SOS: 0, OFFLINE: 1 };

  it('replace those of devices that have not loaded, also in groups above', () => {
    const listed = (groupId: number | null) => {
      const rows = tree.rows(new Set());
      const row = rows.at(rows.indexOfGroup(groupId));
      return row?.kind === 'group' ? row.counts.all : null;
    };
    tree.setExpectedCounts(
      new Map([
        [12, expectedCounts],
        [10, expectedCounts],
      ]),
    );
    expect([listed(12), listed(11), listed(10), listed(20)]).toEqual([5, 5, 10, 1]);
    // They stay when groups are loaded again.
    tree.setGroups(GROUPS);
    expect(listed(10)).toBe(10);
    tree.setExpectedCounts(null);
    expect([listed(12), listed(10)]).toEqual([2, 3]);
  });
});

describe('filter', () => {
  it('searches name, IMEI and label, ignoring case, also in collapsed groups', () => {
    expect(filtered({ text: 'BOAT 10' })).toEqual(['[Harbour 3]', ' [Quay 2]', '  [Berth 2]', '   2']);
    expect(filtered({ text: '860005' })).toEqual(['[Harbour 3]', ' 5']);
    expect(filtered({ text: '007' })).toEqual(['[Airfield 1]', ' 3']);
    tree.setFilter({ ...NO_FILTER, text: 'boat' });
    expect(lines([10, 12])).toContain('   1');
  });

  it('searches group names, with all their content, and devices by both', () => {
    expect(filtered({ text: 'quay' })).toEqual(['[Harbour 3]', ' [Quay 2]', '  [Berth 2]', '   1', '   2']);
    expect(filtered({ text: 'harbour 9' })).toEqual(['[Harbour 3]', ' [Quay 2]', '  [Berth 2]', '   1']);
    expect(filtered({ text: 'empty' })).toEqual(['[Empty 0]']);
    expect(filtered({ text: 'nothing' })).toEqual([]);
  });

  it('updates matches as the status changes', () => {
    expect(filtered({ status: 'RUNNING' })).toEqual(['[Harbour 3]', ' [Quay 2]', '  [Berth 2]', '   1']);
    tree.put(1, device(1, 'Boat 9', 12, 'STOP'));
    expect(lines()).toEqual([]);
    tree.put(3, device(3, 'Ceres', 20, 'RUNNING'));
    expect(lines()).toEqual(['[Airfield 1]', ' 3']);
  });

  it('hides offline devices unless they are searched for', () => {
    expect(filtered({ hideOffline: true })).not.toContain(' 5');
    expect(filtered({ hideOffline: true, text: 'elara' })).toEqual(['[Harbour 3]', ' 5']);
    expect(filtered({ hideOffline: true, status: 'OFFLINE' })).toEqual(['[Harbour 3]', ' 5']);
  });

  it('returns the matches in a group and its descendants', () => {
    tree.setFilter({ ...NO_FILTER, text: 'boat' });
    expect(tree.idsIn(10)).toEqual([1, 2]);
  });
});

describe('row positions', () => {
  it('converts between index and pixels', () => {
    const rows = tree.rows(new Set());
    let top = 0;
    for (let index = 0; index < rows.count; index += 1) {
      const height = ROW_HEIGHT[rows.at(index)?.kind ?? 'group'];
      expect(rows.topOf(index)).toBe(top);
      expect([rows.indexAt(top), rows.indexAt(top + height - 1)]).toEqual([index, index]);
      top += height;
    }
    expect(rows.height).toBe(top);
    expect(rows.at(rows.count)).toBeUndefined();
    expect(rows.at(-1)).toBeUndefined();
  });

  it("finds a device's row unless it is collapsed or filtered out", () => {
    expect(ALL[tree.rows(new Set()).indexOfTracker(2)]).toBe('   2');
    expect(tree.rows(new Set([12])).indexOfTracker(2)).toBe(-1);
    expect(tree.rows(new Set([10])).indexOfTracker(2)).toBe(-1);
    tree.setFilter({ ...NO_FILTER, text: 'ceres' });
    expect(tree.rows(new Set()).indexOfTracker(2)).toBe(-1);
    expect(tree.rows(new Set()).indexOfTracker(99)).toBe(-1);
  });
});

describe('classifyChange', () => {
  it('distinguishes changes of a row, of the status, and neither', () => {
    const boat = device(1, 'Boat 9', 12, 'RUNNING');
    expect(tree.classifyChange(1, boat)).toBeNull();
    expect(tree.classifyChange(1, device(1, 'Boat 9', 12))).toBe('status');
    expect(tree.classifyChange(1, device(1, 'Boat 9', 10, 'RUNNING'))).toBe('row');
    expect(tree.classifyChange(1, { ...boat, label: 'K1' })).toBe('row');
    expect(tree.classifyChange(1, undefined)).toBe('row');
    expect(tree.classifyChange(99, boat)).toBe('row');
    expect(tree.classifyChange(99, undefined)).toBeNull();
  });
});

it('applies a change to a hundred thousand devices within milliseconds', () => {
  const large = createDeviceTree(new Intl.Collator('zh-CN', { numeric: true }).compare);
  large.setGroups(GROUPS);
  for (let id = 1; id <= 100_000; id += 1) large.put(id, device(id, `Boat ${id}`, 12));
  // CPU time, so that other load on the machine does not matter.
  const start = process.cpuUsage();
  for (let id = 1; id <= 1_000; id += 1) {
    large.put(id * 90, device(id * 90, `Boat ${id * 90}`, 12, 'RUNNING'));
    expect(large.rows(new Set()).count).toBe(100_005);
  }
  // 1,000 changes with a new layout after each; on a machine ten times slower still below a third of a frame.
  const { user, system } = process.cpuUsage(start);
  expect((user + system) / 1_000 / 1_000).toBeLessThan(5);
});
