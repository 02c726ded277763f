import { NamedError } from '@wakeline/contract/errors';
import { LIMITS } from '@wakeline/contract/limits';
import type { ContactKind } from '@wakeline/domain/satellite/convention';
import type { Selectable } from 'kysely';
import { type Db, sqlStateOf, type Tx } from '../db/database.ts';
import { lockAccount } from '../db/lock-account.ts';
import type { Schema } from '../db/schema.ts';

/** PostgreSQL, appendix A. */
const UNIQUE_VIOLATION = '23505';

export type ContactRow = Selectable<Schema['satellite_contact']>;

export interface ContactForm {
  readonly name: string;
  /** Null: terminals do not address it by a number. */
  readonly number: number | null;
  readonly kind: ContactKind;
  /** Normalized. */
  readonly address: string;
}

/** The contacts of an account: numbered ones first. */
export function readContacts(db: Db, accountId: number): Promise<readonly ContactRow[]> {
  return db
    .selectFrom('satellite_contact')
    .where('account_id', '=', accountId)
    .selectAll()
    .orderBy('number', (order) => order.asc().nullsLast())
    .orderBy('name')
    .orderBy('contact_id')
    .execute();
}

/** Whether the account may have one more contact. The account must be locked. */
export async function hasRoomForContact(tx: Tx, accountId: number): Promise<boolean> {
  const { count } = await tx
    .selectFrom('satellite_contact')
    .where('account_id', '=', accountId)
    .select((query) => query.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count < LIMITS.satelliteContacts;
}

/** Locks the account and checks that it may have one more contact. @throws NamedError `satellite-contact-limit` */
export async function requireRoomForContact(tx: Tx, accountId: number): Promise<void> {
  await lockAccount(tx, accountId);
  if (!(await hasRoomForContact(tx, accountId)))
    throw new NamedError('satellite-contact-limit', { max: LIMITS.satelliteContacts });
}

/** @throws NamedError `satellite-contact-unknown` */
export async function lockContact(tx: Tx, accountId: number, contactId: number): Promise<ContactRow> {
  const row = await tx
    .selectFrom('satellite_contact')
    .where('account_id', '=', accountId)
    .where('contact_id', '=', contactId)
    .selectAll()
    .forUpdate()
    .executeTakeFirst();
  if (row === undefined) throw new NamedError('satellite-contact-unknown');
  return row;
}

/** @throws NamedError `contact-number-taken`, `contact-address-taken` */
export async function insertContact(
  tx: Tx,
  accountId: number,
  form: ContactForm,
  now: number,
): Promise<number> {
  const { contact_id } = await tx
    .insertInto('satellite_contact')
    .values({ ...form, account_id: accountId, created_at: new Date(now) })
    .returning('contact_id')
    .executeTakeFirstOrThrow()
    .catch(toTaken);
  return contact_id;
}

/** @throws NamedError `contact-number-taken`, `contact-address-taken` */
export async function updateContact(
  tx: Tx,
  contactId: number,
  { name, number, address }: Omit<ContactForm, 'kind'>,
): Promise<void> {
  await tx
    .updateTable('satellite_contact')
    .set({ name, number, address })
    .where('contact_id', '=', contactId)
    .execute()
    .catch(toTaken);
}

export async function deleteContact(tx: Tx, contactId: number): Promise<void> {
  await tx.deleteFrom('satellite_contact').where('contact_id', '=', contactId).execute();
}

function toTaken(error: unknown): never {
  if (sqlStateOf(error) !== UNIQUE_VIOLATION) throw error;
  throw new NamedError(
    String(error).includes('satellite_contact_number') ? 'contact-number-taken' : 'contact-address-taken',
  );
}
