import type { ForwardTargetForm } from '@wakeline/contract/delivery/forward-targets';
import { NamedError } from '@wakeline/contract/errors';
import { LIMITS } from '@wakeline/contract/limits';
import { type SqlBool, sql } from 'kysely';
import type { Db, Tx } from '../db/database.ts';
import { lockAccount } from '../db/lock-account.ts';
import { sendEvent } from '../db/notify.ts';

function selectTargets(db: Db) {
  return db.selectFrom('forward_target').selectAll();
}

export type ForwardTargetRow = Awaited<ReturnType<ReturnType<typeof selectTargets>['execute']>>[number];

/** What waits for a target. */
export interface Waiting {
  readonly waiting: number;
  readonly oldest: Date | null;
}

/** The targets of an account by name, with what waits for each: one statement, so that both are of one moment. */
export async function readTargets(
  db: Db,
  accountId: number,
): Promise<readonly (ForwardTargetRow & Waiting)[]> {
  const ofTarget = sql`from forward_batch where forward_batch.target_id = forward_target.target_id`;
  const rows = await selectTargets(db)
    .select([
      sql<number>`(select coalesce(sum(entries), 0) ${ofTarget})`.as('waiting'),
      sql<Date | null>`(select min(created_at) ${ofTarget})`.as('oldest'),
    ])
    .where('account_id', '=', accountId)
    .execute();
  return rows.toSorted((a, b) => a.name.localeCompare(b.name) || a.target_id - b.target_id);
}

export async function readAccountsWithTargets(db: Db): Promise<readonly number[]> {
  const rows = await db.selectFrom('forward_target').distinct().select('account_id').execute();
  return rows.map((row) => row.account_id);
}

export function readEnabledTargets(db: Db, accountId: number): Promise<ForwardTargetRow[]> {
  return selectTargets(db)
    .where('account_id', '=', accountId)
    .where('enabled', '=', true)
    .orderBy('target_id')
    .execute();
}

/** @throws NamedError `forward-target-unknown` when the account has no such target */
export async function lockTarget(tx: Tx, accountId: number, targetId: number): Promise<ForwardTargetRow> {
  const row = await selectTargets(tx)
    .where('account_id', '=', accountId)
    .where('target_id', '=', targetId)
    .forUpdate()
    .executeTakeFirst();
  if (row === undefined) throw new NamedError('forward-target-unknown');
  return row;
}

/**
 * Adds a target, which gets what is stored from then on.
 *
 * @throws NamedError `forward-target-limit`
 */
export async function insertTarget(
  tx: Tx,
  accountId: number,
  form: ForwardTargetForm,
  sealedPassword: Buffer | null,
  now: number,
): Promise<number> {
  await lockAccount(tx, accountId);
  const { count } = await tx
    .selectFrom('forward_target')
    .where('account_id', '=', accountId)
    .select((query) => query.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  if (count >= LIMITS.forwardTargetsPerAccount) throw new NamedError('forward-target-limit');
  const at = new Date(now);
  const { target_id: targetId } = await tx
    .insertInto('forward_target')
    .values({
      account_id: accountId,
      ...columnsOf(form),
      sealed_password: sealedPassword,
      created_at: at,
      next_at: at,
      sending_to: null,
      reason: null,
    })
    .returning('target_id')
    .executeTakeFirstOrThrow();
  await sendEvent(tx, { type: 'forward-targets', accountId });
  return targetId;
}

/** Replaces the details of a target. It is tried again at once; if it is disabled, what waits is dropped. */
export async function updateTarget(
  tx: Tx,
  before: ForwardTargetRow,
  form: ForwardTargetForm,
  {
    sealedPassword,
    renewSecret,
    now,
  }: { readonly sealedPassword: Buffer | null; readonly renewSecret: boolean; readonly now: number },
): Promise<void> {
  const { target_id: targetId, account_id: accountId } = before;
  await tx
    .updateTable('forward_target')
    .set({
      ...columnsOf(form),
      sealed_password: sealedPassword,
      secret_version: before.secret_version + (renewSecret ? 1 : 0),
      // A lease is kept, so that no other server sends meanwhile.
      ...(!before.sending && { next_at: new Date(now) }),
      ...(!form.enabled && { sending_to: null, reason: null, detail: '', failures: 0 }),
    })
    .where('target_id', '=', targetId)
    .execute();
  if (!form.enabled) await tx.deleteFrom('forward_batch').where('target_id', '=', targetId).execute();
  await sendEvent(tx, { type: 'forward-targets', accountId });
}

export async function deleteTarget(
  tx: Tx,
  { target_id: targetId, account_id: accountId }: ForwardTargetRow,
): Promise<void> {
  await tx.deleteFrom('forward_target').where('target_id', '=', targetId).execute();
  await tx.deleteFrom('forward_batch').where('target_id', '=', targetId).execute();
  await sendEvent(tx, { type: 'forward-targets', accountId });
}

/** Milliseconds between two tests of a target. */
const TEST_INTERVAL_MS = 5_000;

/** @throws NamedError `forward-test-too-soon` */
export async function allowTest(tx: Tx, target: ForwardTargetRow, now: number): Promise<void> {
  if (target.tested_at !== null && now - target.tested_at.getTime() < TEST_INTERVAL_MS)
    throw new NamedError('forward-test-too-soon');
  await tx
    .updateTable('forward_target')
    .set({ tested_at: new Date(now) })
    .where('target_id', '=', target.target_id)
    .execute();
}

export function formOf(row: ForwardTargetRow): ForwardTargetForm {
  const { kind, name: targetName, url, contents, scope, enabled, topic, protocol_version: version } = row;
  const common = { targetName, url, contents, scope, enabled };
  if (kind === 'http') return { kind, ...common };
  return { kind, ...common, topic: topic ?? '', userName: row.user_name, protocolVersion: version ?? '5' };
}

function columnsOf(form: ForwardTargetForm) {
  const isMqtt = form.kind === 'mqtt';
  return {
    kind: form.kind,
    name: form.targetName,
    url: form.url,
    topic: isMqtt ? form.topic : null,
    protocol_version: isMqtt ? form.protocolVersion : null,
    user_name: isMqtt ? form.userName : null,
    contents: [...new Set(form.contents)],
    scope: JSON.stringify(form.scope),
    enabled: form.enabled,
  };
}

/** Deletes batches of targets that are removed or disabled: the engine may have stored some after the change. */
export async function dropOrphans(db: Db): Promise<void> {
  await db
    .deleteFrom('forward_batch')
    .where(
      sql<SqlBool>`not exists (
        select from forward_target where forward_target.target_id = forward_batch.target_id and enabled)`,
    )
    .execute();
}
