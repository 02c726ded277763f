import type { RouteType } from '@wakeline/contract/entities/map-object';
import { NamedError } from '@wakeline/contract/errors';
import { LIMITS } from '@wakeline/contract/limits';
import type { ReplaySetup } from '@wakeline/contract/replay/tracks';
import type { MovementKind } from '@wakeline/domain/correction/movement-kind';
import type { Handlers } from '../../http/handler.ts';
import type { MatchToRoads } from '../../places/matching.ts';
import type { PositionHistory } from '../../positions/position-store.ts';
import { readTrack } from '../../positions/read-track.ts';
import { readMovementKind } from './movement-kind.ts';
import { requireTrackers } from './require-trackers.ts';
import { splitAtGaps } from './split-at-gaps.ts';
import { checkWindow } from './window.ts';

type MatchingOperation = 'matchTrack' | 'queryReplaySetup';

export interface MatchingDependencies extends PositionHistory {
  /** Null if the operator has configured no service. */
  readonly matchToRoads: MatchToRoads | null;
  readonly elevation: ReplaySetup['elevation'];
}

/** Routing profile by kind of movement; all others use the roads of cars. */
const ROUTE_TYPES: Readonly<Partial<Record<MovementKind, RouteType>>> = {
  person: 'walk',
  animal: 'walk',
  cycle: 'cycle',
};

/** Features of replays that use the operator's external services. */
export function matchingHandlers({
  db,
  positions,
  matchToRoads,
  elevation,
}: MatchingDependencies): Pick<Handlers, MatchingOperation> {
  return {
    async matchTrack({ trackerId, startTime, endTime }, caller, { now }) {
      checkWindow({ startTime, endTime });
      await requireTrackers(db, caller, [trackerId]);
      if (matchToRoads === null) throw new NamedError('matching-none');
      const fixes = await readTrack(
        { db, positions },
        { trackerId, from: startTime, to: endTime, now },
        LIMITS.matchPoints + 1,
      );
      if (fixes.length > LIMITS.matchPoints) throw new NamedError('track-too-long');
      if (fixes.length === 0) throw new NamedError('track-none');
      const type = ROUTE_TYPES[await readMovementKind(db, trackerId)] ?? 'drive';
      return matchToRoads(type, splitAtGaps(fixes));
    },

    async queryReplaySetup() {
      return { matching: matchToRoads !== null, elevation };
    },
  };
}
