import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../format/use-format.ts';
import type { LngLat } from '../../../map/map-view.ts';
import { useObjectsStore } from '../../../parts/map-objects/objects-store.ts';
import { useFenceQuery, useLabelPointQuery, useRouteQuery } from '../../../parts/map-objects/use-objects.ts';
import { type ToolPanel, useToolPanels } from '../../../parts/map-tools/tool-panels.ts';
import type { ContextMenuAt } from '../../../ui/context-menu.tsx';
import { useCopy } from '../../../ui/copy.ts';

/** What can be done at a place of the ground. */
export function useGroundMenu(): (at: LngLat) => ContextMenuAt['items'] {
  const { t } = useTranslation('mapObjects');
  const { coordinates } = useFormat();
  const copy = useCopy();
  const show = useToolPanels((state) => state.show);
  const ask = useObjectsStore((state) => state.ask);
  const may: readonly (readonly [
    panel: ToolPanel & ('point' | 'fence' | 'line'),
    add: boolean | undefined,
  ])[] = [
    ['point', useLabelPointQuery().data?.abilities.add],
    ['fence', useFenceQuery().data?.abilities.add],
    ['line', useRouteQuery().data?.abilities.add],
  ];
  return (at) => {
    const additions = may
      .filter(([, add]) => add === true)
      .map(([panel]) => ({
        key: panel,
        label: t(`ground.${panel}`),
        onClick: () => show(panel, { kind: 'new', lng: at.lng, lat: at.lat, name: '' }),
      }));
    return [
      { key: 'here', label: t('ground.here'), onClick: () => ask(at) },
      { key: 'copy', label: t('ground.copy'), onClick: () => copy(coordinates(at.lat, at.lng)) },
      ...(additions.length > 0 ? [{ type: 'divider' as const }, ...additions] : []),
    ];
  };
}
