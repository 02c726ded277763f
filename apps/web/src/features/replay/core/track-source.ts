import type { Client } from '@wakeline/client/client';
import { NamedError } from '@wakeline/contract/errors';
import type { TracksRequest } from './loaded-track.ts';
import type { TrackBatch } from './track-batches.ts';

/**
 * Requests a batch of a replay's tracks and passes on the bytes as they arrive.
 *
 * @param points approximate number of fixes; null: every one
 * @throws NamedError like the client, `network-failed` if the response breaks off
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
