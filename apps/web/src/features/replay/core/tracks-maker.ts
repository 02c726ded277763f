import type { Correction } from '@wakeline/contract/replay/tracks';
import { correctTrack } from '@wakeline/domain/correction/correct';
import { staysOf } from '@wakeline/domain/tracks/stays';
import type { Track } from '@wakeline/domain/tracks/track';
import { trackLine } from '@wakeline/domain/tracks/track-line';
import { summaryOf } from '@wakeline/domain/tracks/track-summary';
import { createBlockCutter } from './block-cutter.ts';
import type { LoadedTrack } from './loaded-track.ts';
import type { Ask } from './reading-plan.ts';
import { assembleTrack, fixesIn, type WholePart } from './track-assembly.ts';
import type { LastWork, TracksNews, TracksWork } from './tracks-messages.ts';

/** Positions on the lines of all tracks together, and of each at least: what is near is drawn finer on the map. */
const POSITIONS = 60_000;
const MOST_OF_ONE = 30_000;
const LEAST_OF_ONE = 300;

interface Held {
  coarse: Uint8Array[];
  readonly whole: WholePart[];
  /** Fixes that were read, and of which the track was made that is shown. */
  fixes: number;
  shown: number;
  /** With which correction it was made for good; null: it was not yet. */
  final: Correction | null;
}

interface Answer {
  readonly ask: Ask;
  readonly whole: boolean;
  readonly cutter: ReturnType<typeof createBlockCutter>;
  readonly blocks: Map<number, Uint8Array[]>;
}

/** Makes tracks of what is told, and tells of them. What it is given and what it hands over is no longer the giver's. */
export function makeTracks(
  tell: (news: TracksNews, handedOver?: ArrayBuffer[]) => void,
): (work: TracksWork) => void {
  const held = new Map<number, Held>();
  let answer: Answer | null = null;

  function heldOf(id: number): Held {
    const there = held.get(id);
    if (there !== undefined) return there;
    const made: Held = { coarse: [], whole: [], fixes: 0, shown: 0, final: null };
    held.set(id, made);
    return made;
  }

  function read(bytes: Uint8Array): void {
    if (answer === null) return;
    for (const block of answer.cutter.push(bytes)) {
      const id = new DataView(block.buffer, block.byteOffset).getUint32(4, true);
      const blocks = answer.blocks.get(id);
      if (blocks === undefined) answer.blocks.set(id, [block]);
      else blocks.push(block);
    }
    tell({ type: 'read', bytes: bytes.length });
  }

  function end({ ask, whole, cutter, blocks }: Answer, last: LastWork | null): void {
    if (!cutter.isAtEnd()) throw new RangeError('an answer was cut off');
    let fixes = 0;
    for (const [id, list] of blocks) {
      const one = heldOf(id);
      const here = fixesIn(list);
      fixes += here;
      if (whole) one.whole.push({ start: ask.start, end: ask.end, blocks: list });
      else one.coarse = list;
      one.fixes += here;
      one.final = null;
      if (last !== null && !last.incomplete.includes(id)) show(id, last);
      else if (one.fixes >= one.shown * 2) show(id, null);
    }
    tell({ type: 'ended', fixes });
  }

  /** Makes the track of all that is there of a tracker, and hands it over; with `last`, for good. */
  function show(id: number, last: LastWork | null): void {
    const one = heldOf(id);
    one.shown = one.fixes;
    one.final = last?.correction ?? null;
    const came = assembleTrack(one);
    if (came.length === 0) return;
    const coarse = last === null || last.incomplete.includes(id);
    // What was cut by the limit of fixes is corrected as far as it was read.
    const corrected =
      last === null || last.correction === 'none' ? null : correctTrack(came, last.kinds.get(id) ?? 'other');
    const track = corrected?.track ?? came;
    const most = Math.max(LEAST_OF_ONE, Math.min(MOST_OF_ONE, Math.floor(POSITIONS / held.size)));
    const stays = staysOf(track);
    const loaded: LoadedTrack = {
      trackerId: id,
      track,
      coarse,
      line: trackLine(track, most),
      stays,
      summary: coarse ? null : summaryOf(track, stays),
      changes: corrected?.report ?? null,
      raw: corrected === null ? null : trackLine(came, most),
    };
    tell({ type: 'track', track: loaded }, buffersOf(loaded));
  }

  function work(data: TracksWork): void {
    switch (data.type) {
      case 'begin':
        answer = { ask: data.ask, whole: data.whole, cutter: createBlockCutter(), blocks: new Map() };
        break;
      case 'bytes':
        read(data.bytes);
        break;
      case 'end':
        if (answer !== null) end(answer, data.last);
        answer = null;
        break;
      case 'forget':
        for (const id of data.trackerIds) held.delete(id);
        break;
      case 'finish':
        for (const [id, { final }] of held) if (final !== data.correction) show(id, data);
        tell({ type: 'finished' });
        break;
    }
  }

  return (next) => {
    try {
      work(next);
    } catch (error) {
      answer = null;
      tell({ type: 'failed', message: error instanceof Error ? error.message : 'unknown' });
    }
  };
}

/** What is handed over instead of being copied. */
function buffersOf({ track, line }: LoadedTrack): ArrayBuffer[] {
  const { length: _, gapAfter: __, ...columns }: Track = track;
  const there = [line.levels, ...Object.values(columns)].filter((column) => column !== null);
  return [...new Set(there.map(({ buffer }) => buffer as ArrayBuffer))];
}
