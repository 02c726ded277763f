import { createStayLocator } from '@wakeline/domain/tracks/stay-locator';
import { stayStatus } from '@wakeline/domain/tracks/stay-status';
import { useMemo } from 'react';
import { useFormat } from '../../../format/use-format.ts';
import { toFenceShape } from '../../../map/objects/fence-shape.ts';
import type { StayMarker } from '../../../map/replay/track-markers.ts';
import { useFenceQuery, useLabelPointQuery } from '../../../parts/map-objects/use-objects.ts';
import type { LoadedTrack } from '../core/loaded-track.ts';
import type { TrackNotice } from './use-track-notices.ts';

const NO_STAYS: readonly StayMarker[] = [];
const NO_OBJECTS: readonly never[] = [];

/** The stays of a track with their status and duration text. */
export function useStayMarkers(
  loaded: LoadedTrack | null,
  notices: readonly TrackNotice[],
): readonly StayMarker[] {
  const { formatSpan } = useFormat();
  const fences = useFenceQuery().data?.list ?? NO_OBJECTS;
  const points = useLabelPointQuery().data?.list ?? NO_OBJECTS;
  const statuses = useMemo(() => {
    if (loaded === null || loaded.stays.length === 0) return NO_STAYS;
    const { track, stays, changes } = loaded;
    const shapes = fences.map(toFenceShape).filter((shape) => shape !== null);
    const details = {
      ...createStayLocator(stays, shapes, points),
      alarms: notices.map(({ createTime, msgType }) => ({ time: createTime, type: msgType })),
      ...(changes === null ? {} : { stationaryPeriods: changes.stationaryPeriods }),
    };
    return stays.map((stay) => ({ ...stay, status: stayStatus(track, stay, details) }));
  }, [loaded, notices, fences, points]);
  return useMemo(
    () =>
      statuses.length === 0
        ? NO_STAYS
        : statuses.map((stay) => ({ ...stay, text: formatSpan(stay.endTime - stay.startTime) })),
    [statuses, formatSpan],
  );
}
