import { positionAtTime } from '@wakeline/domain/replay/playback';
import type { Track } from '@wakeline/domain/tracks/track';
import { useEffect, useRef } from 'react';
import { createPortal } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../format/use-format.ts';
import type { LngLat, MapView } from '../../../map/map-view.ts';
import type { ClockStore } from '../core/clock-store.ts';
import styles from './track-card.module.css';

interface SpeedLabelProps {
  readonly view: MapView;
  readonly track: Track;
  readonly clock: ClockStore;
}

/** Pixels from the centre of the marker to the lower edge of the label. */
const OFFSET_ABOVE = 26;

/** The speed above the marker of a replay, updated at each frame without React. */
export function SpeedLabel({ view, track, clock }: SpeedLabelProps) {
  const { t } = useTranslation('format');
  const { formatSpeed } = useFormat();
  const label = useRef<HTMLDivElement>(null);
  useEffect(() => {
    let at: LngLat | null = null;
    const updatePosition = () => {
      if (label.current === null) return;
      if (at === null) {
        label.current.hidden = true;
        return;
      }
      const { x, y } = view.project(at);
      label.current.style.transform = `translate(${Math.round(x)}px, ${Math.round(y - OFFSET_ABOVE)}px) translate(-50%, -100%)`;
    };
    const updateText = () => {
      const now = positionAtTime(track, clock.get().time);
      // Unknown in a gap.
      const known = now !== null && !now.isGap ? now.speed : null;
      at = known === null ? null : now;
      if (label.current === null) return;
      label.current.hidden = known === null;
      if (known !== null) {
        const { value, unit } = formatSpeed(known);
        const text = `${value} ${t(`unit.${unit}`)}`;
        if (label.current.textContent !== text) label.current.textContent = text;
      }
      updatePosition();
    };
    updateText();
    const stop = clock.subscribe(updateText);
    const drawn = view.engine.on('render', updatePosition);
    return () => {
      stop();
      drawn.unsubscribe();
    };
  }, [view, track, clock, formatSpeed, t]);
  return createPortal(
    <div ref={label} className={styles.speed} aria-hidden="true" />,
    view.engine.getContainer(),
  );
}
