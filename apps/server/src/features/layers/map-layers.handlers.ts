import type { MapLayer } from '@wakeline/contract/entities/map-layer';
import { NamedError } from '@wakeline/contract/errors';
import { LIMITS } from '@wakeline/contract/limits';
import { searchCoordinateSystems } from '@wakeline/formats/coordinate-systems/coordinate-systems';
import { type AuditEntry, difference, recordAudit } from '../../audit/record.ts';
import type { Tx } from '../../db/database.ts';
import { sendEvent } from '../../db/notify.ts';
import type { Call } from '../../http/call.ts';
import type { Handlers } from '../../http/handler.ts';
import { transactionAs } from '../../http/transaction-as.ts';
import type { Caller } from '../../identity/caller.ts';
import { auditDetailsOf, imageDetails } from '../../map-images/image-details.ts';
import { lockImage, readImages, sortImages, updateImage } from '../../map-images/map-images.queries.ts';
import { readUploadedPicture } from '../../map-images/read-picture.ts';
import {
  createImage,
  deleteImage,
  editImage,
  type ImageDependencies,
  writePicture,
} from '../../map-images/save-image.ts';
import { canAddLayers, layerAbilities } from './map-layers.policy.ts';

type LayerOperation =
  | 'queryAllLayers'
  | 'addLayer'
  | 'editLayer'
  | 'sortLayers'
  | 'changeLayerDisplay'
  | 'deleteLayer'
  | 'readLayerFile'
  | 'queryCoordinateSystems';

const KIND = 'own';
/** Pictures of forms that were not saved. */
const FORM_PICTURE = 'layerForm';
const DAY_MS = 86_400_000;

/** Pictures that an account overlays on its maps. */
export function mapLayerHandlers(dependencies: ImageDependencies): Pick<Handlers, LayerOperation> {
  const { db, files } = dependencies;
  return {
    async queryAllLayers({ display }, caller) {
      const abilities = layerAbilities(caller);
      const images = await readImages(db, { accountId: caller.accountId, kind: KIND, display });
      const list = images.map((image): MapLayer => {
        const { pictureUrl, ...details } = imageDetails(files, image);
        return { ...details, display: image.display, layerUrl: pictureUrl, abilities };
      });
      return { list, total: list.length, abilities: { add: canAddLayers(caller) } };
    },

    async addLayer({ uid: _, picture, positionFile, coordinateSystem, ...form }, caller, call) {
      const { accountId, userId } = caller;
      const newPicture = await writePicture(files, { picture, positionFile, coordinateSystem });
      try {
        const { layerName, opacity, display, sort = null } = form;
        const layerId = await transactionAs(db, caller, call, async (tx) => {
          const created = await createImage(
            tx,
            dependencies,
            { accountId, userId, now: call.now },
            { kind: KIND, layerName, opacity, display, sort, placement: form, picture: newPicture },
          );
          const after = auditDetailsOf(created.fields);
          await recordChange(tx, caller, call, { action: 'addLayer', target: layerName, after });
          return created.layerId;
        });
        return { layerId, layerUrl: files.addressOf(newPicture.fileId) };
      } catch (error) {
        await newPicture.discard();
        throw error;
      }
    },

    async editLayer({ uid: _, layerId, picture, positionFile, coordinateSystem, ...changes }, caller, call) {
      const { accountId, userId } = caller;
      const newPicture =
        picture === undefined ? null : await writePicture(files, { picture, positionFile, coordinateSystem });
      try {
        const replacedFileIds = await transactionAs(db, caller, call, async (tx) => {
          const request = { accountId, kind: KIND, layerId, userId, now: call.now } as const;
          const edited = await editImage(tx, dependencies, request, { ...changes, picture: newPicture });
          const changed = difference(auditDetailsOf(edited.before), auditDetailsOf(edited.after));
          const target = edited.before.layerName;
          await recordChange(tx, caller, call, { action: 'editLayer', target, ...changed });
          return edited.replacedFileIds;
        });
        await files.discard(replacedFileIds);
      } catch (error) {
        await newPicture?.discard();
        throw error;
      }
      return {};
    },

    async sortLayers({ layerIds }, caller, call) {
      const { accountId } = caller;
      await transactionAs(db, caller, call, async (tx) => {
        await sortImages(tx, { accountId, kind: KIND }, layerIds);
        await recordChange(tx, caller, call, { action: 'sortLayers', target: '', after: { layerIds } });
      });
      return {};
    },

    async changeLayerDisplay({ layerId, display }, caller, call) {
      const key = { accountId: caller.accountId, kind: KIND, layerId } as const;
      await transactionAs(db, caller, call, async (tx) => {
        const before = await lockImage(tx, key);
        await updateImage(tx, key, { ...before, display });
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
      const key = { accountId: caller.accountId, kind: KIND, layerId } as const;
      const removedFileIds = await transactionAs(db, caller, call, async (tx) => {
        const { image, fileIds } = await deleteImage(tx, dependencies, key);
        await recordChange(tx, caller, call, {
          action: 'deleteLayer',
          target: image.layerName,
          before: auditDetailsOf(image),
        });
        return fileIds;
      });
      await files.discard(removedFileIds);
      return {};
    },

    async readLayerFile({ picture, positionFile, coordinateSystem }, caller, call) {
      const { accountId } = caller;
      if ((await files.countPictures(accountId, [FORM_PICTURE])) >= LIMITS.layerFormPictures)
        throw new NamedError('layer-picture-limit');
      const { content, position, sentWidth, sentHeight } = await readUploadedPicture({
        picture,
        positionFile,
        coordinateSystem,
      });
      const written = await files.write(content);
      await transactionAs(db, caller, call, (tx) =>
        files.record(tx, written, {
          accountId,
          kind: 'picture',
          userId: null,
          mediaType: 'image/webp',
          name: FORM_PICTURE,
          expiresAt: call.now + DAY_MS,
        }),
      );
      const [northwest, northeast, southeast, southwest] = position?.corners ?? [];
      const hasCorners = northwest && northeast && southeast && southwest;
      return {
        pictureUrl: files.addressOf(written.fileId),
        width: sentWidth,
        height: sentHeight,
        position:
          position && hasCorners
            ? { source: position.source, northwest, northeast, southeast, southwest }
            : null,
        coordinateSystem: position?.coordinateSystem ?? null,
        needsCoordinateSystem: position !== null && position.corners === null,
      };
    },

    async queryCoordinateSystems({ text }) {
      const list = searchCoordinateSystems(text).map(({ code, name, area }) => ({ code, name, area }));
      return { list, total: list.length };
    },
  };
}

/** Records a change in the audit log and notifies the account's open maps. */
async function recordChange(tx: Tx, caller: Caller, call: Call, entry: AuditEntry): Promise<void> {
  await recordAudit(tx, caller, call, entry);
  await sendEvent(tx, { type: 'changed', what: 'layers', accountId: caller.accountId, userId: null });
}
