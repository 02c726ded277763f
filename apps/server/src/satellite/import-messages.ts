import { LIMITS } from '@wakeline/contract/limits';
import { cardKey } from '@wakeline/domain/satellite/card-number';
import { MESSAGE_EVIDENCE, MESSAGE_FAILURES } from '@wakeline/domain/satellite/message-states';
import { MESSAGE_ENDS, MESSAGE_TYPES } from '@wakeline/domain/satellite/message-types';
import { ALL_MESSAGE_GATEWAYS } from '@wakeline/domain/satellite/networks';
import { sql } from 'kysely';
import { z } from 'zod';
import type { Db, Tx } from '../db/database.ts';
import { sendEvent } from '../db/notify.ts';
import type { CommunicationAccountRow } from './accounts.ts';

/** States in which nothing is left to send. */
const FINAL_STATES = ['received', 'accepted', 'sent', 'delivered', 'failed', 'expired'] as const;
const STEP_STATES = ['submitted', 'accepted', 'sent', 'delivered', 'failed', 'expired'] as const;
const EVIDENCE = Object.values(MESSAGE_EVIDENCE).flat();

const address = z.string().trim().min(1).max(254);
const time = z.iso.datetime({ offset: true }).transform((text) => Date.parse(text));
const reason = z.enum(MESSAGE_FAILURES).nullable().default(null);

/** A message of another system: one line of JSON. */
const importedMessage = z.strictObject({
  /** Unique among the messages of the other system: a second import skips it. */
  id: z.string().min(1).max(64),
  /** Card number or IMEI of the terminal that wrote it or received it. */
  card: z.string().refine((text) => cardKey(text) !== null, 'is not a card number or an IMEI'),
  type: z.enum(MESSAGE_TYPES),
  sender: address,
  receiver: address,
  content: z.string().trim().min(1).max(LIMITS.satelliteText),
  urgent: z.boolean().default(false),
  time,
  writtenTime: time.nullable().default(null),
  position: z
    .strictObject({
      latitude: z.number().min(-90).max(90),
      longitude: z.number().min(-180).max(180),
      altitude: z.number().min(-12_000).max(100_000).nullable().default(null),
    })
    .nullable()
    .default(null),
  state: z.enum(FINAL_STATES),
  reason,
  /** Of messages that were sent: by which gateway, and how. */
  gateway: z.enum(ALL_MESSAGE_GATEWAYS).nullable().default(null),
  steps: z
    .array(
      z.strictObject({
        time,
        state: z.enum(STEP_STATES),
        reason,
        evidence: z.enum(EVIDENCE).nullable().default(null),
        detail: z.string().max(500).default(''),
      }),
    )
    .max(20)
    .default([]),
});
export type ImportedMessage = z.output<typeof importedMessage>;

/** Parses one line; returns the message, or what is wrong with it. */
export function parseImportedMessage(line: string): ImportedMessage | string {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    return 'is not JSON';
  }
  const parsed = importedMessage.safeParse(value);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    return `${issue?.path.join('.') || 'line'}: ${issue?.message ?? 'invalid'}`;
  }
  const { gateway, reason: why, state, steps, type } = parsed.data;
  if ((state === 'failed') !== (why !== null)) return 'reason: belongs to the state failed';
  const isSent = type !== 'terminal-to-system' && type !== 'terminal-to-weather';
  if (!isSent && (state !== 'received' || gateway !== null || steps.length > 0))
    return 'state: a message that is not sent on is received';
  if (isSent && state !== 'received' && gateway === null) return 'gateway: missing';
  return parsed.data;
}

/** The terminals of an account by the key of their numbers. */
export async function readTerminals(
  db: Db,
  accountId: number,
): Promise<ReadonlyMap<string, CommunicationAccountRow>> {
  const rows = await db
    .selectFrom('communication_account')
    .where('account_id', '=', accountId)
    .selectAll()
    .execute();
  return new Map(rows.map((row) => [row.card_key, row]));
}

/** Stores messages of a terminal as they were; returns how many were new. Nothing of them is sent. */
export async function importMessages(
  tx: Tx,
  terminals: ReadonlyMap<string, CommunicationAccountRow>,
  messages: readonly ImportedMessage[],
): Promise<number> {
  let stored = 0;
  const changed = new Set<CommunicationAccountRow>();
  for (const message of messages) {
    const terminal = terminals.get(cardKey(message.card) ?? '');
    if (terminal === undefined) continue;
    if (await importMessage(tx, terminal, message)) {
      stored += 1;
      changed.add(terminal);
    }
  }
  for (const terminal of changed) await refreshNewest(tx, terminal.communication_account_id);
  for (const accountId of new Set([...changed].map((terminal) => terminal.account_id)))
    await sendEvent(tx, { type: 'changed', what: 'satellite', accountId, userId: null });
  return stored;
}

async function importMessage(
  tx: Tx,
  terminal: CommunicationAccountRow,
  message: ImportedMessage,
): Promise<boolean> {
  const { account_id, communication_account_id, network, card_number } = terminal;
  const { id, content, gateway, position, reason, state, steps, time: at, urgent, writtenTime } = message;
  const isFromTerminal = MESSAGE_ENDS[message.type].from === 'terminal';
  const changedAt = new Date(steps.at(-1)?.time ?? at);
  const row = await tx
    .insertInto('satellite_message')
    .values({
      account_id,
      communication_account_id,
      card_number: message.card,
      network,
      type: message.type,
      sender: message.sender,
      receiver: message.receiver,
      content,
      urgent,
      state,
      reason,
      cost_units: gateway === null ? 0 : 1,
      user_id: null,
      received_key: `import ${account_id} ${id}`,
      written_at: writtenTime === null ? null : new Date(writtenTime),
      latitude: position?.latitude ?? null,
      longitude: position?.longitude ?? null,
      altitude: position?.altitude ?? null,
      created_at: new Date(at),
      changed_at: changedAt,
      expires_at: changedAt,
    })
    .onConflict((conflict) =>
      conflict.column('received_key').where('received_key', 'is not', null).doNothing(),
    )
    .returning('message_id')
    .executeTakeFirst();
  if (row === undefined) return false;
  if (gateway === null) return true;
  const { part_id } = await tx
    .insertInto('satellite_part')
    .values({
      message_id: row.message_id,
      number: 1,
      gateway,
      lane: `import ${account_id}`,
      receiver: isFromTerminal ? message.receiver : card_number,
      urgent,
      pause: null,
      content,
      state,
      reason,
      attempts: steps.filter((step) => step.state === 'submitted').length,
      next_at: null,
      provider_id: null,
    })
    .returning('part_id')
    .executeTakeFirstOrThrow();
  if (steps.length === 0) return true;
  await tx
    .insertInto('satellite_step')
    .values(
      steps.map((step) => ({
        part_id,
        at: new Date(step.time),
        state: step.state,
        reason: step.reason,
        evidence: step.evidence,
        detail: step.detail,
      })),
    )
    .execute();
  return true;
}

/** Imported messages may be older than the ones that exist. */
async function refreshNewest(tx: Tx, terminalId: number): Promise<void> {
  await sql`
    update communication_account set last_message_id = newest.message_id, last_message_at = newest.created_at
    from (
      select message_id, created_at from satellite_message where communication_account_id = ${terminalId}
      order by created_at desc, message_id desc limit 1
    ) as newest
    where communication_account_id = ${terminalId}`.execute(tx);
}
