import type { BaseLayer } from '@wakeline/contract/entities/base-layer';
import { NEVER_REPORTED, type Tracker } from '@wakeline/contract/entities/tracker';
import type { Language, UserConfig } from '@wakeline/contract/entities/user-config';
import type { ReplaySetup } from '@wakeline/contract/replay/tracks';
import type { Role } from '@wakeline/contract/roles';
import type { SharedTracker } from '@wakeline/contract/shares';
import type { Db } from '../../db/database.ts';
import type { Handlers } from '../../http/handler.ts';
import type { Caller } from '../../identity/caller.ts';
import { openShare } from './open-share.ts';
import type { TrailDesk } from './trail-desk.ts';
import { type Trail, trailsOf } from './trails.ts';

type PublicOperation = 'queryShare' | 'queryShareStates' | 'queryShareTrails';

export interface PublicShareParts {
  readonly db: Db;
  /** Of these trackers those that their owner sees, as he sees them. */
  readonly trackersOf: (
    owner: Caller,
    trackerIds: readonly number[],
    now: number,
  ) => Promise<readonly Tracker[]>;
  /** How the owner has the console, in the language of who looks at it. */
  readonly looksOf: (owner: Caller, language: Language, now: number) => Promise<UserConfig>;
  /** The base maps for whoever has these functions. */
  readonly baseLayers: (roles: readonly Role[]) => {
    readonly layers: readonly BaseLayer[];
    readonly defaultIndex: number | null;
  };
  readonly elevation: ReplaySetup['elevation'];
}

/** How long a trail is answered again: all who watch a link ask for the same, in milliseconds. */
const KEPT_MS = 5_000;

/** What anybody sees who has the code of a link: what is named here, and nothing else of the account. */
export function publicShareHandlers({
  db,
  trackersOf,
  looksOf,
  baseLayers,
  elevation,
  desk,
}: PublicShareParts & { readonly desk: TrailDesk<Trail[]> }): Pick<Handlers, PublicOperation> {
  return {
    async queryShare({ code, lang }, _nobody, { now, language }) {
      const share = await openShare(db, code, now);
      const { owner } = share;
      const trackers = await trackersOf(owner, share.trackerIds, now);
      const looks = await looksOf(owner, lang ?? language, now);
      const { layers, defaultIndex } = baseLayers(owner.roles);
      return {
        shareName: share.name,
        expireTime: share.expireTime,
        backMinutes: share.backMinutes,
        replay: share.replay,
        replaySetup: { matching: false, elevation },
        serverTime: now,
        timeZone: owner.timeZone,
        looks: {
          sysName: looks.sysName,
          logoUrl: looks.logoUrl,
          themeColor: looks.themeColor,
          textColor: looks.textColor,
          speedUnits: looks.speedUnits,
          locationFormat: looks.locationFormat,
        },
        baseLayers: [...layers],
        defaultBaseLayer: defaultIndex,
        trackers: inOrder(trackers, share.trackerIds).map(share.replay === null ? shared : sharedOfThePast),
      };
    },

    async queryShareStates({ code }, _nobody, { now }) {
      const { owner, trackerIds, replay } = await openShare(db, code, now);
      if (replay !== null) return { serverTime: now, states: [] };
      const trackers = inOrder(await trackersOf(owner, trackerIds, now), trackerIds);
      const states = trackers.map(({ trackerId, trackerStatusDto: status }) => ({ trackerId, status }));
      return { serverTime: now, states };
    },

    async queryShareTrails({ code, minutes }, _nobody, { now }) {
      const { shareId, trackerIds, backMinutes, replay } = await openShare(db, code, now);
      if (replay !== null || backMinutes === 0) return { trails: [] };
      const asked = Math.min(minutes, backMinutes);
      const question = {
        asker: `share ${shareId}`,
        what: `${asked} ${trackerIds.join()}`,
        now,
        keep: KEPT_MS,
      };
      return { trails: await desk.ask(question, () => trailsOf(db, trackerIds, asked, now)) };
    },
  };
}

function inOrder(trackers: readonly Tracker[], ids: readonly number[]): readonly Tracker[] {
  const places = new Map(ids.map((id, place) => [id, place]));
  return trackers.toSorted((a, b) => (places.get(a.trackerId) ?? 0) - (places.get(b.trackerId) ?? 0));
}

function shared({ trackerId, trackerName, label, iconDto, trackerStatusDto }: Tracker): SharedTracker {
  return { trackerId, trackerName, label, iconDto, trackerStatusDto };
}

/** A link to a replay tells who went, and nothing of where he is by now, what state he is in or how far he has gone since. */
function sharedOfThePast(tracker: Tracker): SharedTracker {
  return { ...shared(tracker), trackerStatusDto: NEVER_REPORTED };
}
