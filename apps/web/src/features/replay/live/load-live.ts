import type { Client } from '@wakeline/client/client';
import { decodeBlock } from '@wakeline/contract/replay/track-blocks';
import {
  appendBlock,
  startTrack,
  type Track,
  type TrackBuilder,
  toTrack,
} from '@wakeline/domain/tracks/track';
import { createBlockCutter } from '../core/block-cutter.ts';
import type { LoadTracks } from './live-tracks.ts';

/** Reads every fix of some devices between two times from the history. */
export function loadFrom(client: Client): LoadTracks {
  return async (trackerIds, startTime, endTime, signal) => {
    const builders = new Map<number, TrackBuilder>();
    const cutter = createBlockCutter();
    const stream = await client.stream(
      'getTrackColumns',
      { trackerIds: [...trackerIds], startTime, endTime },
      { signal },
    );
    for await (const piece of stream) {
      for (const bytes of cutter.push(piece)) {
        const block = decodeBlock(bytes);
        const builder = builders.get(block.trackerId) ?? startTrack();
        builders.set(block.trackerId, builder);
        appendBlock(builder, block);
      }
    }
    if (!cutter.isAtEnd()) throw new RangeError('an answer was cut off');
    return new Map<number, Track>([...builders].map(([id, builder]) => [id, toTrack(builder)]));
  };
}
