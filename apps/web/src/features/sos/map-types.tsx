import { Segmented } from 'antd';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { BaseLayerSelection } from '../../map/base/base-layer-selection.ts';
import { useBaseLayers } from '../../parts/layers/use-base-layers.ts';
import styles from './help-point.module.css';

/** The specification's map types of the help point, in its order; the first is the default. */
const MAP_TYPES = ['satellite', 'roadmap', 'terrain', 'sea'] as const;
type MapType = (typeof MAP_TYPES)[number];

interface MapTypeChoice {
  readonly base: BaseLayerSelection | null;
  readonly type: MapType;
  /** Types for which a base layer is configured. */
  readonly types: ReadonlySet<MapType>;
  readonly setType: (type: MapType) => void;
}

/** The selected map type, each with its first base layer. The selection is independent of the live map's. */
export function useMapType(): MapTypeChoice {
  const { list } = useBaseLayers();
  const [type, setType] = useState<MapType>(MAP_TYPES[0]);
  return useMemo(() => {
    const layer = list.find((one) => one.type === type);
    return {
      base: layer === undefined ? null : { layer, opacity: 1 },
      type,
      types: new Set(MAP_TYPES.filter((one) => list.some((known) => known.type === one))),
      setType,
    };
  }, [list, type]);
}

interface MapTypesProps {
  readonly types: ReadonlySet<MapType>;
  readonly selected: MapType;
  readonly onSelect: (type: MapType) => void;
}

export function MapTypes({ types, selected, onSelect }: MapTypesProps) {
  const { t } = useTranslation('sos');
  return (
    <div className={styles.types}>
      <Segmented
        aria-label={t('mapType.title')}
        value={selected}
        onChange={onSelect}
        options={MAP_TYPES.map((type) => ({
          value: type,
          label: t(`mapType.${type}`),
          // No layer of this type is configured.
          disabled: type !== selected && !types.has(type),
        }))}
      />
    </div>
  );
}
