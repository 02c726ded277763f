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
import styles from './place-search.module.css';
import { KIND_ICONS } from './result-kinds.ts';
import type { SearchResult } from './use-place-search.ts';

interface ResultCardProps {
  readonly view: MapView;
  readonly result: SearchResult;
  readonly onClose: () => void;
}

/** The selected place, with its marker on the map and actions. */
export function ResultCard({ view, result, onClose }: ResultCardProps) {
  const { t } = useTranslation('mapTools');
  const { formatCoordinates } = useFormat();
  const copy = useCopy();
  const show = useToolPanels((state) => state.show);
  const canAddFence = useFenceQuery().data?.abilities.add === true;
  const canAddPoint = useLabelPointQuery().data?.abilities.add === true;
  const { latitude: lat, longitude: lng, name, detail, kind } = result;

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
  const coordinatesText = formatCoordinates(lat, lng);
  const openNew = (panel: ToolPanel) =>
    show(panel, { kind: 'new', lng, lat, name: kind === 'coordinates' ? '' : name });
  return (
    <section className={styles.card} aria-label={t('found.label')}>
      <div className={styles.head}>
        <Icon size={18} aria-hidden />
        <strong>{name}</strong>
        <IconButton size="small" label={t('found.close')} icon={<IconX size={16} />} onClick={onClose} />
      </div>
      {detail !== '' && <p>{detail}</p>}
      <p className={styles.coordinates}>
        <span>{coordinatesText}</span>
        <IconButton
          size="small"
          label={t('found.copy')}
          icon={<IconCopy size={16} />}
          onClick={() => copy(coordinatesText)}
        />
      </p>
      <div className={styles.actions}>
        {canAddPoint && (
          <Button size="small" icon={<IconMapPin size={16} />} onClick={() => openNew('point')}>
            {t('found.point')}
          </Button>
        )}
        {canAddFence && (
          <Button size="small" icon={<IconHexagon size={16} />} onClick={() => openNew('fence')}>
            {t('found.fence')}
          </Button>
        )}
      </div>
    </section>
  );
}
