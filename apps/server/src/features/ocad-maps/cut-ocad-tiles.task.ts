import { editOcadMap } from '@wakeline/contract/ocad-maps/ocad-maps';
import type { TaskDefinition } from '../../tasks/kinds.ts';
import type { OcadMapKey } from './ocad-maps.queries.ts';

export interface CutOcadTilesSubject extends OcadMapKey {
  readonly mapName: string;
  /** Of the placement. */
  readonly version: number;
}

/** Cuts the tiles of an OCAD map. */
export const cutOcadTilesTask: TaskDefinition<CutOcadTilesSubject, 'cutOcadTiles'> = {
  kind: 'cutOcadTiles',
  name: ({ mapName }) => ({
    zh_CN: `生成 OCAD 地图瓦片：${mapName}`,
    en_US: `Create tiles of OCAD map: ${mapName}`,
  }),
  cancellable: true,
  workload: 'large',
  limited: true,
  retryAccess: () => editOcadMap.access,
};
