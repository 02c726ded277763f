import { NamedError } from '@wakeline/contract/errors';
import { LIMITS } from '@wakeline/contract/limits';
import type { FeedForm } from '@wakeline/contract/trackers/feeds';
import type { Tx } from '../db/database.ts';
import { lockAccount } from '../db/lock-account.ts';
import { sendEvent } from '../db/notify.ts';

/** @throws NamedError `feed-limit`; a unique violation if a sender belongs to another feed. */
export async function insertFeed(tx: Tx, accountId: number, form: FeedForm): Promise<number> {
  await lockAccount(tx, accountId);
  const { count } = await tx
    .selectFrom('feed')
    .where('account_id', '=', accountId)
    .select((query) => query.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  if (count >= LIMITS.feedsPerAccount) throw new NamedError('feed-limit');
  const { feed_id: feedId } = await tx
    .insertInto('feed')
    .values({ account_id: accountId, ...columnsOf(form) })
    .returning('feed_id')
    .executeTakeFirstOrThrow();
  await insertSenders(tx, feedId, form);
  await notifyChanged(tx, accountId);
  return feedId;
}

/** Locks a feed until the transaction ends. @throws NamedError `feed-unknown` */
export async function lockFeed(tx: Tx, accountId: number, feedId: number) {
  const row = await tx
    .selectFrom('feed')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('feed_id', '=', feedId)
    .forUpdate()
    .executeTakeFirst();
  if (row === undefined) throw new NamedError('feed-unknown');
  return row;
}

/** @throws a unique violation if a sender belongs to another feed. */
export async function updateFeed(
  tx: Tx,
  { accountId, feedId }: { readonly accountId: number; readonly feedId: number },
  form: FeedForm,
  renewToken: boolean,
): Promise<void> {
  await tx
    .updateTable('feed')
    .set((set) => ({ ...columnsOf(form), token_version: set('token_version', '+', renewToken ? 1 : 0) }))
    .where('account_id', '=', accountId)
    .where('feed_id', '=', feedId)
    .execute();
  await tx.deleteFrom('feed_sender').where('feed_id', '=', feedId).execute();
  await insertSenders(tx, feedId, form);
  await notifyChanged(tx, accountId);
}

export async function deleteFeed(tx: Tx, accountId: number, feedId: number): Promise<void> {
  await tx.deleteFrom('feed').where('account_id', '=', accountId).where('feed_id', '=', feedId).execute();
  await notifyChanged(tx, accountId);
}

function columnsOf(form: FeedForm) {
  return {
    name: form.feedName,
    kind: form.kind,
    connection: JSON.stringify(form.connection),
    area: form.area === null ? null : JSON.stringify(form.area),
    interval_seconds: form.intervalSeconds,
    unknown_objects: form.unknownObjects,
    enabled: form.enabled,
  };
}

async function insertSenders(tx: Tx, feedId: number, { connection }: FeedForm): Promise<void> {
  const senders = connection.type === 'listen' ? [...new Set(connection.senders)] : [];
  if (senders.length === 0) return;
  await tx
    .insertInto('feed_sender')
    .values(senders.map((address) => ({ address, feed_id: feedId })))
    .execute();
}

/** Consoles reload the list, the engine its connections. */
async function notifyChanged(tx: Tx, accountId: number): Promise<void> {
  await sendEvent(tx, { type: 'changed', what: 'feeds', accountId, userId: null });
}
