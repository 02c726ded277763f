import { randomBytes } from 'node:crypto';
import type { OcadDetails } from '@wakeline/contract/ocad-maps/ocad-map';
import { sampleFile } from '@wakeline/formats/ocad/testing/sample-file';
import { writeOcad } from '@wakeline/formats/ocad/testing/write-ocad';
import type { World } from '../world.ts';
import type { Makers } from './makers.ts';
import type { Owner, Rows } from './row.ts';

type OcadOperation =
  | 'addOcadMap'
  | 'changeOcadMapDisplay'
  | 'deleteOcadMap'
  | 'editOcadMap'
  | 'printOcadMap'
  | 'queryOcadMaps';

const DETAILS: OcadDetails = {
  ocadVersion: 12,
  mapScale: 10_000,
  objects: 1,
  ignoredObjects: 0,
  colors: [],
  paperBounds: [0, 0, 10, 10],
  coordinateSystem: null,
};

/** The rows of OCAD maps. */
export function ocadRows({ database: { db } }: World, { uniqueName }: Makers): Pick<Rows, OcadOperation> {
  async function map({ accountId }: Owner): Promise<number> {
    const fileId = randomBytes(16).toString('base64url');
    await db
      .insertInto('stored_file')
      .values({
        file_id: fileId,
        account_id: accountId,
        kind: 'source',
        user_id: null,
        media_type: 'application/octet-stream',
        name: 'ocadMap',
        bytes: 3,
        sha256: Buffer.of(0),
        created_at: new Date(),
      })
      .execute();
    const { map_id } = await db
      .insertInto('ocad_map')
      .values({
        account_id: accountId,
        name: uniqueName(),
        file_id: fileId,
        details: JSON.stringify(DETAILS),
        paper_points: '[]',
        map_points: '[]',
        method: 'automatic',
        display: 'SHOW',
        tile_state: 'failed',
        tiles: null,
        tile_file_id: null,
        tile_gcj02_file_id: null,
      })
      .returning('map_id')
      .executeTakeFirstOrThrow();
    return map_id;
  }
  return {
    queryOcadMaps: { payload: async () => ({}), otherAccountError: null },
    addOcadMap: {
      payload: async () => ({
        ocadFile: new File([new Uint8Array(writeOcad(sampleFile(12)))], 'map.ocd'),
        mapName: uniqueName(),
      }),
      otherAccountError: null,
    },
    editOcadMap: {
      payload: async (owner) => ({ mapId: await map(owner), mapName: uniqueName() }),
      otherAccountError: 'ocad-unknown',
    },
    changeOcadMapDisplay: {
      payload: async (owner) => ({ mapId: await map(owner), display: 'HIDE' }),
      otherAccountError: 'ocad-unknown',
    },
    deleteOcadMap: {
      payload: async (owner) => ({ mapId: await map(owner) }),
      otherAccountError: 'ocad-unknown',
    },
    printOcadMap: {
      payload: async (owner) => ({ mapId: await map(owner), scale: 10_000, paper: 'A4', landscape: false }),
      // The file of the row has no content.
      expectedError: 'file-unknown',
      otherAccountError: 'ocad-unknown',
    },
  };
}
