import type { ImageLayerForm, TileState } from '@wakeline/contract/entities/map-layer';
import type { Display } from '@wakeline/contract/entities/map-object';
import { NamedError } from '@wakeline/contract/errors';
import { LIMITS } from '@wakeline/contract/limits';
import { sql } from 'kysely';
import type { Db, Tx } from '../db/database.ts';
import { lockAccount } from '../db/lock-account.ts';

/** Own layers of an account, and maps of races. */
export type ImageKind = 'own' | 'race';

/** Stored fields of an image layer except its owner. Points are in pixels of the stored picture. */
export interface ImageFields extends ImageLayerForm {
  readonly display: Display;
  /** The picture that is drawn until there are tiles. */
  readonly fileId: string;
  /** The uploaded file, if it has more pixels than the picture. */
  readonly sourceFileId: string | null;
  readonly width: number;
  readonly height: number;
  readonly tileState: TileState;
  readonly tileFileId: string | null;
  readonly tileGcj02FileId: string | null;
  /** Counts changes of picture and placement. */
  readonly version: number;
}

export interface StoredImage extends ImageFields {
  readonly layerId: number;
}

/** Layers of an account, bottom layer first. */
export async function readImages(
  db: Db,
  { accountId, kind, display }: { accountId: number; kind: ImageKind; display: Display | undefined },
): Promise<StoredImage[]> {
  const rows = await db
    .selectFrom('map_layer')
    .where('account_id', '=', accountId)
    .where('kind', '=', kind)
    .$if(display !== undefined, (query) => query.where('display', '=', display as Display))
    .selectAll()
    .orderBy('sort')
    .orderBy('layer_id')
    .execute();
  return rows.map((row) => ({ layerId: row.layer_id, ...fieldsOf(row) }));
}

/**
 * Creates a layer; with `sort` null it goes on top of all others.
 *
 * @throws NamedError `layer-limit`
 */
export async function insertImage(
  tx: Tx,
  { accountId, kind }: { readonly accountId: number; readonly kind: ImageKind },
  fields: Omit<ImageFields, 'sort'> & { readonly sort: number | null },
): Promise<number> {
  await lockAccount(tx, accountId);
  const { count, highest } = await tx
    .selectFrom('map_layer')
    .where('account_id', '=', accountId)
    .where('kind', '=', kind)
    .select((query) => [
      query.fn.countAll<number>().as('count'),
      query.fn.max<number | null>('sort').as('highest'),
    ])
    .executeTakeFirstOrThrow();
  if (count >= LIMITS.layersPerAccount) throw new NamedError('layer-limit');
  // Among layers of equal `sort` the newer one is on top.
  const sort = fields.sort ?? Math.min(LIMITS.layerSort, (highest ?? -1) + 1);
  const { layer_id } = await tx
    .insertInto('map_layer')
    .values({ account_id: accountId, kind, ...columnsOf({ ...fields, sort }) })
    .returning('layer_id')
    .executeTakeFirstOrThrow();
  return layer_id;
}

/** A layer of an account, by its kind. */
export interface ImageKey {
  readonly accountId: number;
  readonly kind: ImageKind;
  readonly layerId: number;
}

/** Null when the account has no such layer. */
export async function findImage(db: Db, { accountId, kind, layerId }: ImageKey): Promise<StoredImage | null> {
  const row = await db
    .selectFrom('map_layer')
    .where('layer_id', '=', layerId)
    .where('account_id', '=', accountId)
    .where('kind', '=', kind)
    .selectAll()
    .executeTakeFirst();
  return row === undefined ? null : { layerId, ...fieldsOf(row) };
}

/**
 * Reads a layer and locks its row until the transaction ends.
 *
 * @throws NamedError `layer-unknown` when the account has no such layer
 */
export async function lockImage(tx: Tx, { accountId, kind, layerId }: ImageKey): Promise<ImageFields> {
  const row = await tx
    .selectFrom('map_layer')
    .where('layer_id', '=', layerId)
    .where('account_id', '=', accountId)
    .where('kind', '=', kind)
    .selectAll()
    .forUpdate()
    .executeTakeFirst();
  if (row === undefined) throw new NamedError('layer-unknown');
  return fieldsOf(row);
}

export async function updateImage(
  tx: Tx,
  { accountId, layerId }: ImageKey,
  fields: ImageFields,
): Promise<void> {
  await tx
    .updateTable('map_layer')
    .set(columnsOf(fields))
    .where('layer_id', '=', layerId)
    .where('account_id', '=', accountId)
    .execute();
}

/**
 * Sets the stacking order of all layers of a kind, from bottom to top.
 *
 * @throws NamedError `layer-unknown` if these are not exactly the layers of the account
 */
export async function sortImages(
  tx: Tx,
  { accountId, kind }: Omit<ImageKey, 'layerId'>,
  layerIds: readonly number[],
): Promise<void> {
  const rows = await tx
    .selectFrom('map_layer')
    .where('account_id', '=', accountId)
    .where('kind', '=', kind)
    .select('layer_id')
    .orderBy('layer_id')
    .forUpdate()
    .execute();
  const stored = new Set(rows.map(({ layer_id }) => layer_id));
  const isComplete =
    layerIds.length === stored.size &&
    new Set(layerIds).size === stored.size &&
    layerIds.every((id) => stored.has(id));
  if (!isComplete) throw new NamedError('layer-unknown');
  await sql`
    update map_layer set sort = place - 1
    from unnest(${[...layerIds]}::int[]) with ordinality as wanted (id, place)
    where layer_id = id and account_id = ${accountId}`.execute(tx);
}

/** A layer whose tiles are cut, as long as its picture and placement stay the same. */
export interface TileTarget {
  readonly accountId: number;
  readonly layerId: number;
  readonly version: number;
}

/** The layer with this version. @throws NamedError `layer-changed` if it was changed or deleted */
export async function readTileTarget(
  db: Db,
  { accountId, layerId, version }: TileTarget,
): Promise<StoredImage> {
  const row = await db
    .selectFrom('map_layer')
    .where('layer_id', '=', layerId)
    .where('account_id', '=', accountId)
    .where('version', '=', version)
    .selectAll()
    .executeTakeFirst();
  if (row === undefined) throw new NamedError('layer-changed');
  return { layerId, ...fieldsOf(row) };
}

/** Stores the archives of this version. @throws NamedError `layer-changed` */
export async function storeTiles(
  tx: Tx,
  { accountId, layerId, version }: TileTarget,
  { tileFileId, tileGcj02FileId }: Pick<ImageFields, 'tileFileId' | 'tileGcj02FileId'>,
): Promise<void> {
  const { numUpdatedRows } = await tx
    .updateTable('map_layer')
    .set({ tile_state: 'done', tile_file_id: tileFileId, tile_gcj02_file_id: tileGcj02FileId })
    .where('layer_id', '=', layerId)
    .where('account_id', '=', accountId)
    .where('version', '=', version)
    .executeTakeFirstOrThrow();
  if (numUpdatedRows === 0n) throw new NamedError('layer-changed');
}

/** Records that there are no tiles of this version. Returns whether the layer still has it. */
export async function failTiles(tx: Tx, { accountId, layerId, version }: TileTarget): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('map_layer')
    .set({ tile_state: 'failed' })
    .where('layer_id', '=', layerId)
    .where('account_id', '=', accountId)
    .where('version', '=', version)
    .where('tile_state', '=', 'waiting')
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

/** All files of a layer; its picture is the first one. */
export function filesOf({ fileId, sourceFileId, tileFileId, tileGcj02FileId }: ImageFields): string[] {
  return [fileId, sourceFileId, tileFileId, tileGcj02FileId].filter((id) => id !== null);
}

/** Returns the pictures that layers use; the clean-up may delete the others. */
export async function picturesOfLayers(tx: Tx, fileIds: readonly string[]): Promise<ReadonlySet<string>> {
  if (fileIds.length === 0) return new Set();
  const rows = await tx.selectFrom('map_layer').select('file_id').where('file_id', 'in', fileIds).execute();
  return new Set(rows.map((row) => row.file_id));
}

interface Row
  extends Pick<ImageFields, 'width' | 'height' | 'opacity' | 'sort' | 'display' | 'method' | 'version'> {
  readonly name: string;
  readonly file_id: string;
  readonly source_file_id: string | null;
  readonly layer_points: ImageFields['layerPoints'];
  readonly map_points: ImageFields['mapPoints'];
  readonly map_scale: number | null;
  readonly tile_state: TileState;
  readonly tile_file_id: string | null;
  readonly tile_gcj02_file_id: string | null;
}

function fieldsOf(row: Row): ImageFields {
  return {
    layerName: row.name,
    fileId: row.file_id,
    sourceFileId: row.source_file_id,
    width: row.width,
    height: row.height,
    layerPoints: row.layer_points,
    mapPoints: row.map_points,
    method: row.method,
    mapScale: row.map_scale,
    opacity: row.opacity,
    sort: row.sort,
    display: row.display,
    tileState: row.tile_state,
    tileFileId: row.tile_file_id,
    tileGcj02FileId: row.tile_gcj02_file_id,
    version: row.version,
  };
}

function columnsOf({ layerName, fileId, layerPoints, mapPoints, ...fields }: ImageFields) {
  return {
    name: layerName,
    file_id: fileId,
    source_file_id: fields.sourceFileId,
    width: fields.width,
    height: fields.height,
    layer_points: JSON.stringify(layerPoints),
    map_points: JSON.stringify(mapPoints),
    method: fields.method,
    map_scale: fields.mapScale,
    opacity: fields.opacity,
    sort: fields.sort,
    display: fields.display,
    tile_state: fields.tileState,
    tile_file_id: fields.tileFileId,
    tile_gcj02_file_id: fields.tileGcj02FileId,
    version: fields.version,
  };
}
