import { describe, expect, it } from 'vitest';
import { parentsOf } from '../../parts/devices/group-tree.ts';
import { applyDisplayChange, type DisplaySettings, displayOfGroups, type GroupLookup } from './display.ts';

/** Fleet 1 > North 2 > Quay 3, and South 4; device 10 n is in group n, 99 in none. */
const groupLookup: GroupLookup = {
  parents: parentsOf([
    { groupId: 1, parentId: null },
    { groupId: 2, parentId: 1 },
    { groupId: 3, parentId: 2 },
    { groupId: 4, parentId: null },
  ]),
  groupOf: (id) => (id === 99 ? null : id >= 10 && id < 50 ? Math.floor(id / 10) : undefined),
};
const EMPTY_SETTINGS: DisplaySettings = { groups: [], trackers: [] };

function applyTo(
  settings: DisplaySettings,
  display: 'SHOW' | 'HIDE',
  groupIds: (number | null)[],
  trackerIds: number[] = [],
) {
  return applyDisplayChange(settings, { groupIds, trackerIds, display }, groupLookup);
}

// The same cases and results as the server's own test: the optimistic result must equal the response.
describe('applyDisplayChange', () => {
  it('replaces the entries of everything in a group', () => {
    const single = applyTo(EMPTY_SETTINGS, 'HIDE', [], [30]);
    expect(single).toEqual({ groups: [], trackers: [{ trackerId: 30, display: 'HIDE' }] });
    const fleet = applyTo(single, 'HIDE', [1]);
    expect(fleet).toEqual({ groups: [{ groupId: 1, display: 'HIDE' }], trackers: [] });
    // It is hidden already.
    expect(applyTo(fleet, 'HIDE', [2], [30])).toEqual(fleet);
    const visible = applyTo(applyTo(fleet, 'SHOW', [3]), 'SHOW', [], [20, 30]);
    expect(visible).toEqual({
      groups: [
        { groupId: 1, display: 'HIDE' },
        { groupId: 3, display: 'SHOW' },
      ],
      trackers: [{ trackerId: 20, display: 'SHOW' }],
    });
    expect(applyTo(visible, 'SHOW', [3, 1])).toEqual(EMPTY_SETTINGS);
  });

  it('treats devices without a group as one group', () => {
    const ungrouped = applyTo(EMPTY_SETTINGS, 'HIDE', [null]);
    expect(ungrouped).toEqual({ groups: [{ groupId: null, display: 'HIDE' }], trackers: [] });
    expect(applyTo(ungrouped, 'SHOW', [], [99]).trackers).toEqual([{ trackerId: 99, display: 'SHOW' }]);
    expect(applyTo(applyTo(ungrouped, 'SHOW', [], [99]), 'SHOW', [null])).toEqual(EMPTY_SETTINGS);
  });

  it('applies the nearest entry', () => {
    const displayOf = displayOfGroups(
      {
        groups: [
          { groupId: 1, display: 'HIDE' },
          { groupId: 3, display: 'SHOW' },
        ],
        trackers: [],
      },
      groupLookup.parents,
    );
    expect([1, 2, 3, 4, null].map((groupId) => displayOf(groupId))).toEqual([
      'HIDE',
      'HIDE',
      'SHOW',
      'SHOW',
      'SHOW',
    ]);
  });
});
