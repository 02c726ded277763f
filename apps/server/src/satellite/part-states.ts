import { applyOutcome, type MessageOutcome } from '@wakeline/domain/satellite/message-states';
import { stateOfParts } from '@wakeline/domain/satellite/state-of-parts';
import type { Insertable } from 'kysely';
import type { Tx } from '../db/database.ts';
import { sendEvent } from '../db/notify.ts';
import type { Schema } from '../db/schema.ts';

export interface PartOutcome {
  readonly outcome: MessageOutcome;
  /** Of a waiting part: when it is due; of a submitted one: when its lease ends. */
  readonly nextAt: number | null;
  /** Response of the other side; empty: none. */
  readonly detail: string;
  /** By which the gateway knows the part; omitted: unchanged. */
  readonly providerId?: string | null;
}

/** Characters of a response that are kept. */
const MAX_DETAIL = 500;

/**
 * Stores what became known about a part, with its message. An outcome that arrives twice, or late, changes nothing.
 *
 * @param attempt the fence: null for outcomes that belong to no attempt
 */
export async function recordOutcome(
  tx: Tx,
  { partId, attempt }: { readonly partId: number; readonly attempt: number | null },
  { outcome, nextAt, detail, providerId }: PartOutcome,
): Promise<boolean> {
  const part = await lockPart(tx, partId);
  if (part === undefined || (attempt !== null && part.attempts !== attempt)) return false;
  const before = {
    state: part.state,
    reason: part.reason,
    notBefore: part.next_at?.getTime() ?? null,
    times: {},
  };
  const after = applyOutcome(before, outcome);
  if (after === before) return false;
  await tx
    .updateTable('satellite_part')
    .set({
      state: after.state,
      reason: after.reason,
      next_at: nextAt === null ? null : new Date(nextAt),
      ...(outcome.state === 'submitted' && { attempts: part.attempts + 1 }),
      ...(providerId !== undefined && { provider_id: providerId }),
    })
    .where('part_id', '=', partId)
    .execute();
  const step = {
    at: new Date(outcome.at),
    state: after.state,
    reason: after.reason,
    evidence: 'evidence' in outcome ? outcome.evidence : null,
    detail: detail.slice(0, MAX_DETAIL),
  };
  await tx
    .insertInto('satellite_step')
    .values({ part_id: partId, ...step })
    .execute();
  if (after.state === 'failed') await endLaterParts(tx, part, step);
  await refreshMessage(tx, part.message_id, outcome.at);
  return true;
}

/** Without one of its parts, a text is useless: those after it are not sent. */
async function endLaterParts(
  tx: Tx,
  { message_id, number, receiver }: { message_id: number; number: number; receiver: string },
  step: Omit<Insertable<Schema['satellite_step']>, 'part_id'>,
): Promise<void> {
  const ended = await tx
    .updateTable('satellite_part')
    .set({ state: step.state, reason: step.reason, next_at: null })
    .where('message_id', '=', message_id)
    .where('receiver', '=', receiver)
    .where('number', '>', number)
    .where('state', '=', 'waiting')
    .returning('part_id')
    .execute();
  if (ended.length === 0) return;
  await tx
    .insertInto('satellite_step')
    .values(ended.map(({ part_id }) => ({ part_id, ...step })))
    .execute();
}

/** Locks the message first, then its part: two parts of a message never wait for each other. */
async function lockPart(tx: Tx, partId: number) {
  const found = await tx
    .selectFrom('satellite_part')
    .where('part_id', '=', partId)
    .select('message_id')
    .executeTakeFirst();
  if (found === undefined) return undefined;
  await lockMessage(tx, found.message_id);
  return tx
    .selectFrom('satellite_part')
    .where('part_id', '=', partId)
    .select(['message_id', 'number', 'receiver', 'state', 'reason', 'attempts', 'next_at'])
    .forUpdate()
    .executeTakeFirst();
}

export async function lockMessage(tx: Tx, messageId: number): Promise<void> {
  await tx
    .selectFrom('satellite_message')
    .where('message_id', '=', messageId)
    .select('message_id')
    .forUpdate()
    .execute();
}

/** The state of a message follows from its parts. */
async function refreshMessage(tx: Tx, messageId: number, at: number): Promise<void> {
  const parts = await tx
    .selectFrom('satellite_part')
    .where('message_id', '=', messageId)
    .select(['state', 'reason'])
    .orderBy('number')
    .execute();
  const changed = await tx
    .updateTable('satellite_message')
    .set({ ...stateOfParts(parts), changed_at: new Date(at) })
    .where('message_id', '=', messageId)
    .returning('account_id')
    .executeTakeFirst();
  if (changed === undefined) return;
  await sendEvent(tx, { type: 'changed', what: 'satellite', accountId: changed.account_id, userId: null });
}
