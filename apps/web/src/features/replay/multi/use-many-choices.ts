import { useCallback, useMemo, useState } from 'react';
import { useSearchParams } from 'react-router';
import type { FollowTarget } from '../../../map/devices/follow-devices.ts';
import type { ReplayView } from '../core/replay-address.ts';
import { type ManyView, readMany, writeMany } from './many-address.ts';

/** What a person chose of what is replayed; all but the chosen line stands in the address. */
export interface ManyChoices extends Omit<ManyView, 'keepAll'> {
  /** Who is kept in view. */
  readonly target: FollowTarget;
  /** The device that was chosen last. */
  readonly selected: number | null;
  setHidden(trackerIds: readonly number[], hidden: boolean): void;
  setTarget(target: FollowTarget): void;
  setMeeting(meeting: ManyView['meeting']): void;
  select(trackerId: number | null): void;
}

const NOBODY: readonly number[] = [];

export function useManyChoices(shown: ReplayView | null): ManyChoices {
  const [query, setQuery] = useSearchParams();
  const [selected, select] = useState<number | null>(null);
  const ids = shown?.trackerIds ?? NOBODY;
  // Play, stop and seek change the address as well, and are none of these: what is read stays the same object until it is another.
  const [hide, keep, meet] = ['hide', 'keep', 'meet'].map((name) => query.get(name));
  // biome-ignore lint/correctness/useExhaustiveDependencies: these three are what is read of it
  const many = useMemo(() => readMany(query, ids), [ids, hide, keep, meet]);

  const change = useCallback(
    (part: Partial<ManyView>, follow?: number | null) =>
      setQuery(
        (before) => {
          const next = writeMany(before, { ...readMany(before, ids), ...part });
          // Both at once: of two changes in a row, the second would not know of the first.
          if (follow === null) next.delete('follow');
          else if (follow !== undefined) next.set('follow', String(follow));
          return next;
        },
        { replace: true },
      ),
    [setQuery, ids],
  );

  return {
    hidden: many.hidden,
    meeting: many.meeting,
    target: many.keepAll ? 'all' : (shown?.follow ?? null),
    selected,
    setHidden(trackerIds, hidden) {
      const next = new Set(many.hidden);
      for (const id of trackerIds)
        if (hidden) next.add(id);
        else next.delete(id);
      change({ hidden: next });
    },
    setTarget: (target) => change({ keepAll: target === 'all' }, target === 'all' ? null : target),
    setMeeting: (meeting) => change({ meeting }),
    select,
  };
}
