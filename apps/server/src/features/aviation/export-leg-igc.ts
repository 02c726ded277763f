import { exportLegIgc } from '@wakeline/contract/aviation/legs';
import { LIMITS } from '@wakeline/contract/limits';
import { ALTITUDE_KINDS, altitudeKindOf } from '@wakeline/domain/aviation/altitude-kind';
import type { LocatedReport } from '@wakeline/domain/tracker-state/apply-report';
import { type IgcFlight, igcTrackWriter } from '@wakeline/formats/tracks/igc';
import { findLeg, type LegRow, legTimeOf } from '../../aviation/legs.ts';
import type { Clock } from '../../clock.ts';
import { fileChunks } from '../../files/file-chunks.ts';
import type { Files } from '../../files/files.ts';
import { confirmRequester, requireRequester } from '../../identity/requester.ts';
import type { PositionHistory } from '../../positions/position-store.ts';
import { readTrackBatches, type TrackWindow } from '../../positions/read-track.ts';
import type { TaskWorker } from '../../tasks/kinds.ts';
import type { ExportLegIgcSubject } from './export-leg-igc.task.ts';

interface ExportDependencies extends PositionHistory {
  readonly files: Files;
  readonly clock: Clock;
}

/** Writes the track of a leg as an IGC file. Without the leg, or its device, the task ends without a file. */
export function exportLegIgcWorker({
  db,
  positions,
  files,
  clock,
}: ExportDependencies): TaskWorker<ExportLegIgcSubject> {
  return {
    async run({ accountId, subject: { userId, legId }, signal }) {
      const now = clock.now();
      const { access } = exportLegIgc;
      const requester = await requireRequester(db, { accountId, userId }, access, now);
      const leg = await findLeg(db, requester, legId);
      const window = leg === undefined ? null : legWindow(leg, now);
      if (leg === undefined || window === null) return null;
      const flight = igcFlightOf(leg, window.from);
      const track: TrackWindow = window;
      const writer = igcTrackWriter(flight);
      const owner = { name: leg.tail_number, imei: '' };
      async function* texts(): AsyncGenerator<string> {
        yield writer.start(owner);
        for await (const batch of readTrackBatches({ db, positions }, track)) {
          signal.throwIfAborted();
          yield writer.fixes(batch.flatMap(toFlightFix), owner, false);
        }
      }
      /** Heights of another kind are left out: one file has one kind. */
      function toFlightFix(report: LocatedReport): LocatedReport[] {
        const { fix } = report;
        if (!fix.valid) return [];
        const isSame = altitudeKindOf(fix.altitudeKind) === flight.altitudeKind;
        return [isSame ? report : { ...report, fix: { ...fix, altitude: null } }];
      }
      const written = await files.write(fileChunks(texts(), LIMITS.exportBytes));
      const day = new Date(flight.startedAt).toISOString().slice(0, 10);
      return {
        written,
        mediaType: writer.mediaType,
        name: `${leg.tail_number} ${day}${writer.extension}`,
        commit: confirmRequester(requester, access, () => clock.now()),
      };
    },
  };
}

/** From off-block, or take-off, to in-block, landing, the last report in flight, or now; null: its device was deleted. */
export function legWindow(leg: LegRow, now: number): TrackWindow | null {
  if (leg.tracker_id === null) return null;
  const from = legTimeOf(leg, 'offBlock') ?? legTimeOf(leg, 'takeoff') ?? leg.started_at;
  const to = legTimeOf(leg, 'inBlock') ?? legTimeOf(leg, 'landing') ?? leg.ended_at ?? now;
  return { trackerId: leg.tracker_id, from, to, now };
}

function igcFlightOf(leg: LegRow, startedAt: number): IgcFlight {
  return {
    startedAt,
    pilot: '',
    aircraftType: leg.model,
    tailNumber: leg.tail_number,
    altitudeKind: leg.found.maxHeightKind ?? ALTITUDE_KINDS.sea,
  };
}
