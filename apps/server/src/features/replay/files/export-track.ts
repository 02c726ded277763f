import type { Language } from '@wakeline/contract/entities/user-config';
import { LIMITS } from '@wakeline/contract/limits';
import { accessFor } from '@wakeline/contract/operation';
import { exportTrack } from '@wakeline/contract/replay/tracks';
import { kindOfIcon, type MovementKind } from '@wakeline/domain/correction/movement-kind';
import { GENERIC_ICON, ICON_NAMES } from '@wakeline/domain/devices/device-icon';
import type { LocatedReport } from '@wakeline/domain/tracker-state/advance';
import type { TrackOwner, TrackWriter } from '@wakeline/formats/tracks/track-writer';
import { FIT_MEDIA_TYPE } from '@wakeline/formats/tracks/write-fit-track';
import { TRACK_WRITERS } from '@wakeline/formats/tracks/write-track-file';
import type { Clock } from '../../../clock.ts';
import type { Db } from '../../../db/database.ts';
import { filePieces } from '../../../files/file-pieces.ts';
import { fileTitle } from '../../../files/file-title.ts';
import type { Files } from '../../../files/files.ts';
import { allows } from '../../../identity/access.ts';
import { findUser } from '../../../identity/find-caller.ts';
import type { Scope } from '../../../identity/scope.ts';
import { localTime } from '../../../local-time.ts';
import { trackParts } from '../../../positions/read-track.ts';
import type { TaskResult, TaskWorker } from '../../../tasks/kinds.ts';
import { isOneOf, trackersInScope } from '../../../trackers/in-scope.ts';
import { type Correction, startCorrection } from './corrected-fixes.ts';
import type { ExportTrackSubject } from './export-track.task.ts';
import { fitPieces, type OwnerFixes } from './fit-pieces.ts';
import { inParts } from './in-parts.ts';

const NAME: Readonly<Record<Language, string>> = { zh_CN: '轨迹', en_US: 'Tracks' };

interface Parts {
  readonly db: Db;
  readonly files: Files;
  readonly clock: Clock;
}

/** A device whose track is written. */
interface Exported extends TrackOwner {
  readonly trackerId: number;
  readonly kind: MovementKind;
}

/**
 * Writes the tracks of some devices into one file: of those that the asker may see when it runs. Who may see none any more
 * gets no file. It fails with `export-too-large` where the file would be.
 */
export function exportTrackWorker({ db, files, clock }: Parts): TaskWorker<ExportTrackSubject> {
  return {
    async run({ accountId, subject, progress }) {
      const asker = await findUser(db, subject.userId, clock.now());
      if (asker?.accountId !== accountId || !allows(accessFor(exportTrack.access, subject), asker))
        return null;
      const trackers = await trackersOf(db, asker, subject.trackerIds);
      if (trackers.length === 0) return null;
      const title = titleOf(subject, trackers);
      const correction = subject.correction === 'none' ? null : startCorrection();
      try {
        return await writeTracks(files, title, { db, trackers, subject, progress, correction });
      } finally {
        await correction?.end();
      }
    },
  };
}

async function writeTracks(files: Files, title: string, asked: Asked): Promise<TaskResult> {
  const { format } = asked.subject;
  if (format === 'fit') {
    const written = await files.write(fitPieces(files, fixesOfAll(asked)));
    return { written, mediaType: FIT_MEDIA_TYPE, name: withEnding(title, '.fit') };
  }
  const writer = TRACK_WRITERS[format];
  const texts = trackTexts(writer, title, fixesOfAll(asked));
  const written = await files.write(filePieces(texts, LIMITS.exportBytes));
  return { written, mediaType: writer.mediaType, name: withEnding(title, writer.extension) };
}

interface Asked {
  readonly db: Db;
  readonly trackers: readonly Exported[];
  readonly subject: ExportTrackSubject;
  readonly progress: (part: number) => Promise<void>;
  /** Null: fixes are written as they came. */
  readonly correction: Correction | null;
}

/** The devices, one after the other, each with its fixes; a device without any is left out by whoever writes. */
function* fixesOfAll({ db, trackers, subject, progress, correction }: Asked): Generator<OwnerFixes> {
  const span = subject.endTime - subject.startTime;
  for (const [at, owner] of trackers.entries()) {
    const told = async (time: number) =>
      progress(Math.min(1, (at + (time - subject.startTime) / span) / trackers.length));
    const fixes = fixesOf(db, owner.trackerId, subject);
    const shown = correction === null ? fixes : correction.fixes(fixes, owner.kind);
    yield { owner, fixes: withProgress(shown, told) };
  }
}

async function* withProgress(
  parts: AsyncIterable<readonly LocatedReport[]>,
  told: (time: number) => Promise<void>,
): AsyncGenerator<readonly LocatedReport[]> {
  for await (const part of parts) {
    yield part;
    const last = part.at(-1);
    if (last !== undefined) await told(last.time);
  }
}

async function* trackTexts(
  writer: TrackWriter,
  title: string,
  devices: Iterable<OwnerFixes>,
): AsyncGenerator<string> {
  yield writer.head(title);
  let first = true;
  for (const { owner, fixes } of devices) {
    let begun = false;
    for await (const part of inParts(fixes, writer.part)) {
      if (!begun) yield writer.begin(owner);
      begun = true;
      yield writer.fixes(part, owner, first);
      first = false;
    }
    if (begun) yield writer.end;
  }
  yield writer.tail;
}

/** The fixes of a device, oldest first, some thousands at once. Where the receiver said that it had none it repeats an older one. */
async function* fixesOf(
  db: Db,
  trackerId: number,
  { startTime, endTime }: ExportTrackSubject,
): AsyncGenerator<readonly LocatedReport[]> {
  for await (const part of trackParts(db, { trackerId, from: startTime, to: endTime })) {
    const fixes = part.filter(({ fix }) => fix.valid);
    if (fixes.length > 0) yield fixes;
  }
}

/** In the order in which they were asked for. */
async function trackersOf(db: Db, asker: Scope, trackerIds: readonly number[]): Promise<readonly Exported[]> {
  const rows = await trackersInScope(db, asker)
    .where(isOneOf(trackerIds))
    .select(['tracker_id', 'name', 'imei', 'icon_url', 'icon_type'])
    .execute();
  const found = new Map(rows.map((row) => [row.tracker_id, row]));
  return trackerIds.flatMap((trackerId) => {
    const row = found.get(trackerId);
    if (row === undefined) return [];
    const drawn = ICON_NAMES.find((name) => name === row.icon_url) ?? GENERIC_ICON;
    const kind = kindOfIcon(row.icon_type === 'CUSTOM' ? null : drawn);
    return [{ trackerId, name: row.name, imei: row.imei, kind }];
  });
}

/** As it was typed, else by its devices and its first day. */
function titleOf(subject: ExportTrackSubject, trackers: readonly Exported[]): string {
  const typed = fileTitle(subject.name);
  if (typed !== '') return typed;
  const [only] = trackers;
  const of = trackers.length === 1 && only !== undefined ? fileTitle(only.name) : '';
  const day = localTime(subject.startTime, subject.timeZone).slice(0, 10);
  return `${of || NAME[subject.language]} ${day}`;
}

function withEnding(title: string, extension: string): string {
  return title.toLowerCase().endsWith(extension) ? title : `${title}${extension}`;
}
