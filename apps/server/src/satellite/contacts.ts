import type { ContactKind, MessageContact } from '@wakeline/domain/satellite/convention';
import type { Db, Tx } from '../db/database.ts';

/** Contacts that terminals of an account address by a short number. */
export async function readNumberedContacts(db: Db, accountId: number): Promise<readonly MessageContact[]> {
  const rows = await db
    .selectFrom('satellite_contact')
    .where('account_id', '=', accountId)
    .where('number', 'is not', null)
    .select(['number', 'kind', 'address'])
    .execute();
  return rows.flatMap(({ number, kind, address }) =>
    number === null || kind === 'wechat' ? [] : [{ number, kind, address }],
  );
}

/** Addresses of the WeChat users of an account. */
export async function readWechatUsers(db: Db, accountId: number): Promise<readonly string[]> {
  const rows = await db
    .selectFrom('satellite_contact')
    .where('account_id', '=', accountId)
    .where('kind', '=', 'wechat')
    .select('address')
    .orderBy('contact_id')
    .execute();
  return rows.map(({ address }) => address);
}

/** Notes that a contact wrote now. Returns whether the account has it: only its contacts may write to its terminals. */
export async function noteContactWrote(
  tx: Tx,
  accountId: number,
  { kind, address, at }: { readonly kind: ContactKind; readonly address: string; readonly at: number },
): Promise<boolean> {
  const row = await tx
    .updateTable('satellite_contact')
    .set({ written_at: new Date(at) })
    .where('account_id', '=', accountId)
    .where('kind', '=', kind)
    .where('address', '=', address)
    .returning('contact_id')
    .executeTakeFirst();
  return row !== undefined;
}
