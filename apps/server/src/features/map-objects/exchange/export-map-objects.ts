import type { MapObjectKind } from '@wakeline/contract/entities/map-object';
import type { Language } from '@wakeline/contract/entities/user-config';
import { LIMITS } from '@wakeline/contract/limits';
import { exportMapObjects } from '@wakeline/contract/map-objects/exchange';
import { WRITERS } from '@wakeline/formats/write-map-file';
import type { Clock } from '../../../clock.ts';
import type { Db } from '../../../db/database.ts';
import { filePieces } from '../../../files/file-pieces.ts';
import { fileTitle } from '../../../files/file-title.ts';
import type { Files } from '../../../files/files.ts';
import { allows } from '../../../identity/access.ts';
import { findUser } from '../../../identity/find-caller.ts';
import { localTime } from '../../../local-time.ts';
import type { TaskWorker } from '../../../tasks/kinds.ts';
import type { ExportMapObjectsSubject } from './export-map-objects.task.ts';
import { countObjects, eachObject } from './object-parts.ts';

const NAMES: Readonly<Record<MapObjectKind, Readonly<Record<Language, string>>>> = {
  fence: { zh_CN: '围栏', en_US: 'Fences' },
  labelPoint: { zh_CN: '标注点', en_US: 'Points' },
  route: { zh_CN: '路线', en_US: 'Routes' },
};

/**
 * Writes fences, labelled points or routes of an account into a file: those that the asker may see when it runs. Who may see none
 * any more gets no file. It fails with `export-too-large` where the file would be.
 */
export function exportMapObjectsWorker({
  db,
  files,
  clock,
}: {
  readonly db: Db;
  readonly files: Files;
  readonly clock: Clock;
}): TaskWorker<ExportMapObjectsSubject> {
  return {
    async run({ accountId, subject, progress }) {
      const { userId, language, timeZone, format } = subject;
      const asker = await findUser(db, userId, clock.now());
      if (asker?.accountId !== accountId || !allows(exportMapObjects.access, asker)) return null;
      const total = await countObjects(db, asker, subject);
      if (total === 0) return null;
      const day = localTime(clock.now(), timeZone).slice(0, 10);
      const title = fileTitle(subject.name) || `${NAMES[subject.kind][language]} ${day}`;
      const { head, feature, tail, mediaType, extension } = WRITERS[format];
      const scope = asker;
      async function* texts(): AsyncGenerator<string> {
        yield head(title);
        let done = 0;
        for await (const each of eachObject(db, scope, subject)) {
          yield feature(each, done === 0);
          done += 1;
          await progress(Math.min(1, done / total));
        }
        yield tail;
      }
      const written = await files.write(filePieces(texts(), LIMITS.exportBytes));
      const name = title.toLowerCase().endsWith(extension) ? title : `${title}${extension}`;
      return { written, mediaType, name };
    },
  };
}
