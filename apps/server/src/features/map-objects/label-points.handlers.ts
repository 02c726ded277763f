import type { LabelPoint, LabelPointForm } from '@wakeline/contract/entities/map-object';
import type { Db } from '../../db/database.ts';
import type { Files } from '../../files/files.ts';
import type { Handlers } from '../../http/handler.ts';
import { transactionAs } from '../../http/transaction-as.ts';
import { deleteObject, editObject, type ObjectKind, ownerOf } from './edit-object.ts';
import {
  insertLabelPoints,
  type LabelPointRow,
  labelPointFormOf,
  lockLabelPoint,
  readLabelPoints,
  removeLabelPoint,
  updateLabelPoint,
} from './label-points.queries.ts';
import { canAddObjects, canReadObject, type ObjectUser, objectAbilities } from './map-objects.policy.ts';
import { omitUndefined, recordObjectChange, requireTargetGroup } from './object-changes.ts';
import { storePictures, toPictureUrls } from './point-pictures.ts';

type LabelPointOperation = 'queryAllLabelPoints' | 'addLabelPoint' | 'editLabelPoint' | 'deleteLabelPoint';

/** Labelled points: positions with an icon, a note and pictures. */
export function labelPointHandlers(db: Db, files: Files): Pick<Handlers, LabelPointOperation> {
  const withPictureUrls = (form: LabelPointForm): LabelPointForm => ({
    ...form,
    ...toPictureUrls(form, files.addressOf),
  });
  const present = (row: LabelPointRow, reader: ObjectUser): LabelPoint => ({
    ...withPictureUrls(labelPointFormOf(row)),
    labelPointId: row.label_point_id,
    abilities: objectAbilities(reader, ownerOf(row)),
  });

  const labelPoint: ObjectKind<LabelPointRow> = {
    what: 'labelPoints',
    lock: lockLabelPoint,
    remove: removeLabelPoint,
    auditDetails: (row) => ({ ...withPictureUrls(labelPointFormOf(row)) }),
  };

  return {
    async queryAllLabelPoints({ display }, caller) {
      const rows = await readLabelPoints(db, caller, { display });
      const list = rows
        .filter((row) => canReadObject(caller, ownerOf(row)))
        .map((row) => present(row, caller));
      return { list, total: list.length, abilities: { add: canAddObjects(caller) } };
    },

    async addLabelPoint({ uid: _, ...form }, caller, call) {
      const { accountId } = caller;
      return transactionAs(db, caller, call, async (tx) => {
        await requireTargetGroup(tx, caller, form.groupId);
        const stored = { ...form, ...(await storePictures(tx, files, accountId, form)) };
        const [labelPointId] = await insertLabelPoints(tx, accountId, [stored], call.now);
        if (labelPointId === undefined) throw new Error('the inserted point has no id');
        await recordObjectChange(tx, caller, call, {
          what: 'labelPoints',
          action: 'addLabelPoint',
          target: form.placeName,
          after: { ...form },
        });
        return { labelPointId };
      });
    },

    async editLabelPoint({ uid: _, labelPointId, ...fields }, caller, call) {
      await editObject(labelPoint, {
        db,
        caller,
        call,
        action: 'editLabelPoint',
        id: labelPointId,
        groupId: fields.groupId,
        async store(tx, row) {
          const before = withPictureUrls(labelPointFormOf(row));
          const after: LabelPointForm = { ...before, ...omitUndefined(fields) };
          await updateLabelPoint(tx, row, {
            ...after,
            ...(await storePictures(tx, files, caller.accountId, after)),
          });
          return { before: { ...before }, after: { ...after } };
        },
      });
      return {};
    },

    async deleteLabelPoint({ labelPointId }, caller, call) {
      await deleteObject(labelPoint, { db, caller, call, action: 'deleteLabelPoint', id: labelPointId });
      return {};
    },
  };
}
