import { Segmented } from 'antd';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { BaseLayerSelection } from '../../map/base/base-layer-selection.ts';
import { useBaseLayers } from '../../parts/layers/use-base-layers.ts';
import styles from './help-point.module.css';

/** The specification's types of map at the help point, in its order; the first is the default. */
const MAP_TYPES = ['satellite', 'roadmap', 'terrain', 'sea'] as const;
type MapType = (typeof MAP_TYPES)[number];

interface MapTypeChoice {
  readonly base: BaseLayerSelection | null;
  readonly type: MapType;
  /** Types of which the operator set up a map. */
  readonly types: ReadonlySet<MapType>;
  readonly setType: (type: MapType) => void;
}

/** The type of map that is looked at: of each the first base layer. What is chosen here is not what the live map remembers. */
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
  readonly onChoose: (type: MapType) => void;
}

export function MapTypes({ types, selected, onChoose }: MapTypesProps) {
  const { t } = useTranslation('sos');
  return (
    <div className={styles.types}>
      <Segmented
        aria-label={t('mapType.title')}
        value={selected}
        onChange={onChoose}
        options={MAP_TYPES.map((type) => ({
          value: type,
          label: t(`mapType.${type}`),
          // Without a map of this type there is nothing to switch to.
          disabled: type !== selected && !types.has(type),
        }))}
      />
    </div>
  );
}
