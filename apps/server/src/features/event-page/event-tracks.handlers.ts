import { NamedError } from '@wakeline/contract/errors';
import { encodeBlock, type TrackBlock } from '@wakeline/contract/replay/track-blocks';
import { eachColumn } from '@wakeline/domain/positions/columns';
import { ByteChunks, type Handlers } from '../../http/handler.ts';
import type { PositionHistory } from '../../positions/position-store.ts';
import { readCoarseColumns, readColumns } from '../../positions/read-columns.ts';
import { isHidden, openEvent } from '../../races/open-event.ts';
import { type RaceParticipant, readRace } from '../../races/read-race.ts';

/** Positions of a participant that are sent at most: 5 h at 1 Hz; longer tracks are thinned. */
const MAX_POINTS = 18_000;
/** Positions of all participants, about 16 bytes each. */
const MAX_TOTAL_POINTS = 1_000_000;

/** The tracks of a public page for its replay. */
export function eventTrackHandlers(history: PositionHistory): Pick<Handlers, 'queryEventTracks'> {
  const { db } = history;
  return {
    async queryEventTracks({ code }, _anonymous, { now }) {
      const match = await openEvent(db, code);
      const race = await readRace(db, match.match_id);
      if (race === null) throw new NamedError('event-unknown');
      const { settings, participants } = race;
      const horizon = now - settings.delay * 1_000;
      const isPublic = !isHidden(match, settings, now);
      const check = async () => {
        const current = await openEvent(db, code);
        if (current.match_id !== match.match_id) throw new NamedError('event-unknown');
      };
      return new ByteChunks(encodeTracks(history, isPublic ? participants : [], { horizon, check }));
    },
  };
}

async function* encodeTracks(
  history: PositionHistory,
  participants: readonly RaceParticipant[],
  { horizon, check }: { readonly horizon: number; readonly check: () => Promise<void> },
): AsyncGenerator<Uint8Array> {
  const points = Math.min(MAX_POINTS, Math.floor(MAX_TOTAL_POINTS / Math.max(1, participants.length)));
  let isFirst = true;
  for (const { row, window } of participants) {
    if (row.tracker_id === null || window === null) continue;
    const to = Math.min(window.to - 1, horizon);
    if (to < window.from) continue;
    if (!isFirst) await check();
    isFirst = false;
    const span = { trackerIds: [row.tracker_id], from: window.from, to, now: horizon };
    const isLong = (to - window.from) / 1_000 > points;
    const blocks = isLong
      ? readCoarseColumns(history, { ...span, points }, check)
      : readColumns(history, span, check);
    for await (const block of blocks) yield encodeBlock(toPublic(block, row.participant_id));
  }
}

/** A block without anything of the device but its positions. */
function toPublic(block: TrackBlock, participantId: number): TrackBlock {
  const columns = eachColumn<Float32Array | null>(() => null);
  columns.accuracy = block.columns.accuracy ?? null;
  return { ...block, trackerId: participantId, columns, flags: null };
}
