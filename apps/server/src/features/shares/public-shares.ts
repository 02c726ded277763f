import type { BaseLayer } from '@wakeline/contract/entities/base-layer';
import { NEVER_REPORTED, type Tracker } from '@wakeline/contract/entities/tracker';
import type { Language, UserConfig } from '@wakeline/contract/entities/user-config';
import type { ReplaySetup } from '@wakeline/contract/replay/tracks';
import type { Role } from '@wakeline/contract/roles';
import { type ReportSettings, replayRule } from '@wakeline/contract/settings/account-settings';
import type { SharedTracker } from '@wakeline/contract/shares';
import type { Handlers } from '../../http/handler.ts';
import type { Caller } from '../../identity/caller.ts';
import type { PositionHistory } from '../../positions/position-store.ts';
import { openShare } from './open-share.ts';
import type { TrailRequestQueue } from './trail-requests.ts';
import { readThinnedTrails, type Trail } from './trails.ts';

type PublicOperation = 'queryShare' | 'queryShareStates' | 'queryShareTrails';

export interface PublicShareDependencies extends PositionHistory {
  /** The trackers among these that the owner can see, as presented to the owner. */
  readonly readTrackers: (
    owner: Caller,
    trackerIds: readonly number[],
    now: number,
  ) => Promise<readonly Tracker[]>;
  /** Configuration of the owner, in the language of the viewer. */
  readonly readConfig: (
    owner: Caller,
    language: Language,
    now: number,
  ) => Promise<UserConfig & { readonly reportSettings: ReportSettings }>;
  /** Base maps for a user with these functions. */
  readonly baseLayers: (roles: readonly Role[]) => {
    readonly layers: readonly BaseLayer[];
    readonly defaultIndex: number | null;
  };
  readonly elevation: ReplaySetup['elevation'];
}

/** Cache time of a trail in milliseconds: all viewers of a link request the same. */
const TRAIL_CACHE_TTL_MS = 5_000;

/** What the code of a link gives access to: exactly the fields named here, nothing else of the account. */
export function publicShareHandlers({
  db,
  positions,
  readTrackers,
  readConfig,
  baseLayers,
  elevation,
  trailRequests,
}: PublicShareDependencies & { readonly trailRequests: TrailRequestQueue<Trail[]> }): Pick<
  Handlers,
  PublicOperation
> {
  return {
    async queryShare({ code, lang }, _anonymous, { now, language }) {
      const share = await openShare(db, code, now);
      const { owner } = share;
      const trackers = await readTrackers(owner, share.trackerIds, now);
      const config = await readConfig(owner, lang ?? language, now);
      const { layers, defaultIndex } = baseLayers(owner.roles);
      return {
        shareName: share.name,
        expireTime: share.expireTime,
        backMinutes: share.backMinutes,
        replay: share.replay,
        replaySetup: { matching: false, elevation },
        serverTime: now,
        timeZone: owner.timeZone,
        ...replayRule.parse(config.reportSettings),
        looks: {
          sysName: config.sysName,
          logoUrl: config.logoUrl,
          themeColor: config.themeColor,
          textColor: config.textColor,
          speedUnits: config.speedUnits,
          altitudeUnits: config.altitudeUnits,
          climbUnits: config.climbUnits,
          locationFormat: config.locationFormat,
        },
        baseLayers: [...layers],
        defaultBaseLayer: defaultIndex,
        trackers: sortByIds(trackers, share.trackerIds).map(
          share.replay === null ? toSharedTracker : toReplayTracker,
        ),
      };
    },

    async queryShareStates({ code }, _anonymous, { now }) {
      const { owner, trackerIds, replay } = await openShare(db, code, now);
      if (replay !== null) return { serverTime: now, states: [] };
      const trackers = sortByIds(await readTrackers(owner, trackerIds, now), trackerIds);
      const states = trackers.map(({ trackerId, trackerStatusDto: status }) => ({ trackerId, status }));
      return { serverTime: now, states };
    },

    async queryShareTrails({ code, minutes }, _anonymous, { now }) {
      const { shareId, trackerIds, backMinutes, replay } = await openShare(db, code, now);
      if (replay !== null || backMinutes === 0) return { trails: [] };
      const allowedMinutes = Math.min(minutes, backMinutes);
      const trailRequest = {
        requester: `share ${shareId}`,
        query: `${allowedMinutes} ${trackerIds.join()}`,
        now,
        ttlMs: TRAIL_CACHE_TTL_MS,
      };
      return {
        trails: await trailRequests.request(trailRequest, () =>
          readThinnedTrails({ db, positions }, trackerIds, allowedMinutes, now),
        ),
      };
    },
  };
}

function sortByIds(trackers: readonly Tracker[], ids: readonly number[]): readonly Tracker[] {
  const ranks = new Map(ids.map((id, rank) => [id, rank]));
  return trackers.toSorted((a, b) => (ranks.get(a.trackerId) ?? 0) - (ranks.get(b.trackerId) ?? 0));
}

function toSharedTracker({
  trackerId,
  trackerName,
  label,
  iconDto,
  trackerStatusDto,
}: Tracker): SharedTracker {
  return { trackerId, trackerName, label, iconDto, trackerStatusDto };
}

/** A replay link reveals the identity of a tracker, but not its present position, state or mileage. */
function toReplayTracker(tracker: Tracker): SharedTracker {
  return { ...toSharedTracker(tracker), trackerStatusDto: NEVER_REPORTED };
}
