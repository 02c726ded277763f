import { editOcadMap } from '@wakeline/contract/ocad-maps/ocad-maps';
import type { OcadMapKey } from '../../ocad/ocad-maps.queries.ts';
import type { TaskDefinition } from '../../tasks/kinds.ts';

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
