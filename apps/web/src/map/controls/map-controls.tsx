import { IconMaximize, IconMinimize, IconMinus, IconPlus } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { MapView } from '../map-view.ts';
import styles from './map-controls.module.css';

export interface MapControlsProps {
  readonly view: MapView;
  /** Pixels that panels cover at these edges. */
  readonly right: number;
  readonly bottom: number;
}

/** Zoom and fullscreen buttons, at the right edge of the area that panels leave free. */
export function MapControls({ view, right, bottom }: MapControlsProps) {
  const { t } = useTranslation('map');
  const { engine } = view;
  const [zoom, setZoom] = useState(() => engine.getZoom());
  const [isFullscreen, setIsFullscreen] = useState(false);

  useEffect(() => {
    const zoomed = engine.on('zoomend', () => setZoom(engine.getZoom()));
    return () => zoomed.unsubscribe();
  }, [engine]);

  useEffect(() => {
    const updateFullscreen = () => setIsFullscreen(document.fullscreenElement !== null);
    document.addEventListener('fullscreenchange', updateFullscreen);
    return () => document.removeEventListener('fullscreenchange', updateFullscreen);
  }, []);

  // The complete page enters fullscreen: panels and popups belong to the map.
  const toggle = () =>
    isFullscreen ? document.exitFullscreen() : document.documentElement.requestFullscreen();
  const fullscreenLabel = isFullscreen ? t('exitFullscreen') : t('fullscreen');

  return (
    <div
      className={styles.controls}
      style={{ right: right + 12, bottom: bottom + 12 }}
      role="toolbar"
      aria-label={t('controls')}
      aria-orientation="vertical"
    >
      {document.fullscreenEnabled ? (
        <div className={styles.group}>
          <button
            type="button"
            title={fullscreenLabel}
            aria-label={fullscreenLabel}
            onClick={() => void toggle()}
          >
            {isFullscreen ? <IconMinimize size={18} /> : <IconMaximize size={18} />}
          </button>
        </div>
      ) : null}
      <div className={styles.group}>
        <button
          type="button"
          title={t('zoomIn')}
          aria-label={t('zoomIn')}
          disabled={zoom >= engine.getMaxZoom()}
          onClick={() => engine.zoomIn({ duration: 180 })}
        >
          <IconPlus size={18} />
        </button>
        <button
          type="button"
          title={t('zoomOut')}
          aria-label={t('zoomOut')}
          disabled={zoom <= engine.getMinZoom() + 0.01}
          onClick={() => engine.zoomOut({ duration: 180 })}
        >
          <IconMinus size={18} />
        </button>
      </div>
    </div>
  );
}
