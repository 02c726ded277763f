import { editLayer } from '@wakeline/contract/layers';
import { saveOrUpdateRaceLayer } from '@wakeline/contract/race-layers';
import type { TaskDefinition } from '../tasks/kinds.ts';
import type { ImageKind, TileTarget } from './map-images.queries.ts';

export interface CutLayerTilesSubject extends TileTarget {
  readonly layerKind: ImageKind;
  readonly layerName: string;
}

/** Cuts the tiles of a layer that its four corners do not describe, or that is too large to be drawn as one picture. */
export const cutLayerTilesTask: TaskDefinition<CutLayerTilesSubject, 'cutLayerTiles'> = {
  kind: 'cutLayerTiles',
  name: ({ layerName }) => ({
    zh_CN: `生成图层瓦片：${layerName}`,
    en_US: `Create layer tiles: ${layerName}`,
  }),
  cancellable: true,
  workload: 'large',
  limited: true,
  retryAccess: ({ layerKind }) => (layerKind === 'own' ? editLayer.access : saveOrUpdateRaceLayer.access),
};
