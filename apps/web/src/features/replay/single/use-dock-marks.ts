import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../format/use-format.ts';
import { NOTICE_MARKS } from '../../../map/icons/notice-marks.ts';
import type { DockMark } from '../core/dock/timeline.tsx';
import type { TrackNotice } from './use-track-notices.ts';

/** Notices as ticks of the timeline, in the colours that they have on the map. */
export function useDockMarks(notices: readonly TrackNotice[]): readonly DockMark[] {
  const { t } = useTranslation('notices');
  const { clock } = useFormat();
  return useMemo(
    () =>
      notices.map(({ messageId, msgType, createTime }) => ({
        key: messageId,
        time: createTime,
        color: NOTICE_MARKS[msgType].colour,
        label: `${t(`type.${msgType}`)} ${clock(createTime)}`,
      })),
    [notices, t, clock],
  );
}
