import type { Operation } from '@wakeline/contract/operation';
import { OPERATIONS, type OperationName } from '@wakeline/contract/operations';
import { sql } from 'kysely';
import type { Tx } from '../db/database.ts';
import type { JsonFields } from '../db/schema.ts';

/** Recorded events other than operations. `unsubscribed`: the owner of an address has ended its e-mails. */
export type AuditEvent = 'operator' | 'unsubscribed' | OwnEvent;
type OwnEvent = (typeof OWN_EVENTS)[number];

/** Events of the own login. `left-out`: the number of entries of one action that were omitted on that day. */
const OWN_EVENTS = ['sign-in', 'sign-in-failed', 'code-sign-in', 'third-party-sign-in', 'left-out'] as const;

/**
 * Maximum entries per day (UTC) of one action on a user's own login. Actions that anyone can repeat must not push other
 * entries out of the log. Counted by action, so that failed sign-ins of an attacker do not hide a successful one.
 */
export const MAX_OWN_ENTRIES_PER_DAY = 100;

/** The author of an entry: a caller, or a user who is signing in. */
export interface Actor {
  readonly accountId: number;
  readonly login: string;
  /** Null: not a user of the account, for example the operator on the command line. */
  readonly userId: number | null;
  readonly via?: 'session' | 'token';
  /** Name of the API token; null: a user. */
  readonly tokenName?: string | null;
}

/** Time and address of the request. */
export interface RequestOrigin {
  /** Epoch milliseconds. */
  readonly now: number;
  readonly address: string;
}

export interface AuditEntry {
  readonly action: OperationName | AuditEvent;
  /** Name of the changed object, as users know it. */
  readonly target: string;
  /** The changed fields, before and after. Never a secret: a password is `{password: 'changed'}`. */
  readonly before?: JsonFields | null;
  readonly after?: JsonFields | null;
}

/**
 * Adds an entry to the account's audit log, in the transaction of the change, so that both commit or neither does. More than
 * `MAX_OWN_ENTRIES_PER_DAY` actions on the own login are only counted, in one entry.
 */
export async function recordAudit(
  tx: Tx,
  actor: Actor,
  origin: RequestOrigin,
  entry: AuditEntry,
): Promise<void> {
  const own = isOwn(entry.action);
  if (
    own &&
    actor.userId !== null &&
    (await hasReachedDailyLimit(tx, actor.userId, entry.action, origin.now))
  ) {
    return countOmitted(tx, actor, origin, entry.action);
  }
  return insertEntry(tx, actor, origin, { ...entry, own });
}

/** `editUserConfig` also changes the account's branding, so it is not an own event although it has the effect `own`. */
function isOwn(action: AuditEntry['action']): boolean {
  if (action === 'editUserConfig') return false;
  if ((OWN_EVENTS as readonly string[]).includes(action)) return true;
  const operations: Readonly<Record<string, Operation>> = OPERATIONS;
  return operations[action]?.effect === 'own';
}

async function hasReachedDailyLimit(tx: Tx, userId: number, action: string, now: number): Promise<boolean> {
  // Concurrent calls are counted one after the other.
  await sql`select pg_advisory_xact_lock(hashtextextended(${`audit of ${userId}`}, 0))`.execute(tx);
  const { count } = await tx
    .selectFrom('audit_entry')
    .where('own', '=', true)
    .where('user_id', '=', userId)
    .where('action', '=', action)
    .where('at', '>=', startOfDay(now))
    .select((query) => query.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count >= MAX_OWN_ENTRIES_PER_DAY;
}

async function countOmitted(tx: Tx, actor: Actor, origin: RequestOrigin, action: string): Promise<void> {
  const counted = await tx
    .updateTable('audit_entry')
    .set({ after: sql`jsonb_set(after, '{entries}', to_jsonb((after ->> 'entries')::int + 1))` })
    .where('own', '=', true)
    .where('user_id', '=', actor.userId)
    .where('action', '=', 'left-out')
    .where('at', '>=', startOfDay(origin.now))
    .where(sql<boolean>`after ->> 'action' = ${action}`)
    .returning('audit_id')
    .executeTakeFirst();
  if (counted !== undefined) return;
  const after = { action, entries: 1 };
  await insertEntry(tx, actor, origin, { action: 'left-out', target: actor.login, after, own: true });
}

/** Start of the day, UTC. */
function startOfDay(now: number): Date {
  return new Date(now - (now % 86_400_000));
}

async function insertEntry(
  tx: Tx,
  actor: Actor,
  { now, address }: RequestOrigin,
  { action, target, before = null, after = null, own }: AuditEntry & { readonly own: boolean },
): Promise<void> {
  await tx
    .insertInto('audit_entry')
    .values({
      account_id: actor.accountId,
      at: new Date(now),
      user_id: actor.userId,
      login: actor.login,
      action,
      target,
      address,
      before: before === null ? null : JSON.stringify(before),
      after: after === null ? null : JSON.stringify(after),
      via: actor.via ?? null,
      token_name: actor.tokenName ?? null,
      own,
    })
    .execute();
}

/** The fields that differ, with their values before and after, for an entry. Both null if none differs. */
export function difference(
  before: JsonFields,
  after: JsonFields,
): { readonly before: JsonFields | null; readonly after: JsonFields | null } {
  const changed = Object.keys(after).filter(
    (field) => JSON.stringify(before[field] ?? null) !== JSON.stringify(after[field] ?? null),
  );
  if (changed.length === 0) return { before: null, after: null };
  const pick = (details: JsonFields) =>
    Object.fromEntries(changed.map((field) => [field, details[field] ?? null]));
  return { before: pick(before), after: pick(after) };
}
