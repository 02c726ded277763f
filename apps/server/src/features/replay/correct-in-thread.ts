import type { MovementKind } from '@wakeline/domain/correction/movement-kind';
import type { Track } from '@wakeline/domain/tracks/track';
import { runInThread, type ThreadBudget } from '../../threads/run-in-thread.ts';
import type { CorrectedTrack, CorrectTrackRequest } from './correct-track-thread.ts';

const PROGRAM = new URL('./correct-track-thread.ts', import.meta.url);

/** The longest allowed track takes half a second and tens of megabytes. */
const BUDGET: ThreadBudget = { milliseconds: 60_000, megabytes: 256 };

/**
 * Corrects a track in a separate thread, since it would block devices and consoles on the main thread.
 *
 * @throws NamedError `track-too-long` when it exceeds the budget
 */
export async function correctInThread(track: Track, kind: MovementKind): Promise<CorrectedTrack> {
  const thread = runInThread<CorrectTrackRequest, CorrectedTrack>({
    program: PROGRAM,
    request: { track, kind },
    budget: BUDGET,
    budgetError: 'track-too-long',
  });
  for await (const corrected of thread) return corrected;
  throw new Error('the thread returned no track');
}
