import { type Encounter, findEncounters } from '@wakeline/domain/replay/encounters';
import { useMemo } from 'react';
import type { MultiView } from './multi-address.ts';
import type { Run } from './runs.ts';

/** Oldest first; null: no two devices are selected, or the replay is not in real time. */
export type Encounters = readonly Encounter[] | null;

/** Encounters of the two selected devices; recomputed when more of their tracks is loaded. */
export function useEncounters(
  runs: readonly Run[],
  [first, second]: MultiView['encounterPair'],
  offset: boolean,
): Encounters {
  const trackOf = (id: number | null) => runs.find(({ trackerId }) => trackerId === id)?.loaded?.track;
  const [a, b] = [trackOf(first), trackOf(second)];
  return useMemo(
    () => (a === undefined || b === undefined || offset ? null : findEncounters(a, b)),
    [a, b, offset],
  );
}
