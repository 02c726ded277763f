import { Select, Switch } from 'antd';
import { useTranslation } from 'react-i18next';
import { SPACINGS, useDistanceMarkers } from './distance-marker-store.ts';
import styles from './object-popup.module.css';

/** Switches the distance markers of a route and selects their spacing. */
export function DistanceMarkerControls({ routeId }: { readonly routeId: number }) {
  const { t } = useTranslation('mapObjects');
  const { markedRoutes, spacing, setMarked, setSpacing } = useDistanceMarkers();
  const enabled = markedRoutes.has(routeId);
  return (
    <div className={styles.distanceMarkers}>
      {/* biome-ignore lint/a11y/noLabelWithoutControl: the switch is the control */}
      <label>
        <Switch size="small" checked={enabled} onChange={(next) => setMarked(routeId, next)} />{' '}
        {t('marks.show')}
      </label>
      <Select<number>
        size="small"
        value={spacing}
        aria-label={t('marks.spacing')}
        disabled={!enabled}
        onChange={setSpacing}
        options={SPACINGS.map((metres) => ({ value: metres, label: `${metres / 1_000} km` }))}
      />
    </div>
  );
}
