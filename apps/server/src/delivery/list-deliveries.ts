import type { Delivery } from '@wakeline/contract/delivery/deliveries';
import { NamedError } from '@wakeline/contract/errors';
import type { DeliveryState } from '@wakeline/domain/delivery/delivery';
import { NOTICE_TYPES } from '@wakeline/domain/notices/notice-type';
import type { Db, Tx } from '../db/database.ts';
import { nameOf } from './recipients.ts';

export interface DeliveryPage {
  readonly state: DeliveryState | undefined;
  readonly pageIndex: number;
  readonly pageSize: number;
}

/** A page of the messages of an account, newest first, and the number of its dead letters. */
export async function readDeliveries(
  db: Db,
  accountId: number,
  { state, pageIndex, pageSize }: DeliveryPage,
): Promise<{ list: Delivery[]; total: number; failed: number }> {
  const ofAccount = db.selectFrom('delivery').where('delivery.account_id', '=', accountId);
  const filtered = state === undefined ? ofAccount : ofAccount.where('state', '=', state);
  const [rows, { total }, { failed }] = await Promise.all([
    filtered
      .innerJoin('recipient', 'recipient.recipient_id', 'delivery.recipient_id')
      .leftJoin('app_user', 'app_user.user_id', 'recipient.user_id')
      .selectAll('delivery')
      .select(['recipient.kind as recipientKind', 'recipient.name', 'app_user.login'])
      .orderBy('delivery.created_at', 'desc')
      .orderBy('delivery.delivery_id', 'desc')
      .limit(pageSize)
      .offset((pageIndex - 1) * pageSize)
      .execute(),
    filtered.select((query) => query.fn.countAll<number>().as('total')).executeTakeFirstOrThrow(),
    ofAccount
      .where('state', '=', 'failed')
      .select((query) => query.fn.countAll<number>().as('failed'))
      .executeTakeFirstOrThrow(),
  ]);
  const list = rows.map(
    (row): Delivery => ({
      deliveryId: row.delivery_id,
      recipientId: row.recipient_id,
      recipientName: nameOf({ kind: row.recipientKind, name: row.name, login: row.login }),
      channel: row.channel,
      kind: row.kind,
      counts: NOTICE_TYPES.flatMap((msgType) => {
        const count = row.counts[msgType];
        return count === undefined ? [] : [{ msgType, count }];
      }),
      state: row.state,
      reason: row.reason,
      detail: row.detail,
      attempts: row.attempts,
      key: row.idempotency_key,
      createTime: row.created_at.getTime(),
      nextTime: row.state === 'waiting' ? row.next_at.getTime() : null,
      endTime: row.finished_at?.getTime() ?? null,
    }),
  );
  return { list, total, failed };
}

/**
 * Makes failed messages wait again, for all attempts, with the same keys.
 *
 * @throws NamedError `delivery-unknown` when none of them has failed
 */
export async function requeueDeliveries(
  tx: Tx,
  accountId: number,
  deliveryIds: readonly number[],
  now: number,
): Promise<number> {
  const rows = await tx
    .updateTable('delivery')
    // Nothing more is collected in it.
    .set({ state: 'waiting', attempts: 0, group_key: null, next_at: new Date(now), finished_at: null })
    .where('account_id', '=', accountId)
    .where('state', '=', 'failed')
    .where('delivery_id', 'in', deliveryIds)
    .returning('delivery_id')
    .execute();
  if (rows.length === 0) throw new NamedError('delivery-unknown');
  return rows.length;
}
