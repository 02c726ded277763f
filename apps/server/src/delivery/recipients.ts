import type { ConfirmedChannel, RecipientForm } from '@wakeline/contract/delivery/recipients';
import { NamedError } from '@wakeline/contract/errors';
import { LIMITS } from '@wakeline/contract/limits';
import type { DeliveryChannel } from '@wakeline/domain/delivery/delivery';
import type { Db, Tx } from '../db/database.ts';
import { sqlStateOf } from '../db/database.ts';
import { lockAccount } from '../db/lock-account.ts';

const UNIQUE_VIOLATION = '23505';

function selectRecipients(db: Db) {
  return db
    .selectFrom('recipient')
    .leftJoin('app_user', 'app_user.user_id', 'recipient.user_id')
    .selectAll('recipient')
    .select('app_user.login');
}

/** A recipient; `login` is null unless they are a user. */
export type RecipientRow = Awaited<ReturnType<ReturnType<typeof selectRecipients>['execute']>>[number];

/** The recipients of an account, by name. */
export async function readRecipients(db: Db, accountId: number): Promise<readonly RecipientRow[]> {
  const rows = await selectRecipients(db).where('recipient.account_id', '=', accountId).execute();
  return rows.toSorted((a, b) => nameOf(a).localeCompare(nameOf(b)));
}

/** The users of an account, by login. */
export async function readUsers(
  db: Db,
  accountId: number,
): Promise<{ readonly userId: number; readonly account: string }[]> {
  const rows = await db
    .selectFrom('app_user')
    .select(['user_id', 'login'])
    .where('account_id', '=', accountId)
    .orderBy('login')
    .execute();
  return rows.map((row) => ({ userId: row.user_id, account: row.login }));
}

export async function readRecipient(db: Db, recipientId: number): Promise<RecipientRow | undefined> {
  return selectRecipients(db).where('recipient.recipient_id', '=', recipientId).executeTakeFirst();
}

/** Locks a recipient of any account; false: there is none. */
export async function lockKnownRecipient(tx: Tx, recipientId: number): Promise<boolean> {
  const row = await tx
    .selectFrom('recipient')
    .select('recipient_id')
    .where('recipient_id', '=', recipientId)
    .forUpdate()
    .executeTakeFirst();
  return row !== undefined;
}

/** @throws NamedError `recipient-unknown` when the account has no such recipient */
export async function lockRecipient(tx: Tx, accountId: number, recipientId: number): Promise<RecipientRow> {
  const row = await selectRecipients(tx)
    .where('recipient.recipient_id', '=', recipientId)
    .where('recipient.account_id', '=', accountId)
    .forUpdate('recipient')
    .executeTakeFirst();
  if (row === undefined) throw new NamedError('recipient-unknown');
  return row;
}

/** @throws NamedError `recipient-limit`, `recipient-taken`, `recipient-user-unknown` */
export async function insertRecipient(
  tx: Tx,
  accountId: number,
  form: RecipientForm,
  now: number,
): Promise<number> {
  await lockAccount(tx, accountId);
  const { count } = await tx
    .selectFrom('recipient')
    .where('account_id', '=', accountId)
    .select((query) => query.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  if (count >= LIMITS.recipientsPerAccount) throw new NamedError('recipient-limit');
  await requireUser(tx, accountId, form);
  const row = await tx
    .insertInto('recipient')
    .values({ account_id: accountId, created_at: new Date(now), ...columnsOf(form) })
    .returning('recipient_id')
    .executeTakeFirstOrThrow()
    .catch(toTaken);
  return row.recipient_id;
}

/**
 * Replaces the details of a recipient. A changed address loses its confirmation.
 *
 * @throws NamedError `recipient-taken`, `recipient-user-unknown`
 */
export async function updateRecipient(
  tx: Tx,
  before: RecipientRow,
  form: RecipientForm,
  renewSecret: boolean,
): Promise<void> {
  await requireUser(tx, before.account_id, form);
  const columns = columnsOf(form);
  await tx
    .updateTable('recipient')
    .set({
      ...columns,
      email_confirmed_at: columns.email === before.email ? before.email_confirmed_at : null,
      email_unsubscribed_at: columns.email === before.email ? before.email_unsubscribed_at : null,
      phone_confirmed_at: columns.phone === before.phone ? before.phone_confirmed_at : null,
      secret_version: before.secret_version + (renewSecret ? 1 : 0),
    })
    .where('recipient_id', '=', before.recipient_id)
    .execute()
    .catch(toTaken);
  const changed: ConfirmedChannel[] = [];
  if (columns.email !== before.email) changed.push('email');
  if (columns.phone !== before.phone) changed.push('sms');
  // A code that was sent to the former address confirms nothing.
  if (changed.length > 0) {
    await tx
      .updateTable('address_code')
      .set({ tries: LIMITS.codeAttempts })
      .where('recipient_id', '=', before.recipient_id)
      .where('channel', 'in', changed)
      .execute();
  }
}

export async function deleteRecipient(tx: Tx, recipientId: number): Promise<void> {
  await tx.deleteFrom('recipient').where('recipient_id', '=', recipientId).execute();
}

export async function confirmRecipient(
  tx: Tx,
  recipientId: number,
  channel: ConfirmedChannel,
  now: number,
): Promise<void> {
  const at = new Date(now);
  await tx
    .updateTable('recipient')
    .set(
      channel === 'email'
        ? { email_confirmed_at: at, email_unsubscribed_at: null }
        : { phone_confirmed_at: at },
    )
    .where('recipient_id', '=', recipientId)
    .execute();
}

/** Ends the e-mails of a recipient until the address is confirmed again. */
export async function unsubscribeRecipient(tx: Tx, recipientId: number, now: number): Promise<void> {
  await tx
    .updateTable('recipient')
    .set({ email_unsubscribed_at: new Date(now) })
    .where('recipient_id', '=', recipientId)
    .execute();
}

export function nameOf({ kind, login, name }: Pick<RecipientRow, 'kind' | 'login' | 'name'>): string {
  return kind === 'user' ? (login ?? '') : name;
}

/** `unsubscribed`: its owner has ended the messages. */
export type AddressState = 'confirmed' | 'unconfirmed' | 'unsubscribed';

/** Whether a recipient can be reached on a channel; null: they have no such address. */
export function addressState(
  row: Pick<
    RecipientRow,
    'kind' | 'email' | 'email_confirmed_at' | 'email_unsubscribed_at' | 'phone' | 'phone_confirmed_at'
  >,
  channel: DeliveryChannel,
): AddressState | null {
  const stateOf = (address: string | null, confirmedAt: Date | null) =>
    address === null ? null : confirmedAt === null ? 'unconfirmed' : 'confirmed';
  if (channel === 'email') {
    if (row.email !== null && row.email_unsubscribed_at !== null) return 'unsubscribed';
    return stateOf(row.email, row.email_confirmed_at);
  }
  if (channel === 'sms') return stateOf(row.phone, row.phone_confirmed_at);
  if (channel === 'webhook') return row.kind === 'webhook' ? 'confirmed' : null;
  return row.kind === 'user' ? 'confirmed' : null;
}

export function formOf(row: RecipientRow): RecipientForm {
  const { kind, email, phone } = row;
  if (kind === 'user') return { kind, userId: row.user_id ?? 0, email, phone };
  if (kind === 'contact') return { kind, recipientName: row.name, language: row.language, email, phone };
  return { kind, recipientName: row.name, url: row.url ?? '' };
}

function columnsOf(form: RecipientForm) {
  const { kind } = form;
  return {
    kind,
    user_id: kind === 'user' ? form.userId : null,
    name: kind === 'user' ? '' : form.recipientName,
    email: kind === 'webhook' ? null : form.email,
    phone: kind === 'webhook' ? null : form.phone,
    url: kind === 'webhook' ? form.url : null,
    ...(kind === 'contact' && { language: form.language }),
  };
}

async function requireUser(tx: Tx, accountId: number, form: RecipientForm): Promise<void> {
  if (form.kind !== 'user') return;
  const user = await tx
    .selectFrom('app_user')
    .select('user_id')
    .where('user_id', '=', form.userId)
    .where('account_id', '=', accountId)
    .executeTakeFirst();
  if (user === undefined) throw new NamedError('recipient-user-unknown');
}

function toTaken(error: unknown): never {
  throw sqlStateOf(error) === UNIQUE_VIOLATION ? new NamedError('recipient-taken') : error;
}
