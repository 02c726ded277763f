import { useCallback, useMemo, useState } from 'react';
import { useSearchParams } from 'react-router';
import type { FollowTarget } from '../../../map/devices/follow-devices.ts';
import type { ReplayView } from '../core/replay-address.ts';
import { type MultiView, parseMultiView, writeMultiView } from './multi-address.ts';

/** What a person chose of what is replayed; all but the chosen line stands in the address. */
export interface MultiChoices extends Omit<MultiView, 'keepAll'> {
  /** Who is kept in view. */
  readonly target: FollowTarget;
  /** The device that was chosen last. */
  readonly selected: number | null;
  setHidden(trackerIds: readonly number[], hidden: boolean): void;
  setTarget(target: FollowTarget): void;
  setEncounterPair(meeting: MultiView['encounterPair']): void;
  select(trackerId: number | null): void;
}

const NO_IDS: readonly number[] = [];

export function useMultiChoices(shown: ReplayView | null): MultiChoices {
  const [query, setQuery] = useSearchParams();
  const [selected, select] = useState<number | null>(null);
  const ids = shown?.trackerIds ?? NO_IDS;
  // Play, stop and seek change the address as well, and are none of these: what is read stays the same object until it is another.
  const [hide, keep, meet] = ['hide', 'keep', 'meet'].map((name) => query.get(name));
  // biome-ignore lint/correctness/useExhaustiveDependencies: these three are what is read of it
  const multiView = useMemo(() => parseMultiView(query, ids), [ids, hide, keep, meet]);

  const change = useCallback(
    (partial: Partial<MultiView>, follow?: number | null) =>
      setQuery(
        (before) => {
          const next = writeMultiView(before, { ...parseMultiView(before, ids), ...partial });
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
    hidden: multiView.hidden,
    encounterPair: multiView.encounterPair,
    target: multiView.keepAll ? 'all' : (shown?.follow ?? null),
    selected,
    setHidden(trackerIds, hidden) {
      const next = new Set(multiView.hidden);
      for (const id of trackerIds)
        if (hidden) next.add(id);
        else next.delete(id);
      change({ hidden: next });
    },
    setTarget: (target) => change({ keepAll: target === 'all' }, target === 'all' ? null : target),
    setEncounterPair: (encounterPair) => change({ encounterPair }),
    select,
  };
}
