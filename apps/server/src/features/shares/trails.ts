import { LIMITS } from '@wakeline/contract/limits';
import type { TrailPoint } from '@wakeline/contract/shares';
import type { LocatedReport } from '@wakeline/domain/tracker-state/apply-report';
import type { PositionHistory } from '../../positions/position-store.ts';
import { readTrails } from '../../positions/read-trails.ts';
import { thinTrail } from '../../positions/thin-trail.ts';

export interface Trail {
  trackerId: number;
  points: TrailPoint[];
}

/** Trails of the last minutes, in the order of the given ids. The caller has checked the access. */
export async function readThinnedTrails(
  history: PositionHistory,
  trackerIds: readonly number[],
  minutes: number,
  now: number,
): Promise<Trail[]> {
  const ids = [...new Set(trackerIds)];
  const limit = LIMITS.trailPoints;
  const tracks = await readTrails(history, ids, { from: now - minutes * 60_000, to: now, limit, now });
  return ids.map((trackerId) => ({
    trackerId,
    points: [...thinTrail((tracks.get(trackerId) ?? []).map(toPoint), limit)],
  }));
}

function toPoint({ time, fix }: LocatedReport): TrailPoint {
  return { time, lng: fix.longitude, lat: fix.latitude, speed: fix.speed, height: fix.altitude };
}
