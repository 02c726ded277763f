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

/** Pixels that a tip needs, and from the pointer to it. */
const TOOLTIP_SIZE = { width: 248, height: 228, off: 16 };

/** What is pointed at, in a box beside the pointer. It says nothing that a click or the table would not say as well. */
export function TrackTooltip({ view, track, stays, notices, hit, x, y }: TrackTooltipProps) {
  const { t } = useTranslation('replaySingle');
  const { t: words } = useTranslation('notices');
  const { formatDateTime } = useFormat();
  const frame = view.engine.getContainer();
  const small = hit.kind !== 'fix';
  const left =
    x + TOOLTIP_SIZE.off + TOOLTIP_SIZE.width > frame.clientWidth
      ? x - TOOLTIP_SIZE.off - TOOLTIP_SIZE.width
      : x + TOOLTIP_SIZE.off;
  const top = Math.max(
    8,
    Math.min(y + TOOLTIP_SIZE.off, frame.clientHeight - (small ? 64 : TOOLTIP_SIZE.height)),
  );
  return createPortal(
    <div
      className={styles.hover}
      data-small={small}
      style={{ transform: `translate(${Math.max(8, left)}px, ${top}px)` }}
      aria-hidden="true"
    >
      {content()}
    </div>,
    frame,
  );

  function content() {
    if (hit.kind === 'fix') {
      // Between two fixes the values are those of the one before.
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
        <strong>{words(`type.${notice.msgType}`)}</strong>
        <br />
        <span>{formatDateTime(notice.createTime)}</span>
      </>
    );
  }
}
