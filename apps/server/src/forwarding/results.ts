import { forwardRetryAt } from '@wakeline/domain/delivery/forwarding';
import { sql } from 'kysely';
import type { Db, Tx } from '../db/database.ts';
import { sendEvent } from '../db/notify.ts';
import type { Outcome } from '../delivery/channels/channel.ts';
import { type ClaimedTarget, deleteBatches } from './batches.ts';

/**
 * Ends the lease of a target with the outcome of its request; undefined: there was nothing left to send. Does nothing if
 * another server has taken the target meanwhile.
 */
export async function finishRequest(
  db: Db,
  target: ClaimedTarget,
  sent: Outcome | undefined,
  now: number,
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const current = await tx
      .selectFrom('forward_target')
      .select('target_id')
      .where('target_id', '=', target.target_id)
      .where('claims', '=', target.claims)
      .where('sending', '=', true)
      .forUpdate()
      .executeTakeFirst();
    if (current === undefined) return;
    if (sent === undefined || sent.state === 'delivered') await storeSuccess(tx, target, now);
    else await storeFailure(tx, target, sent, now);
    // Consoles reload the list when a target fails or works again; they poll its counters.
    const isFailing = sent !== undefined && sent.state !== 'delivered';
    if (isFailing !== target.failures > 0) {
      const event = {
        type: 'changed',
        what: 'deliveries',
        accountId: target.account_id,
        userId: null,
      } as const;
      await sendEvent(tx, event);
    }
  });
}

async function storeSuccess(tx: Tx, target: ClaimedTarget, now: number): Promise<void> {
  const sent = await deleteBatches(tx, target.target_id, target.sending_to);
  await tx
    .updateTable('forward_target')
    .set({
      sending: false,
      sending_to: null,
      next_at: new Date(now),
      failures: 0,
      reason: null,
      detail: '',
      ...(sent > 0 && { sent: sql`sent + ${sent}`, sent_at: new Date(now) }),
    })
    .where('target_id', '=', target.target_id)
    .execute();
}

async function storeFailure(
  tx: Tx,
  target: ClaimedTarget,
  { reason, detail }: Exclude<Outcome, { state: 'delivered' }>,
  now: number,
): Promise<void> {
  await tx
    .updateTable('forward_target')
    .set({
      sending: false,
      next_at: new Date(forwardRetryAt(target.failures + 1, now)),
      failures: target.failures + 1,
      failed_at: new Date(now),
      reason,
      detail,
    })
    .where('target_id', '=', target.target_id)
    .execute();
}
