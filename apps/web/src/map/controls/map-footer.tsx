import { useEffect, useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../format/use-format.ts';
import type { BaseLayerSelection } from '../base/base-layer-selection.ts';
import type { MapView } from '../map-view.ts';
import { creditsText, worldCredits } from './credits.ts';
import styles from './map-footer.module.css';
import { metresPerPixel, roundLength } from './scale.ts';

/** Maximum length of the scale in pixels. */
const MAX_SCALE_WIDTH = 100;
const METRES_PER_NAUTICAL_MILE = 1852;

export interface MapFooterProps {
  readonly view: MapView;
  /** The base layer; null: only the built-in world map. */
  readonly base: BaseLayerSelection | null;
  /** Without the scale; the attribution stays. */
  readonly minimal: boolean;
  /** Pixels that panels cover at these edges. */
  readonly left: number;
  readonly bottom: number;
}

/**
 * The scale and the coordinates under the pointer, at the left of the area that panels leave free. Both change at
 * every frame and bypass React rendering.
 */
export function MapFooter({ view, base, minimal, left, bottom }: MapFooterProps) {
  const { t } = useTranslation(['map', 'format']);
  const format = useFormat();
  const bar = useRef<HTMLSpanElement>(null);
  const length = useRef<HTMLSpanElement>(null);
  const pointer = useRef<HTMLSpanElement>(null);
  // The world map never changes, and `getStyle` copies everything that is drawn.
  const world = useMemo(() => worldCredits(view), [view]);

  useEffect(() => {
    const { engine } = view;
    // Users with speeds in knots get a scale in nautical miles.
    const nautical = format.speedUnits === 2;
    const drawScale = () => {
      if (bar.current === null || length.current === null) return;
      const perPixel = metresPerPixel(engine.getCenter().lat, engine.getZoom());
      const unit = nautical ? METRES_PER_NAUTICAL_MILE : 1;
      const round = roundLength((perPixel * MAX_SCALE_WIDTH) / unit);
      bar.current.style.width = `${(round * unit) / perPixel}px`;
      length.current.textContent = nautical
        ? `${round} ${t('map:nauticalMiles')}`
        : round < 1000
          ? `${round} m`
          : `${round / 1000} km`;
    };
    drawScale();
    const moved = engine.on('move', drawScale);
    const pointed = engine.on('mousemove', ({ lngLat }) => {
      const { lng, lat } = view.toWgs84(lngLat.wrap());
      if (pointer.current !== null) pointer.current.textContent = format.formatCoordinates(lat, lng);
    });
    const left = engine.on('mouseout', () => {
      if (pointer.current !== null) pointer.current.textContent = '';
    });
    return () => {
      moved.unsubscribe();
      pointed.unsubscribe();
      left.unsubscribe();
    };
  }, [view, format, t]);

  return (
    <div className={styles.footer} style={{ left: left + 12, bottom: bottom + 8 }}>
      <span className={styles.scale} hidden={minimal} title={t('map:scale')}>
        <span ref={bar} className={styles.bar} />
        <span ref={length} />
      </span>
      <span ref={pointer} className={styles.pointer} title={t('map:pointer')} />
      <span className={styles.credits}>{creditsText(base, world)}</span>
    </div>
  );
}
