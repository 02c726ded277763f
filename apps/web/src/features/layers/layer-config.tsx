import type { MapLayer } from '@wakeline/contract/entities/map-layer';
import { LIMITS } from '@wakeline/contract/limits';
import { Alert, App, Button } from 'antd';
import { useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { Value } from '../../format/value.tsx';
import { useLanguage } from '../../i18n/i18n.ts';
import { MapHost } from '../../map/map-host.tsx';
import type { MapView } from '../../map/map-view.ts';
import { useUnsaved } from '../../parts/forms/use-unsaved.ts';
import { useBaseLayer } from '../../parts/layers/use-base-layer.ts';
import { errorText } from '../../service/error-text.ts';
import { Screen } from '../../ui/screen.tsx';
import styles from './layer-config.module.css';
import { heldOn, placeOf, withoutPair } from './layer-draft.ts';
import { LayerFields, PictureChoice } from './layer-fields.tsx';
import { LayerMap } from './layer-map.tsx';
import { PicturePane } from './picture-pane.tsx';
import { PointList } from './point-list.tsx';
import { residual } from './residual.ts';
import { useFaultText } from './use-fault-text.ts';
import { useLayerDraft } from './use-layer-draft.ts';
import { useSaveLayer } from './use-save-layer.ts';

const NO_PADDING = { left: 0, right: 0, top: 0, bottom: 0 };

/** Lays a picture on the map: points on the picture beside their places on the map, in pairs, and what comes of them. */
export function LayerConfig({ layer }: { readonly layer: MapLayer | null }) {
  const { t } = useTranslation('ownLayers');
  const { t: app } = useTranslation('app');
  const language = useLanguage();
  const navigate = useNavigate();
  const { message } = App.useApp();
  const base = useBaseLayer();
  const faultText = useFaultText();
  const [view, setView] = useState<MapView | null>(null);
  const [asked, setAsked] = useState(false);
  const tell = (error: unknown) => void message.error(errorText(error, language));
  const { draft, touched, reading, change, choose } = useLayerDraft(layer, tell);
  const { picture, layerPoints, mapPoints } = draft;
  const saving = useSaveLayer(layer);
  useUnsaved(touched && !saving.isSuccess);

  // After the guard above has heard that nothing is unsaved.
  useEffect(() => {
    if (saving.isSuccess) navigate('/mapMyself');
  }, [saving.isSuccess, navigate]);

  const placed = useMemo(() => placeOf(draft), [draft]);
  const place = placed === null || typeof placed === 'string' ? null : placed;
  const fault = faultText(draft, placed);
  const name = draft.layerName.trim();

  function save(): void {
    setAsked(true);
    if (fault !== null) {
      message.error(fault);
      return;
    }
    saving.mutate(draft, {
      onSuccess: () => void message.success(t('saved', { name })),
      onError: tell,
    });
  }

  const full = (points: readonly unknown[]) => {
    if (points.length < LIMITS.layerPoints) return false;
    message.warning(t('config.mostPoints', { count: LIMITS.layerPoints }));
    return true;
  };

  return (
    <Screen
      title={layer === null ? t('add') : t('edit', { name: layer.layerName })}
      action={
        <span className={styles.actions}>
          <Button onClick={() => navigate('/mapMyself')}>{app('action.cancel')}</Button>
          <Button type="primary" loading={saving.isPending} onClick={save}>
            {app('action.save')}
          </Button>
        </span>
      }
      filters={
        <LayerFields
          draft={draft}
          nameFault={asked && name === '' ? t('config.nameNeeded') : null}
          reading={reading}
          onChange={(changes) => change((before) => ({ ...before, ...changes }))}
          onFile={(file) => void choose(file)}
        />
      }
    >
      <div className={styles.work}>
        <div className={styles.half}>
          {picture === null ? (
            <PictureChoice reading={reading} onFile={(file) => void choose(file)} />
          ) : (
            <PicturePane
              picture={picture}
              points={layerPoints}
              onAdd={(point) => {
                if (full(layerPoints)) return;
                change((before) => ({ ...before, layerPoints: [...before.layerPoints, point] }));
              }}
              onMove={(index, point) =>
                change((before) => ({
                  ...before,
                  layerPoints: before.layerPoints.with(index, heldOn(picture, point)),
                }))
              }
            />
          )}
        </div>
        <div className={styles.half}>
          <MapHost
            ariaLabel={t('config.map')}
            base={base}
            padding={NO_PADDING}
            remember="layer"
            onReady={setView}
          >
            {view && (
              <LayerMap
                view={view}
                draft={draft}
                place={place}
                onPoints={(points) => {
                  if (points.length > mapPoints.length && full(mapPoints)) return;
                  change((before) => ({ ...before, mapPoints: points }));
                }}
              />
            )}
          </MapHost>
        </div>
        <div className={styles.pairs}>
          {place === null ? (
            <Alert type={asked ? 'error' : 'info'} showIcon title={fault ?? ''} />
          ) : (
            <Alert
              type="success"
              showIcon
              title={
                <>
                  {t('config.worst')} <Value of={residual(Math.max(...place.residuals))} />
                </>
              }
            />
          )}
          <div className={styles.list}>
            <PointList
              draft={draft}
              residuals={place?.residuals ?? null}
              onRemove={(index) => change((before) => withoutPair(before, index))}
            />
          </div>
        </div>
      </div>
    </Screen>
  );
}
