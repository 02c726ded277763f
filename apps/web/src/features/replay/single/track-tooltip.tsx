import { indexAt } from '@wakeline/domain/replay/playback';
import type { Track } from '@wakeline/domain/tracks/track';
import { createPortal } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../format/use-format.ts';
import type { MapView } from '../../../map/map-view.ts';
import type { StayMarker } from '../../../map/replay/track-markers.ts';
import type { TrackHit } from '../../../map/replay/track-pointer.ts';
import { PointDetails } from './point-details.tsx';
import styles from './track-card.module.css';
import type { TrackNotice } from './use-track-notices.ts';

interface TrackTooltipProps {
  readonly view: MapView;
  readonly track: Track;
  readonly stays: readonly StayMarker[];
  readonly notices: readonly TrackNotice[];
  readonly hit: TrackHit;
  /** Pixels of the map. */
  readonly x: number;
  readonly y: number;
}

/** Size of the tooltip, and its distance from the pointer, pixels. */
const TOOLTIP_SIZE = { width: 248, height: 228, offset: 16 };

/** A tooltip for the hovered object. Hidden from screen readers, because popups and the table have the same data. */
export function TrackTooltip({ view, track, stays, notices, hit, x, y }: TrackTooltipProps) {
  const { t } = useTranslation('replaySingle');
  const { t: noticeText } = useTranslation('notices');
  const { formatDateTime } = useFormat();
  const frame = view.engine.getContainer();
  const isCompact = hit.kind !== 'fix';
  const left =
    x + TOOLTIP_SIZE.offset + TOOLTIP_SIZE.width > frame.clientWidth
      ? x - TOOLTIP_SIZE.offset - TOOLTIP_SIZE.width
      : x + TOOLTIP_SIZE.offset;
  const top = Math.max(
    8,
    Math.min(y + TOOLTIP_SIZE.offset, frame.clientHeight - (isCompact ? 64 : TOOLTIP_SIZE.height)),
  );
  return createPortal(
    <div
      className={styles.hover}
      data-small={isCompact}
      style={{ transform: `translate(${Math.max(8, left)}px, ${top}px)` }}
      aria-hidden="true"
    >
      {content()}
    </div>,
    frame,
  );

  function content() {
    if (hit.kind === 'fix') {
      // Between two fixes it shows the values of the one before.
      const index = Math.max(0, indexAt(track, hit.fix.time));
      return (
        <>
          <strong>{formatDateTime(hit.fix.time)}</strong>
          <PointDetails track={track} index={index} />
        </>
      );
    }
    if (hit.kind === 'stay') {
      const stay = stays[hit.id];
      return stay === undefined ? null : (
        <>
          <strong>{t(`stay.status.${stay.status}`)}</strong> {stay.text}
          <br />
          <span>{formatDateTime(stay.startTime)}</span>
        </>
      );
    }
    const notice = notices.find(({ messageId }) => messageId === hit.id);
    return notice === undefined ? null : (
      <>
        <strong>{noticeText(`type.${notice.msgType}`)}</strong>
        <br />
        <span>{formatDateTime(notice.createTime)}</span>
      </>
    );
  }
}
