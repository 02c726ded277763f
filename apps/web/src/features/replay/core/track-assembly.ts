import {
  BLOCK_COLUMNS,
  type BlockColumn,
  decodeBlock,
  type TrackBlock,
} from '@wakeline/contract/replay/track-blocks';
import { appendBlock, startTrack, type Track, toTrack } from '@wakeline/domain/tracks/track';

/** What is read of one tracker: blocks as they came, which are smaller than columns. */
export interface TrackParts {
  /** The coarse whole, oldest first. */
  readonly coarse: readonly Uint8Array[];
  /** Times of which every fix is there, in any order; they do not overlap. */
  readonly whole: readonly WholePart[];
}

export interface WholePart {
  /** Epoch milliseconds, both included. */
  readonly start: number;
  readonly end: number;
  readonly blocks: readonly Uint8Array[];
}

/** Fixes in blocks, without reading them. */
export function fixesIn(blocks: readonly Uint8Array[]): number {
  return blocks.reduce(
    (sum, { buffer, byteOffset }) => sum + new DataView(buffer, byteOffset).getUint32(8, true),
    0,
  );
}

/** One track of all that is read: every fix where they are there, between them the coarse ones. */
export function assembleTrack({ coarse, whole }: TrackParts): Track {
  const builder = startTrack(
    Math.max(1, fixesIn(coarse) + whole.reduce((sum, { blocks }) => sum + fixesIn(blocks), 0)),
  );
  const columns = new Set<BlockColumn>();
  const add = (block: TrackBlock) => {
    if (block.length === 0) return;
    for (const name of BLOCK_COLUMNS) if (block.columns[name] !== null) columns.add(name);
    appendBlock(builder, block);
  };
  const rough = coarse.map(decodeBlock);
  let from = Number.NEGATIVE_INFINITY;
  for (const { start, end, blocks } of whole.toSorted((a, b) => a.start - b.start)) {
    for (const block of rough) add(between(block, from, start));
    for (const block of blocks) add(decodeBlock(block));
    from = end;
  }
  for (const block of rough) add(between(block, from, Number.POSITIVE_INFINITY));
  return withSharedBlanks(toTrack(builder), columns);
}

/** The fixes of a block after one time and before another. */
function between(block: TrackBlock, after: number, before: number): TrackBlock {
  const from = block.time.findIndex((time) => time > after);
  if (from < 0) return cut(block, 0, 0);
  const to = block.time.findIndex((time) => time >= before);
  return cut(block, from, to < 0 ? block.length : Math.max(from, to));
}

function cut(block: TrackBlock, from: number, to: number): TrackBlock {
  if (from === 0 && to === block.length) return block;
  const columns = { ...block.columns };
  for (const name of BLOCK_COLUMNS) columns[name] = columns[name]?.subarray(from, to) ?? null;
  return {
    ...block,
    length: to - from,
    time: block.time.subarray(from, to),
    lng: block.lng.subarray(from, to),
    lat: block.lat.subarray(from, to),
    columns,
    flags: block.flags?.subarray(from, to) ?? null,
  };
}

/** Columns that are known of no fix are one and the same: with millions of fixes each takes some ten megabytes. */
function withSharedBlanks(track: Track, known: ReadonlySet<BlockColumn>): Track {
  if (known.size === BLOCK_COLUMNS.length) return track;
  const blank = new Float32Array(track.length).fill(Number.NaN);
  const columns = Object.fromEntries(
    BLOCK_COLUMNS.filter((name) => !known.has(name)).map((name) => [name, blank]),
  );
  return { ...track, ...columns };
}
