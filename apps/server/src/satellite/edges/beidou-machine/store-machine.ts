import { formatCard, parseCardNumber } from '@wakeline/domain/satellite/beidou-card';
import { cardKey } from '@wakeline/domain/satellite/card-number';
import { sql } from 'kysely';
import type { Db, Tx } from '../../../db/database.ts';
import { sendEvent } from '../../../db/notify.ts';
import { accountsOfMachine } from '../../machines.ts';
import type { MachineState } from './machine-state.ts';

/** Stores what a machine says about itself, and notifies the consoles that show it when its condition changes. */
export async function storeMachine(
  tx: Tx,
  name: string,
  { condition, detail, card, subordinates }: MachineState,
  now: number,
): Promise<void> {
  // Without a connection the last description of the card stays.
  const described = card !== null && {
    card_number: card.card,
    broadcast: card.broadcast,
    kind: card.kind,
    frequency: card.frequency,
    level: card.level,
    subordinates: sql<string[]>`${[...subordinates]}::text[]`,
  };
  const before = await tx
    .selectFrom('satellite_machine')
    .where('name', '=', name)
    .select(['state', 'changed_at'])
    .forUpdate()
    .executeTakeFirst();
  const isChanged = before?.state !== condition;
  const changedAt = isChanged ? new Date(now) : before.changed_at;
  const state = { state: condition, detail, changed_at: changedAt };
  await tx
    .insertInto('satellite_machine')
    .values({ name, subordinates: sql<string[]>`'{}'::text[]`, ...described, ...state })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ ...described, ...state }))
    .execute();
  if (!isChanged) return;
  for (const accountId of await accountsOfMachine(tx, name))
    await sendEvent(tx, { type: 'changed', what: 'satellite', accountId, userId: null });
}

/** Seconds between two messages by the communication account of a card; null: it has none, or no frequency. */
export async function readAccountFrequency(db: Db, card: string | null): Promise<number | null> {
  const key = keyOf(card);
  if (key === null) return null;
  const row = await db
    .selectFrom('communication_account')
    .where('card_key', '=', key)
    .where('network', '=', 'beidou')
    .select('frequency')
    .executeTakeFirst();
  return row?.frequency ?? null;
}

/** Whether nothing waits in a lane, and it does not pause. */
export async function isLaneIdle(db: Db, lane: string, now: number): Promise<boolean> {
  const { rows } = await sql<{ busy: boolean }>`select
    exists (select from satellite_part where lane = ${lane} and state in ('waiting', 'submitted') and next_at is not null)
    or exists (select from satellite_lane where lane = ${lane} and not_before > ${new Date(now)}) as busy`.execute(
    db,
  );
  return rows[0]?.busy === false;
}

/** Whether a message with one of these keys was received. */
export async function isReceived(db: Db, keys: readonly string[]): Promise<boolean> {
  if (keys.length === 0) return false;
  const row = await db
    .selectFrom('satellite_message')
    .where('received_key', 'in', keys)
    .select('message_id')
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

function keyOf(card: string | null): string | null {
  const number = parseCardNumber(card ?? '');
  return number === null ? null : cardKey(formatCard(number));
}
