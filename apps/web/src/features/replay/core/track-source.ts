import type { Client } from '@wakeline/client/client';
import { NamedError } from '@wakeline/contract/errors';
import type { TracksRequest } from './loaded-track.ts';
import type { TrackBatch } from './track-batches.ts';

/**
 * Asks for a part of a replay's tracks and hands on what comes, as it comes.
 *
 * @param points about so many fixes; null: every one.
 * @throws NamedError as the client does, `network-failed` when the answer breaks off.
 */
export async function fetchBatch(
  client: Client,
  { shareCode }: TracksRequest,
  { trackerIds, start, end }: TrackBatch,
  points: number | null,
  signal: AbortSignal,
  onBytes: (bytes: Uint8Array<ArrayBuffer>) => Promise<void>,
): Promise<void> {
  const span = { startTime: start, endTime: end, ...(points === null ? {} : { points }) };
  const stream =
    shareCode === undefined
      ? await client.stream('getTrackColumns', { trackerIds: [...trackerIds], ...span }, { signal })
      : await client.stream('getShareTrackColumns', { code: shareCode, ...span }, { signal });
  const reader = stream.getReader();
  for (;;) {
    const chunk = await reader.read().catch((error: unknown) => {
      signal.throwIfAborted();
      throw new NamedError('network-failed', { reason: error instanceof Error ? error.message : 'unknown' });
    });
    if (chunk.done) return;
    await onBytes(chunk.value);
  }
}
