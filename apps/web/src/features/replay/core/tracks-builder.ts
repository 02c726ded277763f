import type { Correction } from '@wakeline/contract/replay/tracks';
import { correctTrack } from '@wakeline/domain/correction/correct';
import type { Track } from '@wakeline/domain/tracks/track';
import { activitiesOf } from '@wakeline/domain/tracks/track-activities';
import { createTrackLine } from '@wakeline/domain/tracks/track-line';
import { summarizeTrack } from '@wakeline/domain/tracks/track-summary';
import { createBlockSplitter } from '../../../service/block-splitter.ts';
import type { LoadedTrack } from './loaded-track.ts';
import { assembleTrack, countFixes, type FullBatch } from './track-assembly.ts';
import type { TrackBatch } from './track-batches.ts';
import type {
  FinishMessage,
  SetupMessage,
  TracksEventMessage,
  TracksRequestMessage,
} from './tracks-messages.ts';

/** Maximum positions of all track lines together, and limits for each: the map adds detail at high zooms. */
const TOTAL_POSITIONS = 60_000;
const MAX_TRACK_POSITIONS = 30_000;
const MIN_TRACK_POSITIONS = 300;

interface TrackerData {
  coarse: Uint8Array[];
  readonly full: FullBatch[];
  /** Number of loaded fixes, and of those in the published track. */
  fixes: number;
  publishedFixes: number;
  /** The correction of the final track; null: not final yet. */
  finalCorrection: Correction | null;
}

interface OpenResponse {
  readonly batch: TrackBatch;
  readonly isFull: boolean;
  readonly splitter: ReturnType<typeof createBlockSplitter>;
  readonly blocks: Map<number, Uint8Array[]>;
}

/** Builds tracks from request messages and sends them as events. Buffers are transferred in both directions. */
export function createTracksBuilder(
  send: (event: TracksEventMessage, transfer?: ArrayBuffer[]) => void,
): (handleRequest: TracksRequestMessage) => void {
  const dataById = new Map<number, TrackerData>();
  let response: OpenResponse | null = null;
  let setup: SetupMessage | null = null;

  function getTrackerData(id: number): TrackerData {
    const existing = dataById.get(id);
    if (existing !== undefined) return existing;
    const created: TrackerData = { coarse: [], full: [], fixes: 0, publishedFixes: 0, finalCorrection: null };
    dataById.set(id, created);
    return created;
  }

  function read(bytes: Uint8Array): void {
    if (response === null) return;
    for (const block of response.splitter.push(bytes)) {
      const id = new DataView(block.buffer, block.byteOffset).getUint32(4, true);
      const blocks = response.blocks.get(id);
      if (blocks === undefined) response.blocks.set(id, [block]);
      else blocks.push(block);
    }
    send({ type: 'read', bytes: bytes.length });
  }

  function end({ batch, isFull, splitter, blocks }: OpenResponse, last: FinishMessage | null): void {
    if (!splitter.isAtEnd()) throw new RangeError('the response was truncated');
    let fixes = 0;
    for (const [id, list] of blocks) {
      const trackerData = getTrackerData(id);
      const blockFixes = countFixes(list);
      fixes += blockFixes;
      if (isFull) trackerData.full.push({ start: batch.start, end: batch.end, blocks: list });
      else trackerData.coarse = list;
      trackerData.fixes += blockFixes;
      trackerData.finalCorrection = null;
      if (last !== null && !last.incomplete.includes(id)) publishTrack(id, last);
      else if (trackerData.fixes >= trackerData.publishedFixes * 2) publishTrack(id, null);
    }
    send({ type: 'responseFinished', fixes });
  }

  /** Builds and sends the track of a tracker; `last` makes it final. */
  function publishTrack(id: number, last: FinishMessage | null): void {
    const trackerData = getTrackerData(id);
    trackerData.publishedFixes = trackerData.fixes;
    trackerData.finalCorrection = last?.correction ?? null;
    const raw = assembleTrack(trackerData);
    if (raw.length === 0 || setup === null) return;
    const coarse = last === null || last.incomplete.includes(id);
    // A track over the limit of fixes is corrected as far as it is loaded.
    const corrected =
      last === null || last.correction === 'none' ? null : correctTrack(raw, last.kinds.get(id) ?? 'other');
    const track = corrected?.track ?? raw;
    const maxPositions = Math.max(
      MIN_TRACK_POSITIONS,
      Math.min(MAX_TRACK_POSITIONS, Math.floor(TOTAL_POSITIONS / dataById.size)),
    );
    const activities = activitiesOf(track, setup.window, setup.rule, setup.contexts.get(id));
    const loaded: LoadedTrack = {
      trackerId: id,
      track,
      coarse,
      line: createTrackLine(track, maxPositions),
      stays: activities.stays,
      summary: coarse ? null : summarizeTrack(track, activities),
      changes: corrected?.report ?? null,
      raw: corrected === null ? null : createTrackLine(raw, maxPositions),
    };
    send({ type: 'track', track: loaded }, transferableBuffers(loaded));
  }

  function handleRequest(data: TracksRequestMessage): void {
    switch (data.type) {
      case 'setup':
        setup = data;
        break;
      case 'start':
        response = {
          batch: data.batch,
          isFull: data.isFull,
          splitter: createBlockSplitter(),
          blocks: new Map(),
        };
        break;
      case 'bytes':
        read(data.bytes);
        break;
      case 'end':
        if (response !== null) end(response, data.last);
        response = null;
        break;
      case 'evict':
        for (const id of data.trackerIds) dataById.delete(id);
        break;
      case 'finish':
        for (const [id, { finalCorrection }] of dataById)
          if (finalCorrection !== data.correction) publishTrack(id, data);
        send({ type: 'finished' });
        break;
    }
  }

  return (next) => {
    try {
      handleRequest(next);
    } catch (error) {
      response = null;
      send({ type: 'failed', message: error instanceof Error ? error.message : 'unknown' });
    }
  };
}

/** Buffers that are transferred instead of copied. */
function transferableBuffers({ track, line }: LoadedTrack): ArrayBuffer[] {
  const { length: _, gapAfter: __, ...columns }: Track = track;
  const present = [line.levels, ...Object.values(columns)].filter((column) => column !== null);
  return [...new Set(present.map(({ buffer }) => buffer as ArrayBuffer))];
}
