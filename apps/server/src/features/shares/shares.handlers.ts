import { NamedError } from '@wakeline/contract/errors';
import { LIMITS } from '@wakeline/contract/limits';
import type { Share } from '@wakeline/contract/shares';
import { recordAudit } from '../../audit/record.ts';
import type { Db, Tx } from '../../db/database.ts';
import { lockAccount } from '../../db/lock-account.ts';
import { sendEvent } from '../../db/notify.ts';
import type { JsonFields } from '../../db/schema.ts';
import type { Call } from '../../http/call.ts';
import type { Handlers } from '../../http/handler.ts';
import { transactionAs } from '../../http/transaction-as.ts';
import type { Caller } from '../../identity/caller.ts';
import { revokeUserLinks } from '../../identity/user-share-links.ts';
import { completeProof, verifyPassword } from '../../identity/verify-password.ts';
import { type ReplayTimes, replayOf } from './open-share.ts';
import { type PublicShareDependencies, publicShareHandlers } from './public-shares.ts';
import { canReadShare, canReadTrail, canRevokeShare, canShareTracker } from './shares.policy.ts';
import {
  insertShare,
  lockShare,
  type NewShare,
  readShares,
  readTrackerOwners,
  requireShareQuota,
  showsAnyTracker,
} from './shares.queries.ts';
import { TrailRequestQueue } from './trail-requests.ts';
import { readThinnedTrails, type Trail } from './trails.ts';

type ShareOperation =
  | 'queryTrails'
  | 'createShareLink'
  | 'createScreenLink'
  | 'queryShareLinks'
  | 'withdrawShareLink'
  | 'withdrawOwnShareLinks'
  | 'queryShare'
  | 'queryShareStates'
  | 'queryShareTrails';

/** A leap year, so that the same day of the next year is always allowed. */
const MAX_EXPIRY_MS = 366 * 86_400_000;
/** Tolerated error of a caller's clock: a day by that clock requires no password. */
const CLOCK_TOLERANCE_MS = 60_000;

export interface ShareDependencies extends PublicShareDependencies {
  /**
   * Checks that these trackers can be replayed together in this time range.
   *
   * @throws NamedError `time-order`, `span-too-long`, `span-too-long-many`
   */
  readonly checkReplay: (trackerIds: readonly number[], times: ReplayTimes) => void;
  /** A screen that the user can share; null: there is none. */
  readonly findSharableScreen: (
    caller: Caller,
    screenId: number,
  ) => Promise<{ readonly screenName: string } | null>;
}

/** Trails of the last minutes, and links that share trackers. */
export function shareHandlers(dependencies: ShareDependencies): Pick<Handlers, ShareOperation> {
  const { db, positions } = dependencies;
  const trailRequests = new TrailRequestQueue<Trail[]>();
  return {
    ...publicShareHandlers({ ...dependencies, trailRequests }),

    async queryTrails({ trackerIds, minutes }, caller, { now }) {
      await requireTrackers(db, caller, trackerIds, canReadTrail);
      const trailRequest = {
        requester: `user ${caller.userId}`,
        query: `${minutes} ${trackerIds.join()}`,
        now,
        ttlMs: 0,
      };
      return {
        trails: await trailRequests.request(trailRequest, () =>
          readThinnedTrails({ db, positions }, trackerIds, minutes, now),
        ),
      };
    },

    async createShareLink({ trackerIds, ...payload }, caller, call) {
      requireExpiry(payload.expireTime, call.now);
      const replay = payload.replay === undefined ? null : clampToPast(payload.replay, call.now);
      if (replay !== null) dependencies.checkReplay(trackerIds, replay);
      const backMinutes = replay === null ? payload.backMinutes : 0;
      const trackers = await requireTrackers(db, caller, trackerIds, canShareTracker);
      const ids = [...trackers.keys()];
      const names = [...trackers.values()].join(', ');
      const { expireTime } = payload;
      return createLink(db, caller, call, {
        ...payload,
        content: { trackerIds: ids, backMinutes, replay, screen: null },
        action: 'createShareLink',
        after: { trackers: names, expireTime, ...(replay ?? { backMinutes }) },
      });
    },

    async createScreenLink({ screenId, hideNames, ...payload }, caller, call) {
      requireExpiry(payload.expireTime, call.now);
      const screen = await dependencies.findSharableScreen(caller, screenId);
      if (screen === null) throw new NamedError('screen-unknown');
      const { expireTime } = payload;
      return createLink(db, caller, call, {
        ...payload,
        content: {
          trackerIds: [],
          backMinutes: 0,
          replay: null,
          screen: { screenId, hidesNames: hideNames },
        },
        action: 'createScreenLink',
        after: { screen: screen.screenName, hideNames, expireTime },
      });
    },

    async withdrawOwnShareLinks(_payload, caller, call) {
      const withdrawn = await transactionAs(db, caller, call, (tx) => revokeUserLinks(tx, caller, call));
      return { withdrawn };
    },

    async queryShareLinks(_payload, caller, { now }) {
      const rows = await readShares(db, caller);
      const list = rows
        .map((row) => ({ row, owner: { accountId: row.account_id, userId: row.user_id } }))
        // Users confined to some groups get links of others only if these show a tracker of their groups.
        .filter(
          ({ row, owner }) =>
            caller.groupIds === null || owner.userId === caller.userId || (row.trackers ?? []).length > 0,
        )
        .filter(({ owner }) => canReadShare(caller, owner))
        .map(({ row, owner }) => {
          const state = stateOf(row.withdrawn_at, row.expires_at, now);
          const trackers = row.trackers ?? [];
          return {
            shareId: row.share_id,
            shareName: row.name,
            trackerIds: trackers.map(({ id }) => id),
            trackerNames: trackers.map(({ name }) => name),
            backMinutes: row.back_minutes,
            replay: replayOf(row),
            screen: screenOf(row),
            createTime: row.created_at.getTime(),
            expireTime: row.expires_at.getTime(),
            lastOpenTime: row.last_opened_at?.getTime() ?? null,
            owner: row.login,
            state,
            abilities: { withdraw: state === 'open' && canRevokeShare(caller, owner) },
          };
        });
      return { list, total: list.length };
    },

    async withdrawShareLink({ shareId }, caller, call) {
      await transactionAs(db, caller, call, async (tx) => {
        const share = await lockShare(tx, caller.accountId, shareId);
        if (share === undefined || !canRevokeShare(caller, share)) throw new NamedError('share-unknown');
        const visible = share.userId === caller.userId || (await showsAnyTracker(tx, caller, shareId));
        if (!visible || stateOf(share.withdrawnAt, share.expiresAt, call.now) !== 'open') {
          throw new NamedError('share-unknown');
        }
        await tx
          .updateTable('share_link')
          .set({ withdrawn_at: new Date(call.now) })
          .where('share_id', '=', shareId)
          .execute();
        const before = { owner: share.login, expireTime: share.expiresAt.getTime() };
        await recordAudit(tx, caller, call, { action: 'withdrawShareLink', target: share.name, before });
        await notifySharesChanged(tx, caller);
      });
      return {};
    },
  };
}

/** @throws NamedError `share-expiry` */
function requireExpiry(expireTime: number, now: number): void {
  if (expireTime <= now || expireTime > now + MAX_EXPIRY_MS) throw new NamedError('share-expiry');
}

interface LinkRequest {
  readonly shareName: string;
  readonly expireTime: number;
  readonly oldPD?: string | undefined;
  readonly content: Pick<NewShare, 'trackerIds' | 'backMinutes' | 'replay' | 'screen'>;
  readonly action: 'createShareLink' | 'createScreenLink';
  readonly after: JsonFields;
}

/**
 * Stores a link. One that is valid for more than a day requires the password: it outlives a stolen session.
 *
 * @throws NamedError `share-password`, `password-wrong`, `login-locked` or `share-limit`
 */
async function createLink(
  db: Db,
  caller: Caller,
  call: Call,
  { shareName, expireTime, oldPD, content, action, after }: LinkRequest,
): Promise<{ shareId: number; code: string }> {
  const { accountId, userId } = caller;
  const needsPassword = expireTime > call.now + LIMITS.shareWithoutPasswordMs + CLOCK_TOLERANCE_MS;
  if (needsPassword && oldPD === undefined) throw new NamedError('share-password');
  // Checked before the expensive password hash, and again inside the transaction.
  await requireShareQuota(db, userId, call.now);
  const proof = needsPassword && oldPD !== undefined ? await verifyPassword(db, caller, oldPD, call) : null;
  return transactionAs(db, caller, call, async (tx) => {
    if (proof !== null) await completeProof(tx, caller, proof);
    await lockAccount(tx, accountId);
    const created = await insertShare(tx, { accountId, userId, shareName, expireTime, ...content }, call.now);
    await recordAudit(tx, caller, call, { action, target: shareName, after });
    await notifySharesChanged(tx, caller);
    return created;
  });
}

function screenOf(row: Awaited<ReturnType<typeof readShares>>[number]): Share['screen'] {
  const { screen_id: screenId, screen_kind: kind } = row;
  if (screenId === null || kind === null || kind === 'dashboard') return null;
  return { screenId, screenName: row.screen_name ?? '', kind, hideNames: row.hides_names };
}

/** Viewers of a replay must not see later positions: the range ends at the creation time at the latest. */
function clampToPast({ startTime, endTime }: ReplayTimes, now: number): ReplayTimes {
  return { startTime, endTime: Math.min(endTime, now) };
}

/**
 * Names of these trackers by id, in their order, without duplicates.
 *
 * @throws NamedError `tracker-unknown` when one of them is outside the caller's scope
 */
async function requireTrackers(
  db: Db,
  caller: Caller,
  trackerIds: readonly number[],
  isAllowed: typeof canReadTrail,
): Promise<ReadonlyMap<number, string>> {
  const allowed = (await readTrackerOwners(db, caller, trackerIds)).filter((tracker) =>
    isAllowed(caller, tracker),
  );
  const names = new Map(allowed.map(({ trackerId, trackerName }) => [trackerId, trackerName]));
  return new Map(
    trackerIds.map((id) => {
      const name = names.get(id);
      if (name === undefined) throw new NamedError('tracker-unknown');
      return [id, name];
    }),
  );
}

function stateOf(withdrawnAt: Date | null, expiresAt: Date, now: number): 'open' | 'expired' | 'withdrawn' {
  if (withdrawnAt !== null) return 'withdrawn';
  return expiresAt.getTime() > now ? 'open' : 'expired';
}

/** Notifies the account's open lists of a change. */
async function notifySharesChanged(tx: Tx, { accountId }: Caller): Promise<void> {
  await sendEvent(tx, { type: 'changed', what: 'shares', accountId, userId: null });
}
