import type { Display } from '@wakeline/contract/entities/map-object';
import { NamedError } from '@wakeline/contract/errors';
import { LIMITS } from '@wakeline/contract/limits';
import type {
  OcadDetails,
  OcadPlacementForm,
  OcadTileState,
  OcadTiles,
} from '@wakeline/contract/ocad-maps/ocad-map';
import type { Selectable } from 'kysely';
import type { Db, Tx } from '../db/database.ts';
import { lockAccount } from '../db/lock-account.ts';
import type { Schema } from '../db/schema.ts';

/** A stored map except its owner. */
export interface OcadMapFields extends OcadPlacementForm {
  readonly mapName: string;
  readonly fileId: string;
  readonly details: OcadDetails;
  readonly display: Display;
  readonly tileState: OcadTileState;
  readonly tiles: OcadTiles | null;
  readonly tileFileId: string | null;
  readonly tileGcj02FileId: string | null;
  /** Counts changes of the placement. */
  readonly version: number;
}

export interface StoredOcadMap extends OcadMapFields {
  readonly mapId: number;
  /** Epoch milliseconds. */
  readonly createdTime: number;
}

export interface OcadMapKey {
  readonly accountId: number;
  readonly mapId: number;
}

/** Maps of an account by name. */
export async function readOcadMaps(
  db: Db,
  accountId: number,
  display: Display | undefined,
): Promise<readonly StoredOcadMap[]> {
  const rows = await db
    .selectFrom('ocad_map')
    .where('account_id', '=', accountId)
    .$if(display !== undefined, (query) => query.where('display', '=', display as Display))
    .selectAll()
    .orderBy('name')
    .orderBy('map_id')
    .execute();
  return rows.map(fromRow);
}

/** Null when the account has no such map. */
export async function findOcadMap(db: Db, { accountId, mapId }: OcadMapKey): Promise<StoredOcadMap | null> {
  const row = await db
    .selectFrom('ocad_map')
    .where('map_id', '=', mapId)
    .where('account_id', '=', accountId)
    .selectAll()
    .executeTakeFirst();
  return row === undefined ? null : fromRow(row);
}

/** @throws NamedError `ocad-unknown` when the account has no such map */
export async function readOcadMap(db: Db, key: OcadMapKey): Promise<StoredOcadMap> {
  const map = await findOcadMap(db, key);
  if (map === null) throw new NamedError('ocad-unknown');
  return map;
}

/** The same, locked until the transaction ends. */
export async function lockOcadMap(tx: Tx, { accountId, mapId }: OcadMapKey): Promise<StoredOcadMap> {
  const row = await tx
    .selectFrom('ocad_map')
    .where('map_id', '=', mapId)
    .where('account_id', '=', accountId)
    .selectAll()
    .forUpdate()
    .executeTakeFirst();
  if (row === undefined) throw new NamedError('ocad-unknown');
  return fromRow(row);
}

/** @throws NamedError `ocad-limit` */
export async function insertOcadMap(tx: Tx, accountId: number, fields: OcadMapFields): Promise<number> {
  await lockAccount(tx, accountId);
  const { count } = await tx
    .selectFrom('ocad_map')
    .where('account_id', '=', accountId)
    .select((query) => query.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  if (count >= LIMITS.ocadMapsPerAccount) throw new NamedError('ocad-limit');
  const { map_id } = await tx
    .insertInto('ocad_map')
    .values({ account_id: accountId, file_id: fields.fileId, ...toColumns(fields) })
    .returning('map_id')
    .executeTakeFirstOrThrow();
  return map_id;
}

export async function updateOcadMap(
  tx: Tx,
  { accountId, mapId }: OcadMapKey,
  fields: OcadMapFields,
): Promise<void> {
  await tx
    .updateTable('ocad_map')
    .set(toColumns(fields))
    .where('map_id', '=', mapId)
    .where('account_id', '=', accountId)
    .execute();
}

/** Marks the tiles of a map as failed, unless they are those of another placement. Returns whether they are. */
export async function failOcadTiles(
  tx: Tx,
  { accountId, mapId, version }: OcadMapKey & Pick<OcadMapFields, 'version'>,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('ocad_map')
    .set({ tile_state: 'failed' })
    .where('map_id', '=', mapId)
    .where('account_id', '=', accountId)
    .where('version', '=', version)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

/** Files of a map: the uploaded one and its tiles. */
export function filesOfOcadMap({ fileId, tileFileId, tileGcj02FileId }: OcadMapFields): readonly string[] {
  return [fileId, tileFileId, tileGcj02FileId].filter((id) => id !== null);
}

function fromRow(row: Selectable<Schema['ocad_map']>): StoredOcadMap {
  return {
    mapId: row.map_id,
    mapName: row.name,
    fileId: row.file_id,
    details: row.details,
    paperPoints: row.paper_points,
    mapPoints: row.map_points,
    method: row.method,
    display: row.display,
    tileState: row.tile_state,
    tiles: row.tiles,
    tileFileId: row.tile_file_id,
    tileGcj02FileId: row.tile_gcj02_file_id,
    version: row.version,
    createdTime: row.created_at.getTime(),
  };
}

function toColumns(fields: OcadMapFields) {
  return {
    name: fields.mapName,
    details: JSON.stringify(fields.details),
    paper_points: JSON.stringify(fields.paperPoints),
    map_points: JSON.stringify(fields.mapPoints),
    method: fields.method,
    display: fields.display,
    tile_state: fields.tileState,
    tiles: fields.tiles === null ? null : JSON.stringify(fields.tiles),
    tile_file_id: fields.tileFileId,
    tile_gcj02_file_id: fields.tileGcj02FileId,
    version: fields.version,
  };
}
