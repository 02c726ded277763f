import { readFile } from 'node:fs/promises';
import { NamedError } from '@wakeline/contract/errors';
import { LIVE_PICTURE_SIZES } from '@wakeline/contract/matches/live-conf';
import { recordAudit } from '../../audit/record.ts';
import type { Db } from '../../db/database.ts';
import type { Files } from '../../files/files.ts';
import { readPicture } from '../../files/picture.ts';
import type { Handlers } from '../../http/handler.ts';
import { transactionAs } from '../../http/transaction-as.ts';
import { toLiveConf, writeLiveConf } from '../../races/live-conf.ts';
import { lockOpenMatch, readMatch, recordMatchChange } from '../../races/matches.ts';

type LiveConfOperation = 'editLiveConf' | 'queryLiveConf' | 'uploadLiveConfPic';

/** Name of these pictures in storage: they are counted separately from others. */
const USE = 'event';
/** Pictures of an account, used or not: unused ones are deleted after a day. */
const MAX_PICTURES = 2_000;

/** The public page of a match, as its organiser sets it up. */
export function liveConfHandlers(db: Db, files: Files): Pick<Handlers, LiveConfOperation> {
  return {
    async queryLiveConf({ matchId }, caller) {
      return toLiveConf(await readMatch(db, caller.accountId, matchId), files.addressOf);
    },

    async editLiveConf({ uid: _, matchId, ...conf }, caller, call) {
      await transactionAs(db, caller, call, async (tx) => {
        const match = await lockOpenMatch(tx, caller.accountId, matchId);
        await writeLiveConf(tx, files, match, conf);
        await recordMatchChange(tx, match, call.now);
        const { title, comments, ranking, entrances, carousel } = conf;
        const after = { title, comments, ranking, entrances: entrances.length, pictures: carousel.length };
        await recordAudit(tx, caller, call, { action: 'editLiveConf', target: match.name, after });
      });
      return {};
    },

    async uploadLiveConfPic({ matchId, use, picture }, caller, call) {
      const { accountId } = caller;
      await readMatch(db, accountId, matchId);
      if ((await files.countPictures(accountId, [USE])) >= MAX_PICTURES)
        throw new NamedError('live-picture-limit');
      const size = LIVE_PICTURE_SIZES[use];
      const read = await readPicture(await readFile(picture.path), { ...size, format: 'webp' });
      if (read.sentWidth !== size.width || read.sentHeight !== size.height)
        throw new NamedError('live-picture-size', { width: read.sentWidth, height: read.sentHeight });
      const written = await files.write(read.content);
      await transactionAs(db, caller, call, (tx) =>
        files.record(tx, written, {
          ...{ accountId, kind: 'picture', userId: null, mediaType: read.mediaType, name: USE },
          expiresAt: null,
        }),
      );
      return { url: files.addressOf(written.fileId) };
    },
  };
}
