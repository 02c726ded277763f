import type { EventMap } from '@wakeline/domain/courses/event';
import { useMemo } from 'react';
import type { Bounds } from '../../map/map-view.ts';
import { boundsOf } from '../../map/objects/bounds-of.ts';
import { useLayers } from './use-layers.ts';
import { useOcadMaps } from './use-ocad-maps.ts';

/** A map on which courses can be planned. */
export interface PlannableMap extends EventMap {
  /** Denominator; null: unknown. */
  readonly scale: number | null;
  /** Null: not known yet. */
  readonly bounds: Bounds | null;
}

/** The race layers and OCAD maps of the account that have a position. */
export function useEventMaps(): readonly PlannableMap[] {
  const layers = useLayers('race').query.data?.list;
  const maps = useOcadMaps().data?.list;
  return useMemo(
    () => [
      ...(layers ?? []).map(
        ({ layerId, layerName, mapScale, northwest, northeast, southeast, southwest }): PlannableMap => ({
          ...{ kind: 'raceLayer', id: layerId, name: layerName, scale: mapScale },
          bounds: boundsOf([northwest, northeast, southeast, southwest]),
        }),
      ),
      ...(maps ?? []).flatMap(({ mapId, mapName, mapScale, position, tiles }): readonly PlannableMap[] => {
        if (position === 'none') return [];
        const [west, south, east, north] = tiles?.bounds ?? [];
        const isKnown =
          west !== undefined && south !== undefined && east !== undefined && north !== undefined;
        return [
          {
            ...{ kind: 'ocad', id: mapId, name: mapName, scale: mapScale },
            bounds: isKnown ? { west, south, east, north } : null,
          },
        ];
      }),
    ],
    [layers, maps],
  );
}
