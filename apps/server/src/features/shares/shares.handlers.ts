import { NamedError } from '@wakeline/contract/errors';
import { LIMITS } from '@wakeline/contract/limits';
import { recordAudit } from '../../audit/record.ts';
import type { Db, Tx } from '../../db/database.ts';
import { holdAccount } from '../../db/hold-account.ts';
import { sendEvent } from '../../db/notify.ts';
import type { Handlers } from '../../http/handler.ts';
import { transactionAs } from '../../http/transaction-as.ts';
import type { Caller } from '../../identity/caller.ts';
import { withdrawOwnLinks } from '../../identity/own-share-links.ts';
import { provePassword, settleProof } from '../../identity/prove-password.ts';
import { type ReplayTimes, replayOf } from './open-share.ts';
import { type PublicShareParts, publicShareHandlers } from './public-shares.ts';
import { mayReadShare, mayReadTrail, mayWithdrawShare, sharesTracker } from './shares.policy.ts';
import {
  insertShare,
  lockShare,
  placedTrackers,
  readShares,
  requireShareRoom,
  showsAny,
} from './shares.queries.ts';
import { TrailDesk } from './trail-desk.ts';
import { type Trail, trailsOf } from './trails.ts';

type ShareOperation =
  | 'queryTrails'
  | 'createShareLink'
  | 'queryShareLinks'
  | 'withdrawShareLink'
  | 'withdrawOwnShareLinks'
  | 'queryShare'
  | 'queryShareStates'
  | 'queryShareTrails';

/** A leap year: whoever chooses the same day of the next one is within it. */
const LONGEST_MS = 366 * 86_400_000;
/** A caller's clock may be wrong by so much: what is a day by it asks for no password. */
const CLOCK_MS = 60_000;

export interface ShareParts extends PublicShareParts {
  /**
   * Whether trackers are replayed together between two times.
   *
   * @throws NamedError `time-order`, `span-too-long`, `span-too-long-many`
   */
  readonly checkReplay: (trackerIds: readonly number[], times: ReplayTimes) => void;
}

/** The last minutes of trackers, and links by which others watch them. */
export function shareHandlers(parts: ShareParts): Pick<Handlers, ShareOperation> {
  const { db } = parts;
  const desk = new TrailDesk<Trail[]>();
  return {
    ...publicShareHandlers({ ...parts, desk }),

    async queryTrails({ trackerIds, minutes }, caller, { now }) {
      await requireAll(db, caller, trackerIds, mayReadTrail);
      const question = {
        asker: `user ${caller.userId}`,
        what: `${minutes} ${trackerIds.join()}`,
        now,
        keep: 0,
      };
      return { trails: await desk.ask(question, () => trailsOf(db, trackerIds, minutes, now)) };
    },

    async createShareLink({ shareName, trackerIds, expireTime, oldPD, ...shown }, caller, call) {
      if (expireTime <= call.now || expireTime > call.now + LONGEST_MS) throw new NamedError('share-expiry');
      const replay = shown.replay === undefined ? null : pastOf(shown.replay, call.now);
      if (replay !== null) parts.checkReplay(trackerIds, replay);
      const backMinutes = replay === null ? shown.backMinutes : 0;
      const trackers = await requireAll(db, caller, trackerIds, sharesTracker);
      const { accountId, userId } = caller;
      const long = expireTime > call.now + LIMITS.shareFreeMs + CLOCK_MS;
      if (long && oldPD === undefined) throw new NamedError('share-password');
      // Before the password is hashed, which is costly, and again where it counts.
      await requireShareRoom(db, userId, call.now);
      const proof = long && oldPD !== undefined ? await provePassword(db, caller, oldPD, call) : null;
      return transactionAs(db, caller, call, async (tx) => {
        if (proof !== null) await settleProof(tx, caller, proof);
        await holdAccount(tx, accountId);
        const ids = [...trackers.keys()];
        const share = { accountId, userId, shareName, trackerIds: ids, backMinutes, replay, expireTime };
        const made = await insertShare(tx, share, call.now);
        const names = [...trackers.values()].join(', ');
        const after = { trackers: names, expireTime, ...(replay ?? { backMinutes }) };
        await recordAudit(tx, caller, call, { action: 'createShareLink', target: shareName, after });
        await tell(tx, caller);
        return made;
      });
    },

    async withdrawOwnShareLinks(_payload, caller, call) {
      const withdrawn = await transactionAs(db, caller, call, (tx) => withdrawOwnLinks(tx, caller, call));
      return { withdrawn };
    },

    async queryShareLinks(_payload, caller, { now }) {
      const rows = await readShares(db, caller);
      const list = rows
        .map((row) => ({ row, owner: { accountId: row.account_id, userId: row.user_id } }))
        // Of others whoever sees some groups only is told of links that show something of these.
        .filter(
          ({ row, owner }) =>
            caller.groupIds === null || owner.userId === caller.userId || (row.trackers ?? []).length > 0,
        )
        .filter(({ owner }) => mayReadShare(caller, owner))
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
            createTime: row.created_at.getTime(),
            expireTime: row.expires_at.getTime(),
            lastOpenTime: row.last_opened_at?.getTime() ?? null,
            owner: row.login,
            state,
            abilities: { withdraw: state === 'open' && mayWithdrawShare(caller, owner) },
          };
        });
      return { list, total: list.length };
    },

    async withdrawShareLink({ shareId }, caller, call) {
      await transactionAs(db, caller, call, async (tx) => {
        const share = await lockShare(tx, caller.accountId, shareId);
        if (share === undefined || !mayWithdrawShare(caller, share)) throw new NamedError('share-unknown');
        const shown = share.userId === caller.userId || (await showsAny(tx, caller, shareId));
        if (!shown || stateOf(share.withdrawnAt, share.expiresAt, call.now) !== 'open') {
          throw new NamedError('share-unknown');
        }
        await tx
          .updateTable('share_link')
          .set({ withdrawn_at: new Date(call.now) })
          .where('share_id', '=', shareId)
          .execute();
        const before = { owner: share.login, expireTime: share.expiresAt.getTime() };
        await recordAudit(tx, caller, call, { action: 'withdrawShareLink', target: share.name, before });
        await tell(tx, caller);
      });
      return {};
    },
  };
}

/** Who is shown a replay is not to see what comes after: the part of it that was still to come when it was shared is left out. */
function pastOf({ startTime, endTime }: ReplayTimes, now: number): ReplayTimes {
  return { startTime, endTime: Math.min(endTime, now) };
}

/**
 * The names of these trackers by id, in their order, each once.
 *
 * @throws NamedError `tracker-unknown` where the caller does not see one of them
 */
async function requireAll(
  db: Db,
  caller: Caller,
  trackerIds: readonly number[],
  may: typeof mayReadTrail,
): Promise<ReadonlyMap<number, string>> {
  const placed = (await placedTrackers(db, caller, trackerIds)).filter((tracker) => may(caller, tracker));
  const names = new Map(placed.map(({ trackerId, trackerName }) => [trackerId, trackerName]));
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

/** Has the lists of the account follow a change. */
async function tell(tx: Tx, { accountId }: Caller): Promise<void> {
  await sendEvent(tx, { type: 'changed', what: 'shares', accountId, userId: null });
}
