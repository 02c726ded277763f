import { correctTrack } from '@wakeline/domain/correction/correct';
import type { MovementKind } from '@wakeline/domain/correction/movement-kind';
import type { StationaryPeriod } from '@wakeline/domain/correction/stationary-periods';
import type { Track } from '@wakeline/domain/tracks/track';
import { serveProcess } from '../../child-processes/process-program.ts';

export interface CorrectTrackRequest {
  readonly track: Track;
  readonly kind: MovementKind;
}

export interface CorrectedTrack {
  readonly track: Track;
  /** Periods that the correction has merged; empty for an uncorrected track. */
  readonly stationaryPeriods: readonly StationaryPeriod[];
}

serveProcess<CorrectTrackRequest, CorrectedTrack>(function* ({ track, kind }) {
  const { track: corrected, report } = correctTrack(track, kind);
  yield { track: corrected, stationaryPeriods: report.stationaryPeriods };
});
