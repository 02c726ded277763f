import { readFileSync } from 'node:fs';
import { createCourseMap } from './account-data/course-map.ts';
import { createRaceMap, RACE_MAP_SCALE } from './account-data/race-map.ts';
import type { ResourceKind, SeedContext } from './seed-account.ts';

const LAYER = '赛道图 Course map';
const RACE_LAYER = '尧山定向地图 Forest race map';

/** Name of the OCAD map, on which the training is planned. */
export const OCAD_MAP = '尧山训练图 Yaoshan training map';
/** Written by `scripts/demo-map/build-ocad-map.mjs`. */
const OCAD_FILE = new URL('./fixtures/yaoshan.ocd', import.meta.url);

/** Maps: an own layer, a race layer and an OCAD file. */
export function createLayerKinds(context: SeedContext): readonly ResourceKind[] {
  const { client, signal } = context;
  return [
    {
      action: 'addLayer',
      names: async () =>
        (await client.call('queryAllLayers', {}, { signal })).list.map((item) => item.layerName),
      items: [{ name: LAYER, create: () => addCourseMap(context) }],
    },
    {
      action: 'saveOrUpdateRaceLayer',
      names: async () =>
        (await client.call('queryAllRaceLayer', {}, { signal })).list.map((item) => item.layerName),
      items: [{ name: RACE_LAYER, create: () => addRaceMap(context) }],
    },
    {
      action: 'addOcadMap',
      names: async () =>
        (await client.call('queryOcadMaps', {}, { signal })).list.map((item) => item.mapName),
      items: [
        {
          name: OCAD_MAP,
          create() {
            const ocadFile = new File([readFileSync(OCAD_FILE)], 'yaoshan.ocd');
            return client.call('addOcadMap', { ocadFile, mapName: OCAD_MAP }, { signal });
          },
        },
      ],
    },
  ];
}

function addCourseMap({ client, signal }: SeedContext): Promise<unknown> {
  const { file, layerPoints, mapPoints } = createCourseMap();
  return client.call(
    'addLayer',
    { layerName: LAYER, picture: file, layerPoints, mapPoints, opacity: 75 },
    { signal },
  );
}

function addRaceMap({ client, signal }: SeedContext): Promise<unknown> {
  const { file, layerPoints, mapPoints } = createRaceMap();
  return client.call(
    'saveOrUpdateRaceLayer',
    { layerName: RACE_LAYER, picture: file, layerPoints, mapPoints, mapScale: RACE_MAP_SCALE, opacity: 90 },
    { signal },
  );
}
