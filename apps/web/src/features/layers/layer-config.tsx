import type { MapLayer } from '@wakeline/contract/entities/map-layer';
import { Alert, Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { Value } from '../../format/value.tsx';
import { MapHost } from '../../map/map-host.tsx';
import type { MapView } from '../../map/map-view.ts';
import { useBaseLayer } from '../../parts/layers/use-base-layer.ts';
import { Screen } from '../../ui/screen.tsx';
import styles from './layer-config.module.css';
import { withoutPair } from './layer-draft.ts';
import { LayerFields, PictureChoice } from './layer-fields.tsx';
import { LayerMap } from './layer-map.tsx';
import { PicturePane } from './picture-pane.tsx';
import { PointList } from './point-list.tsx';
import { residual } from './residual.ts';
import { useLayerConfig } from './use-layer-config.ts';

const NO_PADDING = { left: 0, right: 0, top: 0, bottom: 0 };

/** Georeferences a picture: pairs of points on the picture and on the map, and the resulting placement. */
export function LayerConfig({ layer }: { readonly layer: MapLayer | null }) {
  const { t } = useTranslation('ownLayers');
  const { t: tApp } = useTranslation('app');
  const navigate = useNavigate();
  const config = useLayerConfig(layer);
  const { draft, change, reading, selectFile } = config;
  return (
    <Screen
      title={layer === null ? t('add') : t('edit', { name: layer.layerName })}
      action={
        <span className={styles.actions}>
          <Button onClick={() => navigate('/mapMyself')}>{tApp('action.cancel')}</Button>
          <Button type="primary" loading={config.saving} onClick={config.save}>
            {tApp('action.save')}
          </Button>
        </span>
      }
      filters={
        <LayerFields
          draft={draft}
          nameError={config.nameError}
          reading={reading}
          onChange={(changes) => change((previous) => ({ ...previous, ...changes }))}
          onFile={selectFile}
        />
      }
    >
      <div className={styles.panes}>
        <div className={styles.half}>
          {draft.picture === null ? (
            <PictureChoice reading={reading} onFile={selectFile} />
          ) : (
            <PicturePane
              picture={draft.picture}
              points={draft.layerPoints}
              onAdd={config.addPicturePoint}
              onMove={config.movePicturePoint}
            />
          )}
        </div>
        <div className={styles.half}>
          <MapPane config={config} />
        </div>
        <div className={styles.pairs}>
          <FitStatus config={config} />
          <div className={styles.list}>
            <PointList
              draft={draft}
              residuals={config.placement?.residuals ?? null}
              onRemove={(index) => change((previous) => withoutPair(previous, index))}
            />
          </div>
        </div>
      </div>
    </Screen>
  );
}

interface SectionProps {
  readonly config: ReturnType<typeof useLayerConfig>;
}

/** The map with the reference points and a preview of the picture. */
function MapPane({ config }: SectionProps) {
  const { t } = useTranslation('ownLayers');
  const base = useBaseLayer();
  const [view, setView] = useState<MapView | null>(null);
  return (
    <MapHost
      ariaLabel={t('config.map')}
      base={base}
      padding={NO_PADDING}
      cameraStorageKey="layer"
      onReady={setView}
    >
      {view && (
        <LayerMap
          view={view}
          draft={config.draft}
          placement={config.placement}
          onPoints={config.setMapPoints}
        />
      )}
    </MapHost>
  );
}

/** How well the pairs fit, or what is missing. */
function FitStatus({ config: { placement, error, submitted } }: SectionProps) {
  const { t } = useTranslation('ownLayers');
  if (placement === null) return <Alert type={submitted ? 'error' : 'info'} showIcon title={error ?? ''} />;
  return (
    <Alert
      type="success"
      showIcon
      title={
        <>
          {t('config.worst')} <Value quantity={residual(Math.max(...placement.residuals))} />
        </>
      }
    />
  );
}
