import { type Meeting, meetingsOf } from '@wakeline/domain/replay/meetings';
import { useMemo } from 'react';
import type { ManyView } from './many-address.ts';
import type { Run } from './runs.ts';

/** Oldest first; null: no two devices are chosen, or their times are not those of the world. */
export type Meetings = readonly Meeting[] | null;

/** Meetings of the two devices that were chosen; worked out again when more of their tracks is read. */
export function useMeetings(
  runs: readonly Run[],
  [first, second]: ManyView['meeting'],
  offset: boolean,
): Meetings {
  const trackOf = (id: number | null) => runs.find(({ trackerId }) => trackerId === id)?.loaded?.track;
  const [a, b] = [trackOf(first), trackOf(second)];
  return useMemo(
    () => (a === undefined || b === undefined || offset ? null : meetingsOf(a, b)),
    [a, b, offset],
  );
}
