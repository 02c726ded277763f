import type { FastestFix } from '@wakeline/domain/activity/activity';
import type { Overspeed, OverspeedOutcome, OverspeedSource } from '@wakeline/domain/overspeed/overspeed';
import { packDegrees } from '../db/degrees.ts';
import { EPISODE_NUMBERS, type EpisodeRow, type StoredFix } from './episode-row.ts';

/** `episode.data` of an overspeed. */
export interface OverspeedData {
  /** km/h; omitted: an alarm of the device. */
  readonly limit?: number;
  readonly fastest?: StoredFix;
  /** Name of the rule, and its account: only this one may read the row. */
  readonly rule?: string;
  readonly account?: number;
  /** Where the limit applies. The fence has its name at that time. */
  readonly fence?: number;
  readonly fenceName?: string;
  readonly route?: number;
  readonly notice: OverspeedOutcome;
  /** Epoch milliseconds of the fix, and of its receipt. */
  readonly noticeTime: number;
  readonly noticeAt?: number;
  /** Stored before episodes of overspeeds: only the moment of the notice is known. */
  readonly moment?: true;
}

/** @param account of the tracker. */
export function toOverspeedRow(
  overspeed: Overspeed,
  source: OverspeedSource | null,
  account: number,
): EpisodeRow<OverspeedData> {
  const { from, to, metres } = overspeed;
  return {
    started_at: Math.trunc(from.time),
    ended_at: Math.trunc(to.time),
    latitude: packDegrees(from.latitude),
    longitude: packDegrees(from.longitude),
    end_latitude: packDegrees(to.latitude),
    end_longitude: packDegrees(to.longitude),
    kind: EPISODE_NUMBERS.overspeed,
    ref: source?.ruleId ?? 0,
    metres,
    ignition: null,
    data: {
      ...(overspeed.limit !== null && { limit: overspeed.limit }),
      ...(overspeed.fastest !== null && { fastest: storedFix(overspeed.fastest) }),
      ...(source !== null && { account, ...sourceData(source) }),
      notice: overspeed.notice.outcome,
      noticeTime: Math.trunc(overspeed.notice.time),
      noticeAt: overspeed.notice.receivedAt,
    },
  };
}

function sourceData({ name, place }: OverspeedSource): Partial<OverspeedData> {
  return {
    ...(name !== null && { rule: name }),
    ...(place?.kind === 'fence' && { fence: place.fence.fenceId, fenceName: place.fence.fenceName }),
    ...(place?.kind === 'route' && { route: place.routeId }),
  };
}

function storedFix({ speed, time, latitude, longitude }: FastestFix): StoredFix {
  return [speed, time, latitude, longitude];
}
