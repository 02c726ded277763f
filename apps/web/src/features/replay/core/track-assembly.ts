import { decodeBlock, type TrackBlock } from '@wakeline/contract/replay/track-blocks';
import { eachColumn, POSITION_COLUMNS, type TrackColumn } from '@wakeline/domain/positions/columns';
import { appendBlock, createTrackBuilder, type Track, toTrack } from '@wakeline/domain/tracks/track';

/** The loaded data of one tracker: encoded blocks, which are smaller than columns. */
export interface TrackBlocks {
  /** The coarse track, oldest first. */
  readonly coarse: readonly Uint8Array[];
  /** Time ranges with every fix, in any order, without overlaps. */
  readonly full: readonly FullBatch[];
}

export interface FullBatch {
  /** Epoch milliseconds, both inclusive. */
  readonly start: number;
  readonly end: number;
  readonly blocks: readonly Uint8Array[];
}

/** The number of fixes in blocks, without decoding them. */
export function countFixes(blocks: readonly Uint8Array[]): number {
  return blocks.reduce(
    (sum, { buffer, byteOffset }) => sum + new DataView(buffer, byteOffset).getUint32(8, true),
    0,
  );
}

/** The track of all loaded blocks: every fix where available, coarse fixes elsewhere. */
export function assembleTrack({ coarse, full }: TrackBlocks): Track {
  const builder = createTrackBuilder(
    Math.max(1, countFixes(coarse) + full.reduce((sum, { blocks }) => sum + countFixes(blocks), 0)),
  );
  const columns = new Set<TrackColumn>();
  const add = (block: TrackBlock) => {
    if (block.length === 0) return;
    for (const { name } of POSITION_COLUMNS) if (block.columns[name] != null) columns.add(name);
    appendBlock(builder, block);
  };
  const coarseBlocks = coarse.map(decodeBlock);
  let from = Number.NEGATIVE_INFINITY;
  for (const { start, end, blocks } of full.toSorted((a, b) => a.start - b.start)) {
    for (const block of coarseBlocks) add(sliceByTime(block, from, start));
    for (const block of blocks) add(decodeBlock(block));
    from = end;
  }
  for (const block of coarseBlocks) add(sliceByTime(block, from, Number.POSITIVE_INFINITY));
  return shareEmptyColumns(toTrack(builder), columns);
}

/** The fixes of a block after one time and before another. */
function sliceByTime(block: TrackBlock, after: number, before: number): TrackBlock {
  const from = block.time.findIndex((time) => time > after);
  if (from < 0) return sliceBlock(block, 0, 0);
  const to = block.time.findIndex((time) => time >= before);
  return sliceBlock(block, from, to < 0 ? block.length : Math.max(from, to));
}

function sliceBlock(block: TrackBlock, from: number, to: number): TrackBlock {
  if (from === 0 && to === block.length) return block;
  return {
    ...block,
    length: to - from,
    time: block.time.subarray(from, to),
    lng: block.lng.subarray(from, to),
    lat: block.lat.subarray(from, to),
    columns: eachColumn((name) => block.columns[name]?.subarray(from, to) ?? null),
    flags: block.flags?.subarray(from, to) ?? null,
  };
}

/** Empty columns share one array: with millions of fixes each takes about ten megabytes. */
function shareEmptyColumns(track: Track, known: ReadonlySet<TrackColumn>): Track {
  if (known.size === POSITION_COLUMNS.length) return track;
  const blank = new Float32Array(track.length).fill(Number.NaN);
  return { ...track, ...eachColumn((name) => (known.has(name) ? track[name] : blank)) };
}
