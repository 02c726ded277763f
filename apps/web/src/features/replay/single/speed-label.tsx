import { positionAtTime } from '@wakeline/domain/replay/playback';
import type { Track } from '@wakeline/domain/tracks/track';
import { useEffect, useRef } from 'react';
import { createPortal } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { formatSpeed } from '../../../format/quantities.ts';
import { useFormat } from '../../../format/use-format.ts';
import type { LngLat, MapView } from '../../../map/map-view.ts';
import type { ClockStore } from '../core/clock-store.ts';
import styles from './track-card.module.css';

interface SpeedLabelProps {
  readonly view: MapView;
  readonly track: Track;
  readonly clock: ClockStore;
}

/** Pixels from the middle of the marker to the lower edge of the tag. */
const ABOVE = 26;

/** The speed with its unit above the marker of a replay. It is written and moved at each frame past React. */
export function SpeedLabel({ view, track, clock }: SpeedLabelProps) {
  const { t } = useTranslation('format');
  const { speedUnits } = useFormat();
  const tag = useRef<HTMLDivElement>(null);
  useEffect(() => {
    let at: LngLat | null = null;
    const updatePosition = () => {
      if (tag.current === null) return;
      if (at === null) {
        tag.current.hidden = true;
        return;
      }
      const { x, y } = view.project(at);
      tag.current.style.transform = `translate(${Math.round(x)}px, ${Math.round(y - ABOVE)}px) translate(-50%, -100%)`;
    };
    const updateText = () => {
      const now = positionAtTime(track, clock.get().time);
      // In a gap nobody knows it.
      const known = now !== null && !now.isGap ? now.speed : null;
      at = known === null ? null : now;
      if (tag.current === null) return;
      tag.current.hidden = known === null;
      if (known !== null) {
        const { value, unit } = formatSpeed(known, speedUnits);
        const text = `${value} ${t(`unit.${unit}`)}`;
        if (tag.current.textContent !== text) tag.current.textContent = text;
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
  }, [view, track, clock, speedUnits, t]);
  return createPortal(
    <div ref={tag} className={styles.speed} aria-hidden="true" />,
    view.engine.getContainer(),
  );
}
