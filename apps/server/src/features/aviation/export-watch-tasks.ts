import { exportTasksExcel } from '@wakeline/contract/aviation/watch-tasks';
import type { Language } from '@wakeline/contract/entities/user-config';
import type { WrittenCell } from '@wakeline/formats/spreadsheets/written-sheet';
import { readFlightsById } from '../../aviation/flights.ts';
import { countTasks, readTasks } from '../../aviation/watch-tasks.ts';
import type { Clock } from '../../clock.ts';
import type { Db } from '../../db/database.ts';
import { readTaskContacts } from '../../delivery/task-contacts.ts';
import { readFenceNames } from '../../fences/fences.ts';
import type { Files } from '../../files/files.ts';
import { writeSheetFile } from '../../files/write-sheet-file.ts';
import { confirmRequester, requireRequester } from '../../identity/requester.ts';
import { readRouteNames } from '../../rules/rule-references.ts';
import type { TaskWorker } from '../../tasks/kinds.ts';
import { trackerIdIn, trackersInScope } from '../../trackers/in-scope.ts';
import type { ExportWatchTasksSubject } from './export-watch-tasks.task.ts';
import { presentTaskFlight } from './present-flight.ts';
import { toWatchTaskCells, watchTaskColumns } from './watch-task-columns.ts';

const PAGE_SIZE = 100;

const NAME: Readonly<Record<Language, string>> = { zh_CN: '任务', en_US: 'Tasks' };

/** Writes the tasks that the requester sees at run time to a sheet, page by page. */
export function exportWatchTasksWorker({
  db,
  files,
  clock,
}: {
  readonly db: Db;
  readonly files: Files;
  readonly clock: Clock;
}): TaskWorker<ExportWatchTasksSubject> {
  return {
    async run({ accountId, subject, progress, signal }) {
      const { userId, filter, language, timeZone } = subject;
      const { access } = exportTasksExcel;
      const requester = await requireRequester(db, { accountId, userId }, access, clock.now());
      const total = await countTasks(db, requester, filter);
      const fenceNames = await readFenceNames(db, requester);
      async function* pages(): AsyncGenerator<readonly (readonly WrittenCell[])[]> {
        for (let pageIndex = 1; ; pageIndex += 1) {
          signal.throwIfAborted();
          const rows = await readTasks(db, requester, filter, { pageIndex, pageSize: PAGE_SIZE });
          if (rows.length === 0) return;
          const trackers = await trackersInScope(db, requester)
            .where(trackerIdIn([...new Set(rows.flatMap(({ tracker_ids }) => tracker_ids))]))
            .select(['tracker.tracker_id', 'tracker.name'])
            .execute();
          const trackerNames = new Map(trackers.map(({ tracker_id, name }) => [tracker_id, name]));
          const routeIds = rows.flatMap(({ line }) => (line === null ? [] : [line.routeId]));
          const routeNames = await readRouteNames(db, requester, [...new Set(routeIds)]);
          const contacts = await readTaskContacts(
            db,
            rows.map((row) => row.task_id),
          );
          const flightIds = rows.flatMap((row) => row.flight_id ?? []);
          const found = await readFlightsById(db, requester, flightIds, clock.now());
          const flights = new Map([...found].map(([flightId, row]) => [flightId, presentTaskFlight(row)]));
          const options = { language, timeZone, routeNames, fenceNames, trackerNames, contacts, flights };
          yield rows.map((row) => toWatchTaskCells(row, options));
          await progress(Math.min(1, (pageIndex * PAGE_SIZE) / Math.max(1, total)));
        }
      }
      const options = { ...subject, name: NAME, columns: watchTaskColumns(language), now: clock.now() };
      const file = await writeSheetFile(files, pages(), options);
      return { ...file, commit: confirmRequester(requester, access, () => clock.now()) };
    },
  };
}
