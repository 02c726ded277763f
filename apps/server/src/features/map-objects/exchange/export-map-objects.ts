import type { MapObjectKind } from '@wakeline/contract/entities/map-object';
import type { Language } from '@wakeline/contract/entities/user-config';
import { LIMITS } from '@wakeline/contract/limits';
import { exportMapObjects } from '@wakeline/contract/map-objects/exchange';
import { FEATURE_WRITERS } from '@wakeline/formats/write-map-file';
import type { Clock } from '../../../clock.ts';
import type { Db } from '../../../db/database.ts';
import { fileChunks } from '../../../files/file-chunks.ts';
import { fileTitle } from '../../../files/file-title.ts';
import type { Files } from '../../../files/files.ts';
import { confirmRequester, requireRequester } from '../../../identity/requester.ts';
import { formatLocalTime } from '../../../local-time.ts';
import type { TaskWorker } from '../../../tasks/kinds.ts';
import type { ExportMapObjectsSubject } from './export-map-objects.task.ts';
import { countObjects, readObjects } from './object-pages.ts';

const NAMES: Readonly<Record<MapObjectKind, Readonly<Record<Language, string>>>> = {
  fence: { zh_CN: '围栏', en_US: 'Fences' },
  labelPoint: { zh_CN: '标注点', en_US: 'Labelled points' },
  route: { zh_CN: '路线', en_US: 'Routes' },
};

/**
 * Writes fences, labelled points or routes of an account to a file: those that the requester can see when the task runs.
 * If there are none, the task ends without a file. It fails with `export-too-large` above the size limit, and with
 * `not-allowed` if the requester loses the right while it runs.
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
      const { access } = exportMapObjects;
      const requester = await requireRequester(db, { accountId, userId }, access, clock.now());
      const total = await countObjects(db, requester, subject);
      if (total === 0) return null;
      const day = formatLocalTime(clock.now(), timeZone).slice(0, 10);
      const title = fileTitle(subject.name) || `${NAMES[subject.kind][language]} ${day}`;
      const { head, feature, tail, mediaType, extension } = FEATURE_WRITERS[format];
      const scope = requester;
      async function* textChunks(): AsyncGenerator<string> {
        yield head(title);
        let writtenCount = 0;
        for await (const object of readObjects(db, scope, subject)) {
          yield feature(object, writtenCount === 0);
          writtenCount += 1;
          await progress(Math.min(1, writtenCount / total));
        }
        yield tail;
      }
      const written = await files.write(fileChunks(textChunks(), LIMITS.exportBytes));
      const name = title.toLowerCase().endsWith(extension) ? title : `${title}${extension}`;
      return { written, mediaType, name, commit: confirmRequester(requester, access, () => clock.now()) };
    },
  };
}
