import { encodeBlock } from '@wakeline/contract/replay/track-blocks';
import type { PositionHistory } from './position-store.ts';
import { type ColumnsWindow, readCoarseColumns, readColumns } from './read-columns.ts';

/**
 * Encodes the tracks of some devices as blocks of the contract: every fix, or about `points` in total.
 *
 * @param check verifies access before each block but the first; if it throws, the stream ends.
 */
export async function* encodeTrackBlocks(
  history: PositionHistory,
  { points, ...window }: ColumnsWindow & { readonly points: number | undefined },
  check: () => Promise<void>,
): AsyncGenerator<Uint8Array> {
  const blocks =
    points === undefined
      ? readColumns(history, window, check)
      : readCoarseColumns(history, { ...window, points }, check);
  for await (const block of blocks) yield encodeBlock(block);
}
