import type { OcadMap, OcadPlacementForm } from '@wakeline/contract/ocad-maps/ocad-map';
import type { LayerPlacement } from '@wakeline/domain/layers/layer-placement';
import { type PaperPlacement, placePaper, unplacedPaper } from '@wakeline/domain/layers/paper-placement';
import { useMemo, useState } from 'react';
import { useChangeOcadMap } from './use-change-ocad-map.ts';

type Pairs = Pick<OcadPlacementForm, 'paperPoints' | 'mapPoints'>;

/** Where the tiles of a map without a position of its own lie. */
export function drawnPlacement(map: OcadMap): PaperPlacement {
  const placement = map.paperPoints.length === 0 ? null : placePaper(map);
  return placement === null || typeof placement === 'string' ? unplacedPaper(map.mapScale) : placement;
}

export interface PlaceDraft extends Pairs {
  /** Null: the pairs do not place the map yet. */
  readonly placement: LayerPlacement | null;
  readonly setPaperPoints: (points: Pairs['paperPoints']) => void;
  readonly setMapPoints: (points: Pairs['mapPoints']) => void;
  readonly removePair: (index: number) => void;
}

/** The pairs of points of a map while they are set. */
export function usePlaceDraft(map: OcadMap) {
  const change = useChangeOcadMap();
  const [pairs, setPairs] = useState<Pairs>({ paperPoints: map.paperPoints, mapPoints: map.mapPoints });
  const placement = useMemo(() => {
    const result = placePaper({ ...map, ...pairs, method: 'automatic' });
    return typeof result === 'string' ? null : result.fit;
  }, [map, pairs]);
  return {
    ...pairs,
    placement,
    setPaperPoints: (paperPoints: Pairs['paperPoints']) =>
      setPairs((previous) => ({ ...previous, paperPoints })),
    setMapPoints: (mapPoints: Pairs['mapPoints']) => setPairs((previous) => ({ ...previous, mapPoints })),
    removePair: (index: number) =>
      setPairs(({ paperPoints, mapPoints }) => ({
        paperPoints: paperPoints.filter((_, other) => other !== index),
        mapPoints: mapPoints.filter((_, other) => other !== index),
      })),
    saving: change.isPending,
    save: () => change.mutateAsync({ kind: 'edit', mapId: map.mapId, ...pairs, method: 'automatic' }),
  };
}
