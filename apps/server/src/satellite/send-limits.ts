import { takesMessages } from '@wakeline/domain/satellite/machine-conditions';
import type { MessageGateway, TerminalGateway } from '@wakeline/domain/satellite/networks';
import { sql } from 'kysely';
import type { Db } from '../db/database.ts';
import { type ListedAccount, readAccountsById, type Visibility } from './accounts.ts';
import { conditionOf } from './machines.ts';
import { chooseGateway, laneOf } from './message-to-terminal.ts';

export interface SendLimit {
  readonly terminal: ListedAccount;
  /** Null: no configured gateway reaches it. */
  readonly gateway: TerminalGateway | null;
  /** Messages that wait for it. */
  readonly waiting: number;
  /** False: the gateway has no connection now, so that a message waits until it has one. */
  readonly isConnected: boolean;
  /** When the next message to it can be submitted, epoch milliseconds; null: never. */
  readonly earliestTime: number | null;
}

interface LaneState {
  /** Transmissions that are not submitted, or whose gateway has not responded. */
  readonly parts: number;
  /** Epoch milliseconds; 0: it does not pause. */
  readonly notBefore: number;
}

const FREE: LaneState = { parts: 0, notBefore: 0 };

/**
 * What limits messages to these terminals, by name. Each transmission that waits in a lane takes its pause.
 *
 * @throws NamedError `communication-account-unknown` when the user sees not all of them
 */
export async function readSendLimits(
  db: Db,
  visibility: Visibility,
  gateways: ReadonlySet<MessageGateway>,
  { bdUserIds, now }: { readonly bdUserIds: readonly number[]; readonly now: number },
): Promise<readonly SendLimit[]> {
  const terminals = await readAccountsById(db, visibility, bdUserIds);
  const routes = terminals.map((terminal) => {
    const gateway = chooseGateway(terminal, gateways);
    if (gateway === undefined) return { terminal, gateway: null, lane: null, pause: null };
    return { terminal, gateway, ...laneOf(gateway, terminal.card_key, terminal.frequency) };
  });
  const lanes = await readLanes(
    db,
    routes.flatMap(({ lane }) => lane ?? []),
  );
  const waiting = await countWaiting(db, bdUserIds);
  const machine = await readMachine(db);
  return routes.map(({ terminal, gateway, lane, pause }) => {
    const { parts, notBefore } = lanes.get(lane ?? '') ?? FREE;
    const usesMachine = gateway === 'beidou-machine';
    const seconds = usesMachine ? machine.pause : (pause ?? 0);
    return {
      terminal,
      gateway,
      isConnected: !usesMachine || machine.isConnected,
      waiting: waiting.get(terminal.communication_account_id) ?? 0,
      earliestTime: gateway === null ? null : Math.max(now, notBefore) + parts * seconds * 1_000,
    };
  });
}

async function readLanes(db: Db, lanes: readonly string[]): Promise<ReadonlyMap<string, LaneState>> {
  const { rows } = await sql<{ lane: string; parts: number; not_before: Date | null }>`
    select asked.lane, satellite_lane.not_before,
      (select count(*)::int from satellite_part part
        where part.lane = asked.lane and part.next_at is not null and part.state in ('waiting', 'submitted')) as parts
    from unnest(${[...new Set(lanes)]}::text[]) as asked (lane)
      left join satellite_lane on satellite_lane.lane = asked.lane`.execute(db);
  return new Map(
    rows.map(({ lane, parts, not_before }) => [lane, { parts, notBefore: not_before?.getTime() ?? 0 }]),
  );
}

/** Messages that wait, by terminal. */
async function countWaiting(db: Db, ids: readonly number[]): Promise<ReadonlyMap<number, number>> {
  const rows = await db
    .selectFrom('satellite_message')
    .where(sql<boolean>`communication_account_id = any (${[...ids]}::int[])`)
    .where('state', 'in', ['waiting', 'submitted'])
    .groupBy('communication_account_id')
    .select(['communication_account_id', (query) => query.fn.countAll<number>().as('count')])
    .execute();
  return new Map(rows.map((row) => [row.communication_account_id ?? 0, row.count]));
}

interface MachineState {
  readonly isConnected: boolean;
  /** Seconds between two messages of its sending card, as it says itself; 0: not known. */
  readonly pause: number;
}

async function readMachine(db: Db): Promise<MachineState> {
  const row = await db
    .selectFrom('satellite_machine')
    .where('name', '=', 'beidou-machine')
    .select(['state', 'frequency'])
    .executeTakeFirst();
  return { isConnected: takesMessages(conditionOf(row?.state ?? null)), pause: row?.frequency ?? 0 };
}
