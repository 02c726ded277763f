import type { MovementKind } from '@wakeline/domain/correction/movement-kind';
import type { Track } from '@wakeline/domain/tracks/track';
import { runInThread, type ThreadBudget } from '../../threads/run-in-thread.ts';
import type { CorrectedTrack, CorrectTrackRequest } from './correct-track-thread.ts';

const PROGRAM = new URL('./correct-track-thread.ts', import.meta.url);

/** The longest track that is answered takes half a second, and some tens of megabytes. */
const BUDGET: ThreadBudget = { milliseconds: 60_000, megabytes: 256 };

/**
 * A track of a replay, corrected in a thread of its own: on the thread of devices and consoles it would hold them up.
 *
 * @throws NamedError `track-too-long` where that takes too much
 */
export async function correctInThread(track: Track, kind: MovementKind): Promise<CorrectedTrack> {
  const thread = runInThread<CorrectTrackRequest, CorrectedTrack>({
    program: PROGRAM,
    request: { track, kind },
    budget: BUDGET,
    budgetError: 'track-too-long',
  });
  for await (const corrected of thread) return corrected;
  throw new Error('the thread gave no track');
}
