import type { RACE_DISPLAYS, RaceLayer } from '@wakeline/contract/entities/map-layer';
import type { Display } from '@wakeline/contract/entities/map-object';
import { NamedError } from '@wakeline/contract/errors';
import type { PayloadOf } from '@wakeline/contract/operation';
import type { saveOrUpdateRaceLayer } from '@wakeline/contract/race-layers';
import { type AuditEntry, difference, recordAudit } from '../../audit/record.ts';
import type { Tx } from '../../db/database.ts';
import { sendEvent } from '../../db/notify.ts';
import type { Call } from '../../http/call.ts';
import type { Handlers } from '../../http/handler.ts';
import { transactionAs } from '../../http/transaction-as.ts';
import type { Caller } from '../../identity/caller.ts';
import { auditDetailsOf, imageDetails } from '../../map-images/image-details.ts';
import {
  type ImageFields,
  lockImage,
  readImages,
  sortImages,
  updateImage,
} from '../../map-images/map-images.queries.ts';
import {
  createImage,
  deleteImage,
  editImage,
  type ImageDependencies,
  type NewPicture,
  placeOrRefuse,
  writePicture,
} from '../../map-images/save-image.ts';
import { canAddRaceLayers, raceLayerAbilities } from './race-layers.policy.ts';

type RaceLayerOperation =
  | 'queryAllRaceLayer'
  | 'convertPoints'
  | 'saveOrUpdateRaceLayer'
  | 'sortRaceLayers'
  | 'changeRaceLayerDisplay'
  | 'deleteRaceLayer';

const KIND = 'race';
type RaceDisplay = (typeof RACE_DISPLAYS)[number];

/** The specification has numbers for the display of race layers. */
const toDisplay = (display: RaceDisplay): Display => (display === 1 ? 'SHOW' : 'HIDE');
const toRaceDisplay = (display: Display): RaceDisplay => (display === 'SHOW' ? 1 : 0);

/** Maps of races, above the own layers of an account. */
export function raceLayerHandlers(dependencies: ImageDependencies): Pick<Handlers, RaceLayerOperation> {
  const { db, files } = dependencies;

  async function create(
    { layerName, opacity = 100, display = 1, sort, ...form }: RaceLayerChanges,
    picture: NewPicture,
    { caller, call }: Editing,
  ): Promise<number> {
    // A name that is required only for new layers.
    if (layerName === undefined) throw new NamedError('field-invalid', { field: 'layerName' });
    const { accountId, userId } = caller;
    return transactionAs(db, caller, call, async (tx) => {
      const placement = { ...form, method: form.method ?? 'automatic', mapScale: form.mapScale ?? null };
      const created = await createImage(
        tx,
        dependencies,
        { accountId, userId, now: call.now },
        {
          kind: KIND,
          layerName,
          opacity,
          display: toDisplay(display),
          sort: sort ?? null,
          placement,
          picture,
        },
      );
      const after = raceAuditDetails(created.fields);
      await recordChange(tx, caller, call, { action: 'saveOrUpdateRaceLayer', target: layerName, after });
      return created.layerId;
    });
  }

  async function edit(
    layerId: number,
    { display, ...changes }: RaceLayerChanges,
    picture: NewPicture | null,
    { caller, call }: Editing,
  ): Promise<ImageFields> {
    const { accountId, userId } = caller;
    const edited = await transactionAs(db, caller, call, async (tx) => {
      const request = { accountId, kind: KIND, layerId, userId, now: call.now } as const;
      const values = { ...changes, picture, ...(display !== undefined && { display: toDisplay(display) }) };
      const image = await editImage(tx, dependencies, request, values);
      const changed = difference(raceAuditDetails(image.before), raceAuditDetails(image.after));
      const target = image.before.layerName;
      await recordChange(tx, caller, call, { action: 'saveOrUpdateRaceLayer', target, ...changed });
      return image;
    });
    await files.discard(edited.replacedFileIds);
    return edited.after;
  }

  return {
    async queryAllRaceLayer({ display }, caller) {
      const abilities = raceLayerAbilities(caller);
      const images = await readImages(db, {
        accountId: caller.accountId,
        kind: KIND,
        display: display === undefined ? undefined : toDisplay(display),
      });
      const list = images.map((image): RaceLayer => {
        const { pictureUrl, ...details } = imageDetails(files, image);
        return { ...details, display: toRaceDisplay(image.display), raceLayerUrl: pictureUrl, abilities };
      });
      return { list, total: list.length, abilities: { add: canAddRaceLayers(caller) } };
    },

    async convertPoints({ uid: _, method, mapScale, ...points }) {
      const placement = placeOrRefuse(points, { method, mapScale });
      const { corners, residuals, rmse, metresPerPixel, warnings } = placement;
      return {
        ...corners,
        method: placement.method,
        residuals: [...residuals],
        rmse,
        metresPerPixel,
        warnings: warnings.map((warning) => ({
          kind: warning.kind,
          pair: 'pair' in warning ? warning.pair : null,
        })),
      };
    },

    async saveOrUpdateRaceLayer(payload, caller, call) {
      const { uid: _, layerId, picture, positionFile, coordinateSystem, ...changes } = payload;
      if (layerId === undefined && picture === undefined) throw new NamedError('layer-picture-needed');
      const newPicture =
        picture === undefined ? null : await writePicture(files, { picture, positionFile, coordinateSystem });
      try {
        if (layerId !== undefined) {
          const { fileId } = await edit(layerId, changes, newPicture, { caller, call });
          return { layerId, raceLayerUrl: files.addressOf(fileId) };
        }
        if (newPicture === null) throw new NamedError('layer-picture-needed');
        const createdId = await create(changes, newPicture, { caller, call });
        return { layerId: createdId, raceLayerUrl: files.addressOf(newPicture.fileId) };
      } catch (error) {
        await newPicture?.discard();
        throw error;
      }
    },

    async sortRaceLayers({ layerIds }, caller, call) {
      const { accountId } = caller;
      await transactionAs(db, caller, call, async (tx) => {
        await sortImages(tx, { accountId, kind: KIND }, layerIds);
        await recordChange(tx, caller, call, { action: 'sortRaceLayers', target: '', after: { layerIds } });
      });
      return {};
    },

    async changeRaceLayerDisplay({ layerId, display }, caller, call) {
      const key = { accountId: caller.accountId, kind: KIND, layerId } as const;
      await transactionAs(db, caller, call, async (tx) => {
        const before = await lockImage(tx, key);
        await updateImage(tx, key, { ...before, display: toDisplay(display) });
        await recordChange(tx, caller, call, {
          action: 'changeRaceLayerDisplay',
          target: before.layerName,
          before: { display: toRaceDisplay(before.display) },
          after: { display },
        });
      });
      return {};
    },

    async deleteRaceLayer({ layerId }, caller, call) {
      const key = { accountId: caller.accountId, kind: KIND, layerId } as const;
      const removedFileIds = await transactionAs(db, caller, call, async (tx) => {
        const { image, fileIds } = await deleteImage(tx, dependencies, key);
        await recordChange(tx, caller, call, {
          action: 'deleteRaceLayer',
          target: image.layerName,
          before: raceAuditDetails(image),
        });
        return fileIds;
      });
      await files.discard(removedFileIds);
      return {};
    },
  };
}

type RaceLayerChanges = Omit<
  PayloadOf<typeof saveOrUpdateRaceLayer>,
  'uid' | 'layerId' | 'picture' | 'positionFile' | 'coordinateSystem'
>;

interface Editing {
  readonly caller: Caller;
  readonly call: Call;
}

function raceAuditDetails(image: ImageFields) {
  return { ...auditDetailsOf(image), display: toRaceDisplay(image.display) };
}

/** Records a change in the audit log and notifies the account's open maps. */
async function recordChange(tx: Tx, caller: Caller, call: Call, entry: AuditEntry): Promise<void> {
  await recordAudit(tx, caller, call, entry);
  await sendEvent(tx, { type: 'changed', what: 'layers', accountId: caller.accountId, userId: null });
}
