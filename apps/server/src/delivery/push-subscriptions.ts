import type { Db, Tx } from '../db/database.ts';
import type { PushKeys } from './channels/push-encryption.ts';

/** Browsers of a user that receive messages; of more the newest count. */
const MAX_BROWSERS = 10;

export interface PushSubscription extends PushKeys {
  readonly endpoint: string;
}

export async function readPushSubscriptions(db: Db, userId: number): Promise<readonly PushSubscription[]> {
  return db
    .selectFrom('push_subscription')
    .select(['endpoint', 'p256dh', 'auth'])
    .where('user_id', '=', userId)
    .orderBy('push_id')
    .execute();
}

/** Adds a browser. Its push service has one endpoint for it, which moves to the user who is signed in last. */
export async function insertPushSubscription(
  tx: Tx,
  userId: number,
  { endpoint, p256dh, auth }: PushSubscription,
  details: { readonly userAgent: string; readonly now: number },
): Promise<void> {
  await tx.deleteFrom('push_subscription').where('endpoint', '=', endpoint).execute();
  await tx
    .insertInto('push_subscription')
    .values({
      user_id: userId,
      endpoint,
      p256dh,
      auth,
      user_agent: details.userAgent.slice(0, 256),
      created_at: new Date(details.now),
    })
    .execute();
  await tx
    .deleteFrom('push_subscription')
    .where('push_id', 'in', (query) =>
      query
        .selectFrom('push_subscription')
        .select('push_id')
        .where('user_id', '=', userId)
        .orderBy('push_id', 'desc')
        .offset(MAX_BROWSERS),
    )
    .execute();
}

/** Removes a browser: the user's own, or (null) one that its push service no longer has. */
export async function deletePushSubscription(
  db: Db,
  { userId, endpoint }: { readonly userId: number | null; readonly endpoint: string },
): Promise<void> {
  await db.transaction().execute((tx) =>
    tx
      .deleteFrom('push_subscription')
      .where('endpoint', '=', endpoint)
      .$if(userId !== null, (query) => query.where('user_id', '=', userId ?? 0))
      .execute(),
  );
}
