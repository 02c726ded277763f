import { randomBytes } from 'node:crypto';
import { samplePicture } from '../sample-picture.ts';
import type { World } from '../world.ts';
import type { Makers } from './makers.ts';
import { type Owner, type Rows, rowWithoutIds } from './row.ts';

type LayerOperation =
  | 'addLayer'
  | 'changeLayerDisplay'
  | 'changeRaceLayerDisplay'
  | 'convertPoints'
  | 'deleteLayer'
  | 'deleteRaceLayer'
  | 'editLayer'
  | 'queryAllLayers'
  | 'queryAllRaceLayer'
  | 'queryCoordinateSystems'
  | 'readLayerFile'
  | 'saveOrUpdateRaceLayer'
  | 'sortLayers'
  | 'sortRaceLayers';

const LAYER_POINTS = [
  { x: 0, y: 0 },
  { x: 4, y: 0 },
  { x: 4, y: 4 },
];
const MAP_POINTS: [number, number][] = [
  [110.4, 24.7],
  [110.5, 24.8],
  [110.5, 24.6],
];
const POINTS = { layerPoints: LAYER_POINTS, mapPoints: MAP_POINTS };

/** The rows of own layers and race layers. */
export function layerRows(world: World, { uniqueName }: Makers): Pick<Rows, LayerOperation> {
  const { clock } = world;
  const { db } = world.database;

  async function layer({ accountId }: Owner, kind: 'own' | 'race'): Promise<number> {
    const fileId = randomBytes(16).toString('base64url');
    const file = {
      file_id: fileId,
      kind: 'picture',
      user_id: null,
      media_type: 'image/webp',
      name: 'mapLayer',
    } as const;
    await db
      .insertInto('stored_file')
      .values({
        ...file,
        account_id: accountId,
        bytes: 1,
        sha256: Buffer.alloc(32),
        created_at: new Date(clock.now()),
      })
      .execute();
    const { layer_id } = await db
      .insertInto('map_layer')
      .values({
        account_id: accountId,
        kind,
        name: uniqueName(),
        file_id: fileId,
        width: 4,
        height: 4,
        layer_points: JSON.stringify(LAYER_POINTS),
        map_points: JSON.stringify(MAP_POINTS),
        method: 'automatic',
        tile_state: 'none',
        opacity: 100,
        sort: 0,
        display: 'SHOW',
      })
      .returning('layer_id')
      .executeTakeFirstOrThrow();
    return layer_id;
  }
  const otherAccountError = 'layer-unknown';

  return {
    addLayer: {
      payload: async () => ({ layerName: uniqueName(), picture: await samplePicture(), ...POINTS }),
      otherAccountError: null,
    },
    changeLayerDisplay: {
      payload: async (owner) => ({ layerId: await layer(owner, 'own'), display: 'HIDE' }),
      otherAccountError,
    },
    changeRaceLayerDisplay: {
      payload: async (owner) => ({ layerId: await layer(owner, 'race'), display: 0 }),
      otherAccountError,
    },
    convertPoints: rowWithoutIds(() => ({ width: 4, height: 4, ...POINTS })),
    deleteLayer: { payload: async (owner) => ({ layerId: await layer(owner, 'own') }), otherAccountError },
    deleteRaceLayer: {
      payload: async (owner) => ({ layerId: await layer(owner, 'race') }),
      otherAccountError,
    },
    editLayer: {
      payload: async (owner) => ({ layerId: await layer(owner, 'own'), layerName: uniqueName() }),
      otherAccountError,
    },
    queryAllLayers: rowWithoutIds(() => ({})),
    queryAllRaceLayer: rowWithoutIds(() => ({})),
    queryCoordinateSystems: rowWithoutIds(() => ({ text: '27700' })),
    readLayerFile: { payload: async () => ({ picture: await samplePicture() }), otherAccountError: null },
    saveOrUpdateRaceLayer: {
      payload: async () => ({ layerName: uniqueName(), picture: await samplePicture(), ...POINTS }),
      otherAccountError: null,
    },
    // The order must name all layers of the account, whose number depends on other rows.
    sortLayers: {
      payload: async (owner) => ({ layerIds: [await layer(owner, 'own'), 2_147_483_647] }),
      expectedError: otherAccountError,
      otherAccountError,
    },
    sortRaceLayers: {
      payload: async (owner) => ({ layerIds: [await layer(owner, 'race'), 2_147_483_647] }),
      expectedError: otherAccountError,
      otherAccountError,
    },
  };
}
