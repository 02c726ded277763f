import { placesOf } from '@wakeline/domain/tracks/stay-places';
import { stayStatus } from '@wakeline/domain/tracks/stay-status';
import { useMemo } from 'react';
import { useFormat } from '../../../format/use-format.ts';
import { fenceShapeOf } from '../../../map/objects/fence-shape-of.ts';
import type { MarkedStay } from '../../../map/replay/track-marks.ts';
import { useFenceQuery, useLabelPointQuery } from '../../../parts/map-objects/use-objects.ts';
import type { LoadedTrack } from '../core/loaded-track.ts';
import type { TrackNotice } from './use-track-notices.ts';

const NONE: readonly MarkedStay[] = [];
const NO_OBJECTS: readonly never[] = [];

/** The stays of a track with what is said of each, and how long it was in words. */
export function useMarkedStays(
  loaded: LoadedTrack | null,
  notices: readonly TrackNotice[],
): readonly MarkedStay[] {
  const { span } = useFormat();
  const fences = useFenceQuery().data?.list ?? NO_OBJECTS;
  const points = useLabelPointQuery().data?.list ?? NO_OBJECTS;
  const statuses = useMemo(() => {
    if (loaded === null || loaded.stays.length === 0) return NONE;
    const { track, stays, changes } = loaded;
    const shapes = fences.map(fenceShapeOf).filter((shape) => shape !== null);
    const facts = {
      ...placesOf(stays, shapes, points),
      alarms: notices.map(({ createTime, msgType }) => ({ time: createTime, type: msgType })),
      ...(changes === null ? {} : { stands: changes.stands }),
    };
    return stays.map((stay) => ({ ...stay, status: stayStatus(track, stay, facts) }));
  }, [loaded, notices, fences, points]);
  return useMemo(
    () =>
      statuses.length === 0
        ? NONE
        : statuses.map((stay) => ({ ...stay, text: span(stay.endTime - stay.startTime) })),
    [statuses, span],
  );
}
