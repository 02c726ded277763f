import type { MapLayer } from '@wakeline/contract/entities/map-layer';
import { NamedError } from '@wakeline/contract/errors';
import { type LayerCorners, placeLayer, type ReferencePoints } from '@wakeline/domain/layers/layer-placement';
import { type AuditEntry, difference, recordAudit } from '../../audit/record.ts';
import type { Db, Tx } from '../../db/database.ts';
import { sendEvent } from '../../db/notify.ts';
import type { Files } from '../../files/files.ts';
import type { Call } from '../../http/call.ts';
import type { Handlers } from '../../http/handler.ts';
import { transactionAs } from '../../http/transaction-as.ts';
import type { Caller } from '../../identity/caller.ts';
import { writeLayerPicture } from './layer-picture.ts';
import { canAddLayers, layerAbilities } from './map-layers.policy.ts';
import {
  insertLayer,
  type LayerFields,
  lockLayer,
  readLayers,
  removePicture,
  updateLayer,
} from './map-layers.queries.ts';

type LayerOperation = 'queryAllLayers' | 'addLayer' | 'editLayer' | 'changeLayerDisplay' | 'deleteLayer';

/** Pictures that an account overlays on its maps. */
export function mapLayerHandlers({
  db,
  files,
}: {
  readonly db: Db;
  readonly files: Files;
}): Pick<Handlers, LayerOperation> {
  return {
    async queryAllLayers({ display }, caller) {
      const abilities = layerAbilities(caller);
      const rows = await readLayers(db, caller.accountId, display);
      const list = rows.map(
        ({ fileId, ...layer }): MapLayer => ({
          ...layer,
          layerUrl: files.addressOf(fileId),
          ...cornersOf(layer),
          abilities,
        }),
      );
      return { list, total: list.length, abilities: { add: canAddLayers(caller) } };
    },

    async addLayer({ picture, uid: _, ...form }, caller, call) {
      const { accountId } = caller;
      const newPicture = await writeLayerPicture(files, picture);
      const { fileId } = newPicture.written;
      try {
        const { width, height } = newPicture;
        const layerPoints = newPicture.toStoredPoints(form.layerPoints);
        const fields = { ...form, layerPoints, fileId, width, height, sort: form.sort ?? null };
        cornersOf(fields);
        const layerId = await transactionAs(db, caller, call, async (tx) => {
          await newPicture.record(tx, accountId);
          const insertedId = await insertLayer(tx, accountId, fields);
          await recordChange(tx, caller, call, { action: 'addLayer', target: form.layerName, after: form });
          return insertedId;
        });
        return { layerId, layerUrl: files.addressOf(fileId) };
      } catch (error) {
        await files.discard([fileId]);
        throw error;
      }
    },

    async editLayer({ layerId, picture, uid: _, ...changes }, caller, call) {
      const { accountId } = caller;
      if (picture !== undefined && changes.layerPoints === undefined) throw new NamedError('layer-points');
      const newPicture = picture === undefined ? null : await writeLayerPicture(files, picture);
      try {
        const replacedFileIds = await transactionAs(db, caller, call, async (tx) => {
          const before = await lockLayer(tx, accountId, layerId);
          const layerPoints = changes.layerPoints ?? before.layerPoints;
          const after: LayerFields = {
            layerName: changes.layerName ?? before.layerName,
            layerPoints: newPicture?.toStoredPoints(layerPoints) ?? layerPoints,
            mapPoints: changes.mapPoints ?? before.mapPoints,
            opacity: changes.opacity ?? before.opacity,
            sort: changes.sort ?? before.sort,
            display: changes.display ?? before.display,
            fileId: newPicture?.written.fileId ?? before.fileId,
            width: newPicture?.width ?? before.width,
            height: newPicture?.height ?? before.height,
          };
          cornersOf(after);
          await newPicture?.record(tx, accountId);
          await updateLayer(tx, { accountId, layerId }, after);
          if (newPicture !== null) await removePicture(tx, accountId, before.fileId);
          const changed = difference(auditDetailsOf(before), auditDetailsOf(after));
          await recordChange(tx, caller, call, { action: 'editLayer', target: before.layerName, ...changed });
          return newPicture === null ? [] : [before.fileId];
        });
        await files.discard(replacedFileIds);
      } catch (error) {
        if (newPicture !== null) await files.discard([newPicture.written.fileId]);
        throw error;
      }
      return {};
    },

    async changeLayerDisplay({ layerId, display }, caller, call) {
      const { accountId } = caller;
      await transactionAs(db, caller, call, async (tx) => {
        const before = await lockLayer(tx, accountId, layerId);
        await updateLayer(tx, { accountId, layerId }, { ...before, display });
        await recordChange(tx, caller, call, {
          action: 'changeLayerDisplay',
          target: before.layerName,
          before: { display: before.display },
          after: { display },
        });
      });
      return {};
    },

    async deleteLayer({ layerId }, caller, call) {
      const { accountId } = caller;
      const fileId = await transactionAs(db, caller, call, async (tx) => {
        const before = await lockLayer(tx, accountId, layerId);
        // The foreign key deletes the layer together with its picture.
        await removePicture(tx, accountId, before.fileId);
        await recordChange(tx, caller, call, {
          action: 'deleteLayer',
          target: before.layerName,
          before: auditDetailsOf(before),
        });
        return before.fileId;
      });
      await files.discard([fileId]);
      return {};
    },
  };
}

/** @throws NamedError the reason why these points cannot place the picture. */
function cornersOf(points: ReferencePoints): LayerCorners {
  const placement = placeLayer(points);
  if (typeof placement === 'string') throw new NamedError(placement);
  return placement.corners;
}

/** Details of a layer in the audit log. */
function auditDetailsOf({ fileId, ...fields }: LayerFields) {
  return { ...fields, picture: fileId };
}

/** Records a change in the audit log and notifies the account's open maps. */
async function recordChange(tx: Tx, caller: Caller, call: Call, entry: AuditEntry): Promise<void> {
  await recordAudit(tx, caller, call, entry);
  await sendEvent(tx, { type: 'changed', what: 'layers', accountId: caller.accountId, userId: null });
}
