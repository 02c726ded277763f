import { NamedError } from '@wakeline/contract/errors';
import type { Db } from '../../db/database.ts';
import { ByteChunks, type Handlers } from '../../http/handler.ts';
import { encodeTrackBlocks } from '../../positions/encode-track-blocks.ts';
import type { PositionHistory } from '../../positions/position-store.ts';
import { type OpenShare, openShare, type ReplayTimes } from './open-share.ts';

type SharedReplayOperation = 'getShareTrackColumns';

/** Tracks of replay links. @param history for the tracks; the link is read from `db` */
export function sharedReplayHandlers(
  db: Db,
  history: PositionHistory,
): Pick<Handlers, SharedReplayOperation> {
  return {
    async getShareTrackColumns({ code, points, ...requested }, _anonymous, { now }) {
      const { trackerIds, replay } = await openReplay(db, code, now);
      const { startTime, endTime } = clampToReplay(replay, requested);
      // Outside the shared range the result is the same as without fixes.
      const ids = startTime > endTime ? [] : trackerIds;
      const window = { trackerIds: ids, from: startTime, to: endTime, now, points };
      return new ByteChunks(encodeTrackBlocks(history, window, () => recheckShare(db, code, ids, now)));
    },
  };
}

type OpenReplay = OpenShare & { readonly replay: ReplayTimes };

/** @throws NamedError `share-gone` as `openShare`, and for a link to the live state. */
async function openReplay(db: Db, code: string, now: number): Promise<OpenReplay> {
  const share = await openShare(db, code, now);
  const { replay } = share;
  if (replay === null) throw new NamedError('share-gone');
  return { ...share, replay };
}

interface RequestedWindow {
  readonly startTime?: number | undefined;
  readonly endTime?: number | undefined;
}

/**
 * The requested part of the shared range; it is empty if its start is after its end.
 *
 * @throws NamedError `time-order` when the requested end is not after the start
 */
function clampToReplay(replay: ReplayTimes, { startTime, endTime }: RequestedWindow): ReplayTimes {
  if (startTime !== undefined && endTime !== undefined && startTime >= endTime)
    throw new NamedError('time-order');
  return {
    startTime: Math.max(startTime ?? replay.startTime, replay.startTime),
    endTime: Math.min(endTime ?? replay.endTime, replay.endTime),
  };
}

/** @throws NamedError `share-gone` when the link has ended, or lost one of its trackers, since the request */
async function recheckShare(db: Db, code: string, trackerIds: readonly number[], now: number): Promise<void> {
  const shared = new Set((await openReplay(db, code, now)).trackerIds);
  if (!trackerIds.every((id) => shared.has(id))) throw new NamedError('share-gone');
}
