import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../format/use-format.ts';
import { NOTICE_MARKERS } from '../../../map/icons/notice-markers.ts';
import type { TimelineMarker } from '../core/dock/timeline.tsx';
import type { TrackNotice } from './use-track-notices.ts';

/** Timeline ticks for notices, in their map colours. */
export function useTimelineMarkers(notices: readonly TrackNotice[]): readonly TimelineMarker[] {
  const { t } = useTranslation('notices');
  const { formatTimeOfDay } = useFormat();
  return useMemo(
    () =>
      notices.map(({ messageId, msgType, createTime }) => ({
        key: messageId,
        time: createTime,
        color: NOTICE_MARKERS[msgType].colour,
        label: `${t(`type.${msgType}`)} ${formatTimeOfDay(createTime)}`,
      })),
    [notices, t, formatTimeOfDay],
  );
}
