import type { MapLayerForm } from '@wakeline/contract/entities/map-layer';
import type { Display } from '@wakeline/contract/entities/map-object';
import { NamedError } from '@wakeline/contract/errors';
import { LIMITS } from '@wakeline/contract/limits';
import type { Db, Tx } from '../../db/database.ts';
import { lockAccount } from '../../db/lock-account.ts';

/** Stored fields of a layer except its owner. Points are in pixels of the stored picture. */
export interface LayerFields extends MapLayerForm {
  readonly fileId: string;
  readonly width: number;
  readonly height: number;
}

/** Layers of an account, bottom layer first. */
export async function readLayers(
  db: Db,
  accountId: number,
  display: Display | undefined,
): Promise<(LayerFields & { readonly layerId: number })[]> {
  const rows = await db
    .selectFrom('map_layer')
    .where('account_id', '=', accountId)
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
export async function insertLayer(
  tx: Tx,
  accountId: number,
  fields: Omit<LayerFields, 'sort'> & { readonly sort: number | null },
): Promise<number> {
  await lockAccount(tx, accountId);
  const { count, highest } = await tx
    .selectFrom('map_layer')
    .where('account_id', '=', accountId)
    .select((query) => [
      query.fn.countAll<number>().as('count'),
      query.fn.max<number | null>('sort').as('highest'),
    ])
    .executeTakeFirstOrThrow();
  if (count >= LIMITS.layersPerAccount) throw new NamedError('layer-limit');
  const sort = fields.sort ?? Math.min(MAX_SORT, (highest ?? -1) + 1);
  const { layer_id } = await tx
    .insertInto('map_layer')
    .values({ account_id: accountId, ...columnsOf({ ...fields, sort }) })
    .returning('layer_id')
    .executeTakeFirstOrThrow();
  return layer_id;
}

/** Limit of the contract. Among layers of equal `sort` the newer one is on top. */
const MAX_SORT = 9_999;

/**
 * Reads a layer and locks its row until the transaction ends.
 *
 * @throws NamedError `layer-unknown` when the account has no such layer
 */
export async function lockLayer(tx: Tx, accountId: number, layerId: number): Promise<LayerFields> {
  const row = await tx
    .selectFrom('map_layer')
    .where('layer_id', '=', layerId)
    .where('account_id', '=', accountId)
    .selectAll()
    .forUpdate()
    .executeTakeFirst();
  if (row === undefined) throw new NamedError('layer-unknown');
  return fieldsOf(row);
}

export async function updateLayer(
  tx: Tx,
  { accountId, layerId }: { readonly accountId: number; readonly layerId: number },
  fields: LayerFields,
): Promise<void> {
  await tx
    .updateTable('map_layer')
    .set(columnsOf(fields))
    .where('layer_id', '=', layerId)
    .where('account_id', '=', accountId)
    .execute();
}

/** Deletes a picture's row; the foreign key deletes the layer that still uses it. */
export async function removePicture(tx: Tx, accountId: number, fileId: string): Promise<void> {
  await tx
    .deleteFrom('stored_file')
    .where('file_id', '=', fileId)
    .where('account_id', '=', accountId)
    .execute();
}

/** Returns the pictures that layers use; the clean-up may delete the others. */
export async function picturesOfLayers(tx: Tx, fileIds: readonly string[]): Promise<ReadonlySet<string>> {
  if (fileIds.length === 0) return new Set();
  const rows = await tx.selectFrom('map_layer').select('file_id').where('file_id', 'in', fileIds).execute();
  return new Set(rows.map((row) => row.file_id));
}

interface Row extends Pick<LayerFields, 'width' | 'height' | 'opacity' | 'sort' | 'display'> {
  readonly name: string;
  readonly file_id: string;
  readonly layer_points: LayerFields['layerPoints'];
  readonly map_points: LayerFields['mapPoints'];
}

function fieldsOf({ name, file_id, layer_points, map_points, ...row }: Row): LayerFields {
  return {
    layerName: name,
    fileId: file_id,
    width: row.width,
    height: row.height,
    layerPoints: layer_points,
    mapPoints: map_points,
    opacity: row.opacity,
    sort: row.sort,
    display: row.display,
  };
}

function columnsOf({ layerName, fileId, layerPoints, mapPoints, ...fields }: LayerFields) {
  return {
    name: layerName,
    file_id: fileId,
    width: fields.width,
    height: fields.height,
    layer_points: JSON.stringify(layerPoints),
    map_points: JSON.stringify(mapPoints),
    opacity: fields.opacity,
    sort: fields.sort,
    display: fields.display,
  };
}
