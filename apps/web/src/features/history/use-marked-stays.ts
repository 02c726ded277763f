import { useMemo } from 'react';
import { useFormat } from '../../format/use-format.ts';
import type { MarkedStay } from '../../map/replay/track-marks.ts';
import type { LoadedTrack } from '../replay/loaded-track.ts';

const NONE: readonly MarkedStay[] = [];

/** The stays of a track with what is said of each, and how long it was in words. */
export function useMarkedStays(loaded: LoadedTrack | null): readonly MarkedStay[] {
  const { span } = useFormat();
  const stays = loaded?.stays;
  return useMemo(
    () =>
      stays?.map((stay) => ({ ...stay, status: 1 as const, text: span(stay.endTime - stay.startTime) })) ??
      NONE,
    [stays, span],
  );
}
