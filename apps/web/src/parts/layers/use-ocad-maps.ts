import { useQuery } from '@tanstack/react-query';
import type { OcadMap } from '@wakeline/contract/ocad-maps/ocad-map';
import { useMemo } from 'react';
import type { OcadLayer } from '../../map/layers/ocad-maps.ts';
import { useClient } from '../../service/client.ts';
import { useSession } from '../../service/session.ts';
import { LAYERS_KEY } from './use-layers.ts';

/** Below the layers: they change together. */
export const OCAD_MAPS_KEY = [...LAYERS_KEY, 'ocad'] as const;

/** The account's maps of OCAD files, if the user has the function. */
export function useOcadMaps() {
  const client = useClient();
  const { roles } = useSession();
  const isAvailable = roles.some(({ name }) => name === 'eob_plugin_race_layer');
  return useQuery({
    queryKey: OCAD_MAPS_KEY,
    queryFn: ({ signal }) => client.call('queryOcadMaps', {}, { signal }),
    enabled: isAvailable,
  });
}

const NO_MAPS: readonly OcadMap[] = [];
const NO_COLORS: ReadonlySet<number> = new Set();

/**
 * The visible maps that have a position, in the form that the map draws.
 *
 * @param alwaysId a map that is drawn even if it is hidden; null: none
 */
export function useVisibleOcadMaps(alwaysId: number | null): readonly OcadLayer[] {
  const list = useOcadMaps().data?.list ?? NO_MAPS;
  return useMemo(
    () =>
      list.flatMap((map) => {
        const isDrawn = map.display === 'SHOW' || map.mapId === alwaysId;
        return isDrawn && map.position !== 'none' ? toOcadLayers(map) : [];
      }),
    [list, alwaysId],
  );
}

/** What the map draws of an OCAD map: nothing before its tiles are cut. */
export function toOcadLayers(
  map: OcadMap,
  hiddenColors: ReadonlySet<number> = NO_COLORS,
  hasPaper = true,
): readonly OcadLayer[] {
  const { tileUrl, tileUrlGcj02, tiles } = map;
  if (tileUrl === null || tiles === null) return [];
  const absolute = (url: string) => new URL(url, location.href).href;
  const [, south, , north] = tiles.bounds;
  return [
    {
      key: map.mapId,
      // Outside of the region of GCJ-02 there is one archive for both.
      tiles: { wgs84: absolute(tileUrl), gcj02: absolute(tileUrlGcj02 ?? tileUrl) },
      colors: map.colors,
      hiddenColors,
      hasPaper,
      latitude: (south + north) / 2,
    },
  ];
}
