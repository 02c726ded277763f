import type { OcadMap, OcadTileState } from '@wakeline/contract/ocad-maps/ocad-map';
import { Tag, type TagProps } from 'antd';
import { useTranslation } from 'react-i18next';

const TILE_COLORS: Readonly<Record<OcadTileState, NonNullable<TagProps['color']>>> = {
  waiting: 'processing',
  done: 'success',
  failed: 'error',
};

export function TileTag({ map: { tileState } }: { readonly map: OcadMap }) {
  const { t } = useTranslation('ocadMaps');
  return (
    <Tag color={TILE_COLORS[tileState]} title={t(`tileHint.${tileState}`)}>
      {t(`tileState.${tileState}`)}
    </Tag>
  );
}

export function PositionTag({ map: { position } }: { readonly map: OcadMap }) {
  const { t } = useTranslation('ocadMaps');
  return (
    <Tag color={position === 'none' ? 'warning' : 'default'} title={t(`positionHint.${position}`)}>
      {t(`positionSource.${position}`)}
    </Tag>
  );
}
