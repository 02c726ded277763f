import { IconArrowLeft, IconMapPin, IconPrinter } from '@tabler/icons-react';
import type { OcadMap } from '@wakeline/contract/ocad-maps/ocad-map';
import { Alert, Button, Checkbox, Segmented } from 'antd';
import { useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { MapHost } from '../../map/map-host.tsx';
import type { MapView } from '../../map/map-view.ts';
import { useOcadLayers } from '../../map/ocad/use-ocad-layers.ts';
import { useBaseLayer } from '../../parts/layers/use-base-layer.ts';
import { toOcadLayers } from '../../parts/layers/use-ocad-maps.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { Screen } from '../../ui/screen.tsx';
import { BLANK_BASE } from './blank-base.ts';
import { ColorList } from './color-list.tsx';
import { MapDetails } from './map-details.tsx';
import styles from './ocad-maps.module.css';
import { PrintPanel } from './print-panel.tsx';
import { PrintedFrame } from './printed-frame.tsx';
import { usePrintPage } from './use-print-page.ts';

const NO_PADDING = { left: 0, right: 0, top: 0, bottom: 0 };

/** A map drawn as vectors at its position or on a blank ground, with its colors and details. */
export function OcadMapView({ map }: { readonly map: OcadMap }) {
  const { t } = useTranslation('ocadMaps');
  const navigate = useNavigate();
  const base = useBaseLayer();
  const [ground, setGround] = useState<'map' | 'blank'>('map');
  const [hiddenColors, setHiddenColors] = useState<ReadonlySet<number>>(new Set());
  const [hasPaper, setPaper] = useState(true);
  const [isPrinting, setPrinting] = useState(false);
  const print = usePrintPage(map);
  const [view, setView] = useState<MapView | null>(null);
  const isBlank = map.position === 'none' || ground === 'blank';
  return (
    <Screen
      title={map.mapName}
      action={
        <span className={styles.actions}>
          <IconButton
            label={t('back')}
            icon={<IconArrowLeft size={18} />}
            onClick={() => navigate('/ocadCustomMaps')}
          />
          {map.abilities.edit && map.position !== 'file' && (
            <Button
              icon={<IconMapPin size={16} />}
              disabled={map.tileState !== 'done'}
              onClick={() => navigate(`/ocadCustomMapView?map=${map.mapId}&place=1`)}
            >
              {t('place.title')}
            </Button>
          )}
          <Button
            type="primary"
            icon={<IconPrinter size={16} />}
            disabled={isPrinting}
            onClick={() => setPrinting(true)}
          >
            {t('print.title')}
          </Button>
        </span>
      }
      filters={<TileAlert map={map} />}
    >
      <div className={styles.panes}>
        <div className={styles.map}>
          <MapHost
            ariaLabel={t('map', { name: map.mapName })}
            base={isBlank ? BLANK_BASE : base}
            padding={NO_PADDING}
            onReady={setView}
          >
            {view && <MapContent view={view} map={map} hiddenColors={hiddenColors} hasPaper={hasPaper} />}
            {view && isPrinting && print.page !== null && (
              <PrintedFrame
                view={view}
                map={map}
                page={print.page}
                onMove={(center) => print.change({ center })}
              />
            )}
          </MapHost>
        </div>
        <aside className={styles.side} aria-label={t('details')}>
          {isPrinting && (
            <PrintPanel
              map={map}
              state={print}
              hiddenColors={hiddenColors}
              onClose={() => setPrinting(false)}
            />
          )}
          {map.position !== 'none' && (
            <Segmented
              block
              value={ground}
              options={[
                { value: 'map', label: t('ground.map') },
                { value: 'blank', label: t('ground.blank') },
              ]}
              onChange={setGround}
            />
          )}
          <Checkbox checked={hasPaper} onChange={({ target }) => setPaper(target.checked)}>
            {t('paper')}
          </Checkbox>
          <MapDetails map={map} />
          <ColorList colors={map.colors} hidden={hiddenColors} onChange={setHiddenColors} />
        </aside>
      </div>
    </Screen>
  );
}

/** What the tiles are waiting for; nothing if they are complete. */
function TileAlert({ map: { tileState } }: { readonly map: OcadMap }) {
  const { t } = useTranslation('ocadMaps');
  if (tileState === 'done') return null;
  return (
    <Alert showIcon type={tileState === 'failed' ? 'error' : 'info'} title={t(`tileHint.${tileState}`)} />
  );
}

interface MapContentProps {
  readonly view: MapView;
  readonly map: OcadMap;
  readonly hiddenColors: ReadonlySet<number>;
  readonly hasPaper: boolean;
}

function MapContent({ view, map, hiddenColors, hasPaper }: MapContentProps) {
  useOcadLayers(
    view,
    useMemo(() => toOcadLayers(map, hiddenColors, hasPaper), [map, hiddenColors, hasPaper]),
  );
  const bounds = map.tiles?.bounds.join();
  useEffect(() => {
    const [west, south, east, north] = bounds?.split(',').map(Number) ?? [];
    if (west === undefined || south === undefined || east === undefined || north === undefined) return;
    view.fit({ west, south, east, north });
  }, [view, bounds]);
  return null;
}
