import { randomBytes } from 'node:crypto';
import { NamedError } from '@wakeline/contract/errors';
import { LIMITS } from '@wakeline/contract/limits';
import { SCREEN_CODE_PREFIX } from '@wakeline/contract/screens/screen-code';
import { sql } from 'kysely';
import type { Db, Tx } from '../../db/database.ts';
import { inScope, type Scope } from '../../identity/scope.ts';
import { hashToken } from '../../identity/tokens.ts';
import { countOpenLinks } from '../../identity/user-share-links.ts';
import { trackerIdIn, trackersInScope } from '../../trackers/in-scope.ts';
import type { ReplayTimes } from './open-share.ts';

/** 128 random bits, which makes guessing infeasible. */
const CODE_BYTES = 16;
/** Maximum number of ended links in the list of a user; the newest stay. */
const MAX_ENDED_LINKS = 100;

export interface NewShare {
  readonly accountId: number;
  readonly userId: number;
  readonly shareName: string;
  readonly trackerIds: readonly number[];
  readonly backMinutes: number;
  /** Null for a link to the live state. */
  readonly replay: ReplayTimes | null;
  readonly expireTime: number;
  /** Null: a link to trackers. */
  readonly screen: { readonly screenId: number; readonly hidesNames: boolean } | null;
}

/** The trackers among these that are in a scope, with the fields that the policies need. */
export function readTrackerOwners(db: Db, scope: Scope, trackerIds: readonly number[]) {
  return trackersInScope(db, scope)
    .where(trackerIdIn(trackerIds))
    .select([
      'tracker.tracker_id as trackerId',
      'tracker.account_id as accountId',
      'tracker.group_id as groupId',
      'tracker.name as trackerName',
    ])
    .execute();
}

/** @throws NamedError `share-limit` */
export async function requireShareQuota(db: Db, userId: number, now: number): Promise<void> {
  if ((await countOpenLinks(db, userId, now)) >= LIMITS.sharesPerUser) throw new NamedError('share-limit');
}

/**
 * Inserts a link and returns its code: base64url of random bits, of which the database stores only the SHA-256. Surplus
 * ended links are deleted.
 *
 * @throws NamedError `share-limit`
 */
export async function insertShare(
  tx: Tx,
  share: NewShare,
  now: number,
): Promise<{ shareId: number; code: string }> {
  await requireShareQuota(tx, share.userId, now);
  const surplus = tx
    .selectFrom('share_link')
    .where('user_id', '=', share.userId)
    .where((eb) => eb.or([eb('withdrawn_at', 'is not', null), eb('expires_at', '<=', new Date(now))]))
    .orderBy('share_id', 'desc')
    .offset(MAX_ENDED_LINKS)
    .select('share_id');
  await tx.deleteFrom('share_link').where('share_id', 'in', surplus).execute();
  const prefix = share.screen === null ? '' : SCREEN_CODE_PREFIX;
  const code = prefix + randomBytes(CODE_BYTES).toString('base64url');
  const { share_id } = await tx
    .insertInto('share_link')
    .values({
      account_id: share.accountId,
      user_id: share.userId,
      name: share.shareName,
      code_hash: hashToken(code),
      back_minutes: share.backMinutes,
      replay_start: share.replay?.startTime ?? null,
      replay_end: share.replay?.endTime ?? null,
      created_at: new Date(now),
      expires_at: new Date(share.expireTime),
      screen_id: share.screen?.screenId ?? null,
      hides_names: share.screen?.hidesNames ?? false,
    })
    .returning('share_id')
    .executeTakeFirstOrThrow();
  if (share.trackerIds.length === 0) return { shareId: share_id, code };
  await tx
    .insertInto('share_tracker')
    .values(share.trackerIds.map((tracker_id, place) => ({ share_id, tracker_id, place })))
    .execute();
  return { shareId: share_id, code };
}

/** Takes trackers that leave the account out of its links. */
export async function removeFromShares(tx: Tx, trackerIds: readonly number[]): Promise<void> {
  await sql`delete from share_tracker where tracker_id = any (${[...trackerIds]}::int[])`.execute(tx);
}

/** Links of an account, newest first, each with its trackers in the reader's scope. */
export function readShares(db: Db, scope: Scope) {
  return db
    .selectFrom('share_link')
    .innerJoin('app_user', 'app_user.user_id', 'share_link.user_id')
    .leftJoin('screen', 'screen.screen_id', 'share_link.screen_id')
    .where('share_link.account_id', '=', scope.accountId)
    .select((query) => [
      'share_link.share_id',
      'share_link.account_id',
      'share_link.user_id',
      'share_link.name',
      'share_link.back_minutes',
      'share_link.replay_start',
      'share_link.replay_end',
      'share_link.created_at',
      'share_link.expires_at',
      'share_link.withdrawn_at',
      'share_link.last_opened_at',
      'app_user.login',
      'share_link.hides_names',
      'screen.screen_id',
      'screen.name as screen_name',
      'screen.kind as screen_kind',
      query
        .selectFrom('share_tracker')
        .innerJoin('tracker', 'tracker.tracker_id', 'share_tracker.tracker_id')
        .whereRef('share_tracker.share_id', '=', 'share_link.share_id')
        .where('tracker.account_id', '=', scope.accountId)
        .where(inScope(scope, 'tracker.group_id'))
        .select(
          sql<{ id: number; name: string }[]>`coalesce(jsonb_agg(
            jsonb_build_object('id', tracker.tracker_id, 'name', tracker.name) order by share_tracker.place), '[]')`.as(
            'list',
          ),
        )
        .as('trackers'),
    ])
    .orderBy('share_link.share_id', 'desc')
    .execute();
}

/** Reads a link and locks its row until the transaction ends. */
export function lockShare(tx: Tx, accountId: number, shareId: number) {
  return tx
    .selectFrom('share_link')
    .innerJoin('app_user', 'app_user.user_id', 'share_link.user_id')
    .where('share_link.account_id', '=', accountId)
    .where('share_link.share_id', '=', shareId)
    .select([
      'share_link.account_id as accountId',
      'share_link.user_id as userId',
      'share_link.name',
      'share_link.expires_at as expiresAt',
      'share_link.withdrawn_at as withdrawnAt',
      'app_user.login',
    ])
    .forUpdate('share_link')
    .executeTakeFirst();
}

/** Whether a link shows a tracker of a scope. With full scope it is always true, also for a link without trackers. */
export async function showsAnyTracker(db: Db, scope: Scope, shareId: number): Promise<boolean> {
  if (scope.groupIds === null) return true;
  const row = await db
    .selectFrom('share_tracker')
    .innerJoin('tracker', 'tracker.tracker_id', 'share_tracker.tracker_id')
    .where('share_tracker.share_id', '=', shareId)
    .where('tracker.account_id', '=', scope.accountId)
    .where(inScope(scope, 'tracker.group_id'))
    .select('share_tracker.tracker_id')
    .executeTakeFirst();
  return row !== undefined;
}
