import type { MovementKind } from '@wakeline/domain/correction/movement-kind';
import type { Track } from '@wakeline/domain/tracks/track';
import { type ProcessBudget, runInProcess } from '../../child-processes/run-in-process.ts';
import type { CorrectedTrack, CorrectTrackRequest } from './correct-track-process.ts';

const PROGRAM = new URL('./correct-track-process.ts', import.meta.url);

/** The longest allowed track takes half a second and tens of megabytes. */
const BUDGET: ProcessBudget = { milliseconds: 60_000, megabytes: 256 };

/**
 * Corrects a track in a child process, since it would block devices and consoles in this one.
 *
 * @throws NamedError `track-too-long` when it exceeds the budget
 */
export async function correctInProcess(track: Track, kind: MovementKind): Promise<CorrectedTrack> {
  const results = runInProcess<CorrectTrackRequest, CorrectedTrack>({
    program: PROGRAM,
    request: { track, kind },
    budget: BUDGET,
    budgetError: 'track-too-long',
  });
  for await (const corrected of results) return corrected;
  throw new Error('the process returned no track');
}
