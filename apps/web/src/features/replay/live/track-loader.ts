import type { Client } from '@wakeline/client/client';
import { decodeBlock } from '@wakeline/contract/replay/track-blocks';
import {
  appendBlock,
  createTrackBuilder,
  type Track,
  type TrackBuilder,
  toTrack,
} from '@wakeline/domain/tracks/track';
import { createBlockSplitter } from '../../../service/block-splitter.ts';
import type { LoadTracks } from './live-tracks.ts';

/** Loads every fix of devices between two times from the history. */
export function createTrackLoader(client: Client): LoadTracks {
  return async (trackerIds, startTime, endTime, signal) => {
    const builders = new Map<number, TrackBuilder>();
    const splitter = createBlockSplitter();
    const stream = await client.stream(
      'getTrackColumns',
      { trackerIds: [...trackerIds], startTime, endTime },
      { signal },
    );
    for await (const chunk of stream) {
      for (const bytes of splitter.push(chunk)) {
        const block = decodeBlock(bytes);
        const builder = builders.get(block.trackerId) ?? createTrackBuilder();
        builders.set(block.trackerId, builder);
        appendBlock(builder, block);
      }
    }
    if (!splitter.isAtEnd()) throw new RangeError('the response was truncated');
    return new Map<number, Track>([...builders].map(([id, builder]) => [id, toTrack(builder)]));
  };
}
