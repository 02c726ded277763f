import type { OcadMap } from '@wakeline/contract/ocad-maps/ocad-map';
import { App, Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { useLanguage } from '../../i18n/i18n.ts';
import { MapHost } from '../../map/map-host.tsx';
import type { MapView } from '../../map/map-view.ts';
import { useBaseLayer } from '../../parts/layers/use-base-layer.ts';
import { errorText } from '../../service/error-text.ts';
import { Screen } from '../../ui/screen.tsx';
import { BLANK_BASE } from './blank-base.ts';
import styles from './ocad-maps.module.css';
import { PairList } from './pair-list.tsx';
import { MapPoints, PaperPoints } from './place-panes.tsx';
import { usePlaceDraft } from './use-place-draft.ts';

const NO_PADDING = { left: 0, right: 0, top: 0, bottom: 0 };

/** Places a map by pairs of points: on the drawing, and where they are on the map. */
export function PlaceEditor({ map }: { readonly map: OcadMap }) {
  const { t } = useTranslation('ocadMaps');
  const { t: tApp } = useTranslation('app');
  const language = useLanguage();
  const navigate = useNavigate();
  const { message } = App.useApp();
  const base = useBaseLayer();
  const draft = usePlaceDraft(map);
  const [paperView, setPaperView] = useState<MapView | null>(null);
  const [mapView, setMapView] = useState<MapView | null>(null);
  const back = () => navigate(`/ocadCustomMapView?map=${map.mapId}`);

  function save(): void {
    draft.save().then(
      () => void back(),
      (error: unknown) => void message.error(errorText(error, language)),
    );
  }

  return (
    <Screen
      title={t('place.of', { name: map.mapName })}
      action={
        <span className={styles.actions}>
          <Button onClick={back}>{tApp('action.cancel')}</Button>
          <Button type="primary" loading={draft.saving} disabled={draft.placement === null} onClick={save}>
            {tApp('action.save')}
          </Button>
        </span>
      }
    >
      <div className={styles.place}>
        <div className={styles.map}>
          <MapHost ariaLabel={t('place.paper')} base={BLANK_BASE} padding={NO_PADDING} onReady={setPaperView}>
            {paperView && <PaperPoints view={paperView} map={map} draft={draft} />}
          </MapHost>
        </div>
        <div className={styles.map}>
          <MapHost
            ariaLabel={t('place.map')}
            base={base}
            padding={NO_PADDING}
            cameraStorageKey="ocad"
            onReady={setMapView}
          >
            {mapView && <MapPoints view={mapView} draft={draft} />}
          </MapHost>
        </div>
        <PairList draft={draft} />
      </div>
    </Screen>
  );
}
