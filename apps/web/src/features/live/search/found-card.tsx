import { IconCopy, IconHexagon, IconMapPin, IconX } from '@tabler/icons-react';
import { Button } from 'antd';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../format/use-format.ts';
import { FOUND, found as foundOverlay } from '../../../map/layers/found.ts';
import type { MapView } from '../../../map/map-view.ts';
import { useFenceQuery, useLabelPointQuery } from '../../../parts/map-objects/use-objects.ts';
import { type ToolPanel, useToolPanels } from '../../../parts/map-tools/tool-panels.ts';
import { useCopy } from '../../../ui/copy.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { KIND_ICONS } from './found-kinds.ts';
import styles from './place-search.module.css';
import type { FoundPlace } from './use-place-search.ts';

interface FoundCardProps {
  readonly view: MapView;
  readonly found: FoundPlace;
  readonly onClose: () => void;
}

/** The place that was chosen, with its mark on the map and what can be begun there. */
export function FoundCard({ view, found, onClose }: FoundCardProps) {
  const { t } = useTranslation('mapTools');
  const { coordinates } = useFormat();
  const copy = useCopy();
  const show = useToolPanels((state) => state.show);
  const mayAddFence = useFenceQuery().data?.abilities.add === true;
  const mayAddPoint = useLabelPointQuery().data?.abilities.add === true;
  const { latitude: lat, longitude: lng, name, detail, kind } = found;

  useEffect(() => view.show(foundOverlay), [view]);
  useEffect(() => {
    if (lat === null || lng === null) return;
    void view.setFeatures(FOUND, {
      type: 'FeatureCollection',
      features: [{ type: 'Feature', properties: {}, geometry: { type: 'Point', coordinates: [lng, lat] } }],
    });
  }, [view, lat, lng]);

  if (lat === null || lng === null) return null;
  const Icon = KIND_ICONS[kind];
  const place = coordinates(lat, lng);
  const begin = (panel: ToolPanel) =>
    show(panel, { kind: 'new', lng, lat, name: kind === 'coordinates' ? '' : name });
  return (
    <section className={styles.card} aria-label={t('found.label')}>
      <div className={styles.head}>
        <Icon size={18} aria-hidden />
        <strong>{name}</strong>
        <IconButton size="small" label={t('found.close')} icon={<IconX size={16} />} onClick={onClose} />
      </div>
      {detail !== '' && <p>{detail}</p>}
      <p className={styles.place}>
        <span>{place}</span>
        <IconButton
          size="small"
          label={t('found.copy')}
          icon={<IconCopy size={16} />}
          onClick={() => copy(place)}
        />
      </p>
      <div className={styles.begin}>
        {mayAddPoint && (
          <Button size="small" icon={<IconMapPin size={16} />} onClick={() => begin('point')}>
            {t('found.point')}
          </Button>
        )}
        {mayAddFence && (
          <Button size="small" icon={<IconHexagon size={16} />} onClick={() => begin('fence')}>
            {t('found.fence')}
          </Button>
        )}
      </div>
    </section>
  );
}
