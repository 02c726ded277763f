import { describe, expect, it } from 'vitest';
import { changed, displayOfGroups, type GroupShow, type Places, parentsOf } from './display.ts';

/** Fleet 1 > North 2 > Quay 3, and South 4; device 10 n in group n, 99 in none. */
const places: Places = {
  parents: parentsOf([
    { groupId: 1, parentId: null, gn: 'Fleet' },
    { groupId: 2, parentId: 1, gn: 'North' },
    { groupId: 3, parentId: 2, gn: 'Quay' },
    { groupId: 4, parentId: null, gn: 'South' },
  ]),
  groupOf: (id) => (id === 99 ? null : id >= 10 && id < 50 ? Math.floor(id / 10) : undefined),
};
const NOTHING: GroupShow = { groups: [], trackers: [] };

function after(
  show: GroupShow,
  display: 'SHOW' | 'HIDE',
  groupIds: (number | null)[],
  trackerIds: number[] = [],
) {
  return changed(show, { groupIds, trackerIds, display }, places);
}

// The same cases, with the same answers, as the server's own test: what is drawn is what it will say.
describe('what a change will have made of the entries', () => {
  it('a group takes the place of all that is in and below it', () => {
    const single = after(NOTHING, 'HIDE', [], [30]);
    expect(single).toEqual({ groups: [], trackers: [{ trackerId: 30, display: 'HIDE' }] });
    const fleet = after(single, 'HIDE', [1]);
    expect(fleet).toEqual({ groups: [{ groupId: 1, display: 'HIDE' }], trackers: [] });
    // It is hidden already.
    expect(after(fleet, 'HIDE', [2], [30])).toEqual(fleet);
    const shown = after(after(fleet, 'SHOW', [3]), 'SHOW', [], [20, 30]);
    expect(shown).toEqual({
      groups: [
        { groupId: 1, display: 'HIDE' },
        { groupId: 3, display: 'SHOW' },
      ],
      trackers: [{ trackerId: 20, display: 'SHOW' }],
    });
    expect(after(shown, 'SHOW', [3, 1])).toEqual(NOTHING);
  });

  it('devices in no group are said of together', () => {
    const loose = after(NOTHING, 'HIDE', [null]);
    expect(loose).toEqual({ groups: [{ groupId: null, display: 'HIDE' }], trackers: [] });
    expect(after(loose, 'SHOW', [], [99]).trackers).toEqual([{ trackerId: 99, display: 'SHOW' }]);
    expect(after(after(loose, 'SHOW', [], [99]), 'SHOW', [null])).toEqual(NOTHING);
  });

  it('the nearest entry holds', () => {
    const of = displayOfGroups(
      {
        groups: [
          { groupId: 1, display: 'HIDE' },
          { groupId: 3, display: 'SHOW' },
        ],
        trackers: [],
      },
      places.parents,
    );
    expect([1, 2, 3, 4, null].map((groupId) => of(groupId))).toEqual([
      'HIDE',
      'HIDE',
      'SHOW',
      'SHOW',
      'SHOW',
    ]);
  });
});
