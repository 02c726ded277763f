import { encodeBlock } from '@wakeline/contract/replay/track-blocks';
import type { Db } from '../db/database.ts';
import { type ColumnsWindow, readCoarseColumns, readColumns } from './read-columns.ts';

/**
 * The tracks of some devices as the contract's blocks, block by block: every fix, or about `points` in all.
 *
 * @param check whether the reader still may have them, asked before each block but the first; where it throws, the answer breaks off.
 */
export async function* encodeTrackBlocks(
  db: Db,
  { points, ...window }: ColumnsWindow & { readonly points: number | undefined },
  check: () => Promise<void>,
): AsyncGenerator<Uint8Array> {
  const blocks =
    points === undefined
      ? readColumns(db, window, check)
      : readCoarseColumns(db, { ...window, points }, check);
  for await (const block of blocks) yield encodeBlock(block);
}
