import { NamedError } from '@wakeline/contract/errors';
import { ROLES, type Role } from '@wakeline/contract/roles';
import { z } from 'zod';
import type { Db, Tx } from '../../db/database.ts';
import { isRole } from '../../identity/session.ts';
import { hashActivationCode } from './activation-code.ts';

export interface Product {
  readonly role: Role;
  readonly state: 'owned' | 'expired' | 'absent';
  /** Epoch milliseconds. */
  readonly validUntil: number | null;
}

/** Every function of the product with its state for the account at `now`. */
export async function readProducts(db: Db, accountId: number, now: number): Promise<Product[]> {
  const rows = await db
    .selectFrom('account_plugin')
    .where('account_id', '=', accountId)
    .select(['role', 'valid_until'])
    .execute();
  const ownedRoles = new Map(rows.map((row) => [row.role, row]));
  return ROLES.map((role) => {
    const row = ownedRoles.get(role);
    if (row === undefined) return { role, state: 'absent', validUntil: null };
    const validUntil = row.valid_until?.getTime() ?? null;
    return { role, state: validUntil === null || validUntil > now ? 'owned' : 'expired', validUntil };
  });
}

export interface Dealer {
  readonly name: string;
  readonly contact: string;
}

/** Name of the server setting with the operator's contact, the fallback if no dealer has entered one. */
export const DEALER_SETTING = 'dealer';

const dealerSetting = z.object({ name: z.string(), contact: z.string() });

/** Seller of the account: its dealer, else the operator's account, else the server setting. */
export async function readDealer(db: Db, accountId: number): Promise<Dealer | null> {
  const sellers = await db
    .selectFrom('account as seller')
    .innerJoin('account as buyer', (join) =>
      join
        .on('buyer.account_id', '=', accountId)
        .on((on) =>
          on.or([on('seller.account_id', '=', on.ref('buyer.dealer_id')), on('seller.operator', '=', true)]),
        ),
    )
    .select(['seller.name', 'seller.branding'])
    .orderBy('seller.operator')
    .orderBy('seller.account_id')
    .execute();
  for (const { name, branding } of sellers) {
    const { dealerName, dealerContact, sysName } = branding;
    if (dealerName === undefined && dealerContact === undefined) continue;
    return { name: dealerName ?? sysName ?? name, contact: dealerContact ?? '' };
  }
  const setting = await db
    .selectFrom('server_setting')
    .select('value')
    .where('name', '=', DEALER_SETTING)
    .executeTakeFirst();
  return dealerSetting.safeParse(setting?.value).data ?? null;
}

/**
 * Redeems a code for an account. Of two concurrent calls the second one finds it used.
 *
 * @throws NamedError `activation-code-wrong`, `activation-code-used`, `activation-code-expired`
 */
export async function redeemCode(
  tx: Tx,
  { code, accountId, now }: { readonly code: string; readonly accountId: number; readonly now: number },
): Promise<{ readonly roles: readonly Role[]; readonly days: number | null }> {
  const hash = hashActivationCode(code);
  if (hash === null) throw new NamedError('activation-code-wrong');
  const row = await tx
    .selectFrom('activation_code')
    .where('code_hash', '=', hash)
    .select(['roles', 'days', 'expires_at', 'used_at'])
    .forUpdate()
    .executeTakeFirst();
  if (row === undefined) throw new NamedError('activation-code-wrong');
  if (row.used_at !== null) throw new NamedError('activation-code-used');
  if (row.expires_at !== null && row.expires_at.getTime() <= now)
    throw new NamedError('activation-code-expired');
  await tx
    .updateTable('activation_code')
    .set({ used_at: new Date(now), used_by: accountId })
    .where('code_hash', '=', hash)
    .execute();
  return { roles: row.roles.filter(isRole), days: row.days };
}
