import type { Language } from '@wakeline/contract/entities/user-config';
import { LIMITS } from '@wakeline/contract/limits';
import { accessFor } from '@wakeline/contract/operation';
import { exportTrack } from '@wakeline/contract/replay/tracks';
import { kindOfIcon, type MovementKind } from '@wakeline/domain/correction/movement-kind';
import { GENERIC_ICON, ICON_NAMES } from '@wakeline/domain/devices/device-icon';
import type { LocatedReport } from '@wakeline/domain/tracker-state/apply-report';
import type { TrackOwner, TrackWriter } from '@wakeline/formats/tracks/track-writer';
import { TRACK_WRITERS } from '@wakeline/formats/tracks/write-track-file';
import type { Clock } from '../../../clock.ts';
import type { Db } from '../../../db/database.ts';
import { fileChunks } from '../../../files/file-chunks.ts';
import { fileTitle } from '../../../files/file-title.ts';
import type { Files } from '../../../files/files.ts';
import { confirmRequester, requireRequester } from '../../../identity/requester.ts';
import type { Scope } from '../../../identity/scope.ts';
import { formatLocalTime } from '../../../local-time.ts';
import type { PositionHistory } from '../../../positions/position-store.ts';
import { readTrackBatches, type TrackWindow } from '../../../positions/read-track.ts';
import type { TaskResult, TaskWorker } from '../../../tasks/kinds.ts';
import { trackerIdIn, trackersInScope } from '../../../trackers/in-scope.ts';
import { type Correction, startCorrection } from './corrected-fixes.ts';
import type { ExportTrackSubject } from './export-track.task.ts';
import type { OwnerFixes } from './fit-chunks.ts';
import { rebatch } from './rebatch.ts';

const NAME: Readonly<Record<Language, string>> = { zh_CN: '轨迹', en_US: 'Tracks' };

interface ExportDependencies extends PositionHistory {
  readonly files: Files;
  readonly clock: Clock;
}

/** A device whose track is exported. */
interface ExportedTracker extends TrackOwner {
  readonly trackerId: number;
  readonly kind: MovementKind;
}

/**
 * Writes the tracks of the devices that the requester can see at run time to one file. If there are none, the task ends
 * without a file. It fails with `export-too-large` above the size limit, and with `not-allowed` if the requester loses the
 * right while it runs.
 */
export function exportTrackWorker({
  db,
  positions,
  files,
  clock,
}: ExportDependencies): TaskWorker<ExportTrackSubject> {
  return {
    async run({ accountId, subject, progress }) {
      const now = clock.now();
      const access = accessFor(exportTrack.access, subject);
      const requester = await requireRequester(db, { accountId, userId: subject.userId }, access, now);
      const trackers = await readTrackers(db, requester, subject.trackerIds);
      if (trackers.length === 0) return null;
      const title = titleOf(subject, trackers);
      const correction = subject.correction === 'none' ? null : startCorrection();
      try {
        const written = await writeTracks(files, title, {
          ...{ history: { db, positions }, trackers, subject, now, progress, correction },
        });
        return { ...written, commit: confirmRequester(requester, access, () => clock.now()) };
      } finally {
        await correction?.end();
      }
    },
  };
}

async function writeTracks(files: Files, title: string, trackExport: TrackExport): Promise<TaskResult> {
  const { format } = trackExport.subject;
  if (format === 'fit') {
    const { FIT_MEDIA_TYPE } = await import('@wakeline/formats/tracks/write-fit-track');
    const { fitChunks } = await import('./fit-chunks.ts');
    const written = await files.write(fitChunks(files, readAllFixes(trackExport)));
    return { written, mediaType: FIT_MEDIA_TYPE, name: withExtension(title, '.fit') };
  }
  const writer = TRACK_WRITERS[format];
  const texts = toTextChunks(writer, title, readAllFixes(trackExport));
  const written = await files.write(fileChunks(texts, LIMITS.exportBytes));
  return { written, mediaType: writer.mediaType, name: withExtension(title, writer.extension) };
}

interface TrackExport {
  readonly history: PositionHistory;
  readonly trackers: readonly ExportedTracker[];
  readonly subject: ExportTrackSubject;
  /** When the task runs, epoch milliseconds. */
  readonly now: number;
  readonly progress: (fraction: number) => Promise<void>;
  /** Null writes the fixes uncorrected. */
  readonly correction: Correction | null;
}

/** The devices in order, each with its fixes. The writers omit devices without fixes. */
function* readAllFixes({
  history,
  trackers,
  subject,
  now,
  progress,
  correction,
}: TrackExport): Generator<OwnerFixes> {
  const span = subject.endTime - subject.startTime;
  for (const [index, owner] of trackers.entries()) {
    const reportTime = async (time: number) =>
      progress(Math.min(1, (index + (time - subject.startTime) / span) / trackers.length));
    const fixes = readFixes(history, {
      trackerId: owner.trackerId,
      from: subject.startTime,
      to: subject.endTime,
      now,
    });
    const writtenFixes = correction === null ? fixes : correction.fixes(fixes, owner.kind);
    yield { owner, fixes: withProgress(writtenFixes, reportTime) };
  }
}

async function* withProgress(
  batches: AsyncIterable<readonly LocatedReport[]>,
  reportTime: (time: number) => Promise<void>,
): AsyncGenerator<readonly LocatedReport[]> {
  for await (const batch of batches) {
    yield batch;
    const last = batch.at(-1);
    if (last !== undefined) await reportTime(last.time);
  }
}

async function* toTextChunks(
  writer: TrackWriter,
  title: string,
  devices: Iterable<OwnerFixes>,
): AsyncGenerator<string> {
  yield writer.head(title);
  let first = true;
  for (const { owner, fixes } of devices) {
    let hasStarted = false;
    for await (const batch of rebatch(fixes, writer.batchSize)) {
      if (!hasStarted) yield writer.start(owner);
      hasStarted = true;
      yield writer.fixes(batch, owner, first);
      first = false;
    }
    if (hasStarted) yield writer.end;
  }
  yield writer.tail;
}

/** Fixes of a device in batches of some thousands, oldest first. Invalid fixes are omitted: they repeat an older position. */
async function* readFixes(
  history: PositionHistory,
  window: TrackWindow,
): AsyncGenerator<readonly LocatedReport[]> {
  for await (const page of readTrackBatches(history, window)) {
    const fixes = page.filter(({ fix }) => fix.valid);
    if (fixes.length > 0) yield fixes;
  }
}

/** Reads the trackers in the requested order. */
async function readTrackers(
  db: Db,
  scope: Scope,
  trackerIds: readonly number[],
): Promise<readonly ExportedTracker[]> {
  const rows = await trackersInScope(db, scope)
    .where(trackerIdIn(trackerIds))
    .select(['tracker_id', 'name', 'imei', 'icon_url', 'icon_type'])
    .execute();
  const found = new Map(rows.map((row) => [row.tracker_id, row]));
  return trackerIds.flatMap((trackerId) => {
    const row = found.get(trackerId);
    if (row === undefined) return [];
    const iconName = ICON_NAMES.find((name) => name === row.icon_url) ?? GENERIC_ICON;
    const kind = kindOfIcon(row.icon_type === 'CUSTOM' ? null : iconName);
    return [{ trackerId, name: row.name, imei: row.imei, kind }];
  });
}

/** File title as typed, else from the devices and the first day. */
function titleOf(subject: ExportTrackSubject, trackers: readonly ExportedTracker[]): string {
  const typed = fileTitle(subject.name);
  if (typed !== '') return typed;
  const [only] = trackers;
  const trackerName = trackers.length === 1 && only !== undefined ? fileTitle(only.name) : '';
  const day = formatLocalTime(subject.startTime, subject.timeZone).slice(0, 10);
  return `${trackerName || NAME[subject.language]} ${day}`;
}

function withExtension(title: string, extension: string): string {
  return title.toLowerCase().endsWith(extension) ? title : `${title}${extension}`;
}
