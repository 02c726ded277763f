import type { Client } from '@wakeline/client/client';
import { NamedError } from '@wakeline/contract/errors';
import { decodeBlock, type TrackBlock } from '@wakeline/contract/replay/track-blocks';
import { createBlockSplitter } from '../../../service/block-splitter.ts';

/** The positions of a participant, the oldest first: epoch milliseconds, WGS-84 degrees. */
export interface EventTrack {
  readonly time: Float64Array;
  readonly lng: Float64Array;
  readonly lat: Float64Array;
}

/**
 * The tracks of all participants of a public page.
 *
 * @throws NamedError as the client
 */
export async function loadEventTracks(
  client: Client,
  code: string,
  signal: AbortSignal,
): Promise<ReadonlyMap<number, EventTrack>> {
  const stream = await client.stream('queryEventTracks', { code }, { signal });
  const blocks = new Map<number, TrackBlock[]>();
  const splitter = createBlockSplitter();
  const reader = stream.getReader();
  for (;;) {
    const chunk = await reader.read();
    if (chunk.done) break;
    for (const bytes of splitter.push(chunk.value)) {
      const block = decodeBlock(bytes);
      const known = blocks.get(block.trackerId);
      if (known === undefined) blocks.set(block.trackerId, [block]);
      else known.push(block);
    }
  }
  if (!splitter.isAtEnd()) throw new NamedError('network-failed');
  return new Map([...blocks].map(([id, ofParticipant]) => [id, joinBlocks(ofParticipant)]));
}

/** The blocks of one participant, which do not overlap, in the order of time. */
export function joinBlocks(
  blocks: readonly Pick<TrackBlock, 'length' | 'time' | 'lng' | 'lat'>[],
): EventTrack {
  const sorted = blocks.toSorted((a, b) => (a.time[0] ?? 0) - (b.time[0] ?? 0));
  const length = sorted.reduce((sum, block) => sum + block.length, 0);
  const track = {
    time: new Float64Array(length),
    lng: new Float64Array(length),
    lat: new Float64Array(length),
  };
  let offset = 0;
  for (const { time, lng, lat, length: count } of sorted) {
    track.time.set(time, offset);
    track.lng.set(lng, offset);
    track.lat.set(lat, offset);
    offset += count;
  }
  return track;
}
