import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../format/use-format.ts';
import type { LngLat } from '../../../map/map-view.ts';
import { useObjectsStore } from '../../../parts/map-objects/objects-store.ts';
import { useFenceQuery, useLabelPointQuery, useRouteQuery } from '../../../parts/map-objects/use-objects.ts';
import { type ToolPanel, useToolPanels } from '../../../parts/map-tools/tool-panels.ts';
import type { ContextMenuState } from '../../../ui/context-menu.tsx';
import { useCopy } from '../../../ui/copy.ts';

/** Menu items of a point on the map. */
export function useMapItems(): (lngLat: LngLat) => ContextMenuState['items'] {
  const { t } = useTranslation('mapObjects');
  const { formatCoordinates } = useFormat();
  const copy = useCopy();
  const show = useToolPanels((state) => state.show);
  const showWhatsHere = useObjectsStore((state) => state.showWhatsHere);
  const panels: readonly (readonly [
    panel: ToolPanel & ('point' | 'fence' | 'line'),
    add: boolean | undefined,
  ])[] = [
    ['point', useLabelPointQuery().data?.abilities.add],
    ['fence', useFenceQuery().data?.abilities.add],
    ['line', useRouteQuery().data?.abilities.add],
  ];
  return (lngLat) => {
    const additions = panels
      .filter(([, add]) => add === true)
      .map(([panel]) => ({
        key: panel,
        label: t(`mapMenu.${panel}`),
        onClick: () => show(panel, { kind: 'new', lng: lngLat.lng, lat: lngLat.lat, name: '' }),
      }));
    return [
      { key: 'here', label: t('mapMenu.here'), onClick: () => showWhatsHere(lngLat) },
      {
        key: 'copy',
        label: t('mapMenu.copy'),
        onClick: () => copy(formatCoordinates(lngLat.lat, lngLat.lng)),
      },
      ...(additions.length > 0 ? [{ type: 'divider' as const }, ...additions] : []),
    ];
  };
}
