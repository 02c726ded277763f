import type { RouteType } from '@wakeline/contract/entities/map-object';
import { NamedError } from '@wakeline/contract/errors';
import { LIMITS } from '@wakeline/contract/limits';
import type { ReplaySetup } from '@wakeline/contract/tracks';
import { kindOfIcon, type MovementKind } from '@wakeline/domain/correction/movement-kind';
import { ICON_NAMES } from '@wakeline/domain/device-icon';
import type { Db } from '../../db/database.ts';
import type { Handlers } from '../../http/handler.ts';
import type { MatchToRoads } from '../../places/matching.ts';
import { readTrack } from '../../positions/read-track.ts';
import { piecesOf } from './match-pieces.ts';
import { requireTrackers } from './require-trackers.ts';
import { checkWindow } from './window.ts';

type Done = 'matchTrack' | 'queryReplaySetup';

export interface MatchingParts {
  readonly db: Db;
  /** Null: the operator has named no service. */
  readonly matchToRoads: MatchToRoads | null;
  readonly elevation: ReplaySetup['elevation'];
}

/** Whoever is no cyclist and no walker takes the roads of cars. */
const TYPE_OF: Readonly<Partial<Record<MovementKind, RouteType>>> = {
  person: 'walk',
  animal: 'walk',
  cycle: 'cycle',
};

/** What the operator's services add to replays. */
export function matchingHandlers({ db, matchToRoads, elevation }: MatchingParts): Pick<Handlers, Done> {
  return {
    async matchTrack({ trackerId, startTime, endTime }, caller) {
      checkWindow({ startTime, endTime });
      await requireTrackers(db, caller, [trackerId]);
      if (matchToRoads === null) throw new NamedError('matching-none');
      const fixes = await readTrack(db, trackerId, startTime, endTime, LIMITS.matchPoints + 1);
      if (fixes.length > LIMITS.matchPoints) throw new NamedError('track-too-long');
      if (fixes.length === 0) throw new NamedError('track-none');
      return matchToRoads(await typeOf(db, trackerId), piecesOf(fixes));
    },

    async queryReplaySetup() {
      return { matching: matchToRoads !== null, elevation };
    },
  };
}

/** The roads that a device takes, by its icon. */
async function typeOf(db: Db, trackerId: number): Promise<RouteType> {
  const { icon_type, icon_url } = await db
    .selectFrom('tracker')
    .select(['icon_type', 'icon_url'])
    .where('tracker_id', '=', trackerId)
    .executeTakeFirstOrThrow();
  const icon = icon_type === 'STANDARD' ? ICON_NAMES.find((name) => name === icon_url) : undefined;
  return TYPE_OF[kindOfIcon(icon ?? null)] ?? 'drive';
}
