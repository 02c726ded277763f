import { MACHINE_CONDITIONS, type MachineCondition } from '@wakeline/domain/satellite/machine-conditions';
import { type SqlBool, sql } from 'kysely';
import type { Db, Tx } from '../db/database.ts';

/** The command machine of a card, as far as the account of the card may see it. */
export interface MachineOfCard {
  readonly condition: MachineCondition;
  /** Since when, epoch milliseconds. */
  readonly since: number;
  /** If the card is that in the machine: what it says about itself. Null: the card is a subordinate. */
  readonly own: {
    readonly broadcast: string | null;
    readonly kind: number | null;
    readonly frequency: number | null;
    readonly level: number | null;
    readonly subordinates: number;
  } | null;
}

/** The machines that have cards with these keys, or list them as subordinates, by key. */
export async function readMachinesOfCards(
  db: Db,
  keys: readonly string[],
): Promise<ReadonlyMap<string, MachineOfCard>> {
  const { rows } = await sql<{
    key: string;
    state: string;
    changed_at: Date;
    is_own: boolean;
    broadcast: string | null;
    kind: number | null;
    frequency: number | null;
    level: number | null;
    subordinates: number;
  }>`
    select distinct on (card.key) card.key, machine.state, machine.changed_at, card.is_own, machine.broadcast, machine.kind,
      machine.frequency, machine.level, cardinality(machine.subordinates) as subordinates
    from satellite_machine machine cross join lateral (
      select ltrim(machine.card_number, '0') as key, true as is_own
      union all select ltrim(number, '0'), false from unnest(machine.subordinates) as number
    ) as card
    where card.key = any (${[...keys]}::text[])
    order by card.key, card.is_own desc, machine.changed_at desc`.execute(db);
  return new Map(
    rows.map(({ key, state, changed_at, is_own, ...own }) => [
      key,
      { condition: conditionOf(state), since: changed_at.getTime(), own: is_own ? own : null },
    ]),
  );
}

/** A state that an earlier version has stored counts as no connection. */
export function conditionOf(state: string | null): MachineCondition {
  return MACHINE_CONDITIONS.find((condition) => condition === state) ?? 'offline';
}

/**
 * Terminals get level, frequency and kind of their cards, as far as a machine with the card says them. Of its subordinates a
 * machine says only the numbers.
 */
export async function describeByMachine(
  tx: Tx,
  of: { readonly terminalIds: readonly number[] } | { readonly machine: string },
): Promise<void> {
  const query = tx
    .updateTable('communication_account as terminal')
    .from('satellite_machine as machine')
    .set({
      level: sql<
        number | null
      >`coalesce(case when machine.level between 1 and 5 then machine.level end, terminal.level)`,
      frequency: sql<
        number | null
      >`coalesce(case when machine.frequency between 1 and 86400 then machine.frequency end, terminal.frequency)`,
      card_kind: sql<
        number | null
      >`coalesce(case when machine.kind between 0 and 7 then machine.kind end, terminal.card_kind)`,
    })
    .where('terminal.network', '=', 'beidou')
    .where(sql<SqlBool>`ltrim(machine.card_number, '0') = terminal.card_key`);
  await ('machine' in of
    ? query.where('machine.name', '=', of.machine)
    : query.where(sql<SqlBool>`terminal.communication_account_id = any (${[...of.terminalIds]}::int[])`)
  ).execute();
}

/** Accounts whose messages wait for a machine, or whose terminals it has. */
export async function accountsOfMachine(db: Db, name: string): Promise<readonly number[]> {
  const { rows } = await sql<{ account_id: number }>`
    select message.account_id from satellite_part part join satellite_message message using (message_id)
    where part.lane = ${name} and part.next_at is not null and part.state = 'waiting'
    union
    select terminal.account_id from satellite_machine machine
      join communication_account terminal on terminal.card_key = ltrim(machine.card_number, '0')
        or terminal.card_key in (select ltrim(number, '0') from unnest(machine.subordinates) as number)
    where machine.name = ${name} and terminal.network = 'beidou'`.execute(db);
  return rows.map(({ account_id }) => account_id);
}
