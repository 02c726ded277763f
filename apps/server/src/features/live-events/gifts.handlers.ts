import { readFile } from 'node:fs/promises';
import { NamedError } from '@wakeline/contract/errors';
import { LIMITS } from '@wakeline/contract/limits';
import { giftRecordFilter } from '@wakeline/contract/live-events/gift-records';
import type { GiftForm } from '@wakeline/contract/live-events/gifts';
import { difference, recordAudit } from '../../audit/record.ts';
import type { Db, Tx } from '../../db/database.ts';
import type { Files } from '../../files/files.ts';
import { readPicture } from '../../files/picture.ts';
import type { Handlers } from '../../http/handler.ts';
import { transactionAs } from '../../http/transaction-as.ts';
import { checkTimes, readRecords, sumRecords, toGiftRecord } from '../../live-events/gift-records.ts';
import {
  countUsedPictures,
  type GiftRow,
  readGifts,
  removeGift,
  saveGift,
  toGift,
} from '../../live-events/gifts.ts';
import { toYuan } from '../../live-events/money.ts';
import { lockOpenMatch, readMatch } from '../../races/matches.ts';
import type { TaskQueue } from '../../tasks/task-queue.ts';
import { exportMatchGiftsRecordTask } from './export-gift-records.task.ts';
import { canModerate } from './live-events.policy.ts';

type GiftOperation =
  | 'deleteGift'
  | 'editGift'
  | 'exportMatchGiftsRecordExcel'
  | 'queryMatchGifts'
  | 'queryMatchGiftsRecord'
  | 'uploadGiftPic';

/** Name of these pictures in storage, by which they are counted. */
const PICTURE_NAME = 'gift';
/** Pixels of a stored picture: drawn at 96 px, twice that for sharp screens. */
const PICTURE_SIDE = 192;

export interface GiftDependencies {
  readonly db: Db;
  readonly files: Files;
  readonly tasks: TaskQueue;
}

/** Gifts of a live event and their records, for its host. */
export function giftHandlers({ db, files, tasks }: GiftDependencies): Pick<Handlers, GiftOperation> {
  const addressOf = (fileId: string) => files.addressOf(fileId);

  /** @throws NamedError `gift-picture-unknown` */
  async function lockPicture(tx: Tx, accountId: number, { pictureUrl }: GiftForm): Promise<string> {
    const fileId = files.fileIdOfAddress(pictureUrl);
    if (fileId === null || !(await files.lockPicture(tx, accountId, fileId)))
      throw new NamedError('gift-picture-unknown');
    return fileId;
  }

  return {
    async queryMatchGifts({ matchId }, caller) {
      await readMatch(db, caller.accountId, matchId);
      const list = (await readGifts(db, matchId)).map((row) => toGift(row, addressOf));
      return { list, abilities: { edit: canModerate(caller) } };
    },

    async editGift({ uid: _, matchId, giftId, ...form }, caller, call) {
      return transactionAs(db, caller, call, async (tx) => {
        const match = await lockOpenMatch(tx, caller.accountId, matchId);
        const pictureFileId = await lockPicture(tx, caller.accountId, form);
        const stored = { form: { ...form, pictureFileId }, now: call.now };
        const saved = await saveGift(tx, matchId, giftId, stored);
        const target = `${match.name} · ${form.giftName}`;
        const { pictureUrl: _picture, ...after } = form;
        const entry = saved.before === null ? { after } : difference(toAuditFields(saved.before), after);
        await recordAudit(tx, caller, call, { action: 'editGift', target, ...entry });
        return { giftId: saved.giftId };
      });
    },

    async deleteGift({ matchId, giftId }, caller, call) {
      await transactionAs(db, caller, call, async (tx) => {
        const match = await lockOpenMatch(tx, caller.accountId, matchId);
        const before = toAuditFields(await removeGift(tx, matchId, giftId));
        const target = `${match.name} · ${before.giftName}`;
        await recordAudit(tx, caller, call, { action: 'deleteGift', target, before });
      });
      return {};
    },

    async uploadGiftPic({ matchId, picture }, caller, call) {
      const { accountId } = caller;
      await readMatch(db, accountId, matchId);
      const unused =
        (await files.countPictures(accountId, [PICTURE_NAME])) - (await countUsedPictures(db, accountId));
      if (unused >= LIMITS.giftFormPictures) throw new NamedError('gift-picture-limit');
      const form = { width: PICTURE_SIDE, height: PICTURE_SIDE, format: 'png' } as const;
      const { content, mediaType, sentWidth, sentHeight } = await readPicture(
        await readFile(picture.path),
        form,
      );
      if (sentWidth !== sentHeight) throw new NamedError('gift-picture-square');
      const written = await files.write(content);
      await transactionAs(db, caller, call, (tx) =>
        files.record(tx, written, {
          ...{ accountId, kind: 'picture', userId: null, mediaType, name: PICTURE_NAME, expiresAt: null },
        }),
      );
      return { url: files.addressOf(written.fileId) };
    },

    async queryMatchGiftsRecord({ pageIndex, pageSize, ...payload }, caller) {
      const filter = giftRecordFilter.parse(payload);
      checkTimes(filter);
      await readMatch(db, caller.accountId, filter.matchId);
      const page = { limit: pageSize, offset: (pageIndex - 1) * pageSize };
      const rows = await readRecords(db, filter, page);
      const { records, count, total, votes } = await sumRecords(db, filter);
      return {
        list: rows.map((row) => toGiftRecord(row, addressOf)),
        total: records,
        totals: { count, total: toYuan(total), votes },
      };
    },

    async exportMatchGiftsRecordExcel({ uid: _, format, ...filter }, caller, call) {
      checkTimes(filter);
      const match = await readMatch(db, caller.accountId, filter.matchId);
      const { records } = await sumRecords(db, filter);
      if (records === 0) throw new NamedError('export-empty');
      const { accountId, userId, language, timeZone } = caller;
      const taskProgressId = await transactionAs(db, caller, call, async (tx) => {
        await tasks.requireQuota(tx, accountId, call.now);
        return tasks.add(tx, {
          ...{ accountId, userId, definition: exportMatchGiftsRecordTask, total: records, now: call.now },
          subject: { userId, filter, matchName: match.name, format, language, timeZone },
        });
      });
      return { taskProgressId };
    },
  };
}

function toAuditFields({ name, price, votes, hidden }: GiftRow) {
  return { giftName: name, price: toYuan(price), votes, hidden };
}
