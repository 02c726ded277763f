import { useCallback, useMemo, useState } from 'react';
import type { FollowTarget } from '../../../map/devices/follow-devices.ts';
import { useSearchParams } from '../../../ui/search-params.ts';
import type { ReplayView } from '../core/replay-address.ts';
import { type MultiView, parseMultiView, writeMultiView } from './multi-address.ts';

/** The user's choices in a replay; the address contains all of them except the selected row. */
export interface MultiChoices extends Omit<MultiView, 'keepAll'> {
  /** The device or devices kept in view. */
  readonly target: FollowTarget;
  /** The last selected device. */
  readonly selected: number | null;
  setHidden(trackerIds: readonly number[], hidden: boolean): void;
  setTarget(target: FollowTarget): void;
  setEncounterPair(pair: MultiView['encounterPair']): void;
  select(trackerId: number | null): void;
}

const NO_IDS: readonly number[] = [];

export function useMultiChoices(replayView: ReplayView | null): MultiChoices {
  const [query, setQuery] = useSearchParams();
  const [selected, select] = useState<number | null>(null);
  const ids = replayView?.trackerIds ?? NO_IDS;
  // Play, stop and seek also change the address: the view object stays the same until one of these parameters
  // changes.
  const [hide, keep, meet] = ['hide', 'keep', 'meet'].map((name) => query.get(name));
  // biome-ignore lint/correctness/useExhaustiveDependencies: only these three parameters are read from the query
  const multiView = useMemo(() => parseMultiView(query, ids), [ids, hide, keep, meet]);

  const change = useCallback(
    (partial: Partial<MultiView>, follow?: number | null) =>
      setQuery(
        (before) => {
          const next = writeMultiView(before, { ...parseMultiView(before, ids), ...partial });
          // In one update, because the second of two consecutive updates would not include the first.
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
    target: multiView.keepAll ? 'all' : (replayView?.follow ?? null),
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
