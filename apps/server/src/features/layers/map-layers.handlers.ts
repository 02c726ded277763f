import type { MapLayer } from '@wakeline/contract/entities/map-layer';
import { NamedError } from '@wakeline/contract/errors';
import { type LayerCorners, placeLayer, type ReferencePoints } from '@wakeline/domain/layers/layer-place';
import { type AuditEntry, difference, recordAudit } from '../../audit/record.ts';
import type { Db, Tx } from '../../db/database.ts';
import { sendEvent } from '../../db/notify.ts';
import type { Files } from '../../files/files.ts';
import type { Call } from '../../http/call.ts';
import type { Handlers } from '../../http/handler.ts';
import { transactionAs } from '../../http/transaction-as.ts';
import type { Caller } from '../../identity/caller.ts';
import { writeLayerPicture } from './layer-picture.ts';
import { layerAbilities, mayAddLayers } from './map-layers.policy.ts';
import {
  insertLayer,
  type LayerFields,
  lockLayer,
  readLayers,
  removePicture,
  updateLayer,
} from './map-layers.queries.ts';

type LayerOperation = 'queryAllLayers' | 'addLayer' | 'editLayer' | 'changeLayerDisplay' | 'deleteLayer';

/** Pictures that an account lays on its maps. */
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
      return { list, total: list.length, abilities: { add: mayAddLayers(caller) } };
    },

    async addLayer({ picture, uid: _, ...form }, caller, call) {
      const { accountId } = caller;
      const kept = await writeLayerPicture(files, picture);
      const { fileId } = kept.written;
      try {
        const { width, height } = kept;
        const layerPoints = kept.keep(form.layerPoints);
        const fields = { ...form, layerPoints, fileId, width, height, sort: form.sort ?? null };
        cornersOf(fields);
        const layerId = await transactionAs(db, caller, call, async (tx) => {
          await kept.record(tx, accountId);
          const made = await insertLayer(tx, accountId, fields);
          await tell(tx, caller, call, { action: 'addLayer', target: form.layerName, after: form });
          return made;
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
      const kept = picture === undefined ? null : await writeLayerPicture(files, picture);
      try {
        const gone = await transactionAs(db, caller, call, async (tx) => {
          const before = await lockLayer(tx, accountId, layerId);
          const layerPoints = changes.layerPoints ?? before.layerPoints;
          const after: LayerFields = {
            layerName: changes.layerName ?? before.layerName,
            layerPoints: kept?.keep(layerPoints) ?? layerPoints,
            mapPoints: changes.mapPoints ?? before.mapPoints,
            opacity: changes.opacity ?? before.opacity,
            sort: changes.sort ?? before.sort,
            display: changes.display ?? before.display,
            fileId: kept?.written.fileId ?? before.fileId,
            width: kept?.width ?? before.width,
            height: kept?.height ?? before.height,
          };
          cornersOf(after);
          await kept?.record(tx, accountId);
          await updateLayer(tx, { accountId, layerId }, after);
          if (kept !== null) await removePicture(tx, accountId, before.fileId);
          const changed = difference(factsOf(before), factsOf(after));
          await tell(tx, caller, call, { action: 'editLayer', target: before.layerName, ...changed });
          return kept === null ? [] : [before.fileId];
        });
        await files.discard(gone);
      } catch (error) {
        if (kept !== null) await files.discard([kept.written.fileId]);
        throw error;
      }
      return {};
    },

    async changeLayerDisplay({ layerId, display }, caller, call) {
      const { accountId } = caller;
      await transactionAs(db, caller, call, async (tx) => {
        const before = await lockLayer(tx, accountId, layerId);
        await updateLayer(tx, { accountId, layerId }, { ...before, display });
        await tell(tx, caller, call, {
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
        // The layer goes with its picture.
        await removePicture(tx, accountId, before.fileId);
        await tell(tx, caller, call, {
          action: 'deleteLayer',
          target: before.layerName,
          before: factsOf(before),
        });
        return before.fileId;
      });
      await files.discard([fileId]);
      return {};
    },
  };
}

/** @throws NamedError why the picture cannot be placed by these points. */
function cornersOf(points: ReferencePoints): LayerCorners {
  const place = placeLayer(points);
  if (typeof place === 'string') throw new NamedError(place);
  return place.corners;
}

/** What the audit log tells of a layer. */
function factsOf({ fileId, ...fields }: LayerFields) {
  return { ...fields, picture: fileId };
}

/** Writes a change down, and has the maps of the account follow it. */
async function tell(tx: Tx, caller: Caller, call: Call, entry: AuditEntry): Promise<void> {
  await recordAudit(tx, caller, call, entry);
  await sendEvent(tx, { type: 'changed', what: 'layers', accountId: caller.accountId, userId: null });
}
