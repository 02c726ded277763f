import type { Tx } from '../db/database.ts';

/** A phone number as it is shown and logged, its middle hidden: 138****8000. */
export function maskPhone(phone: string): string {
  return phone.replace(/^(.{3}).*(.{4})$/, '$1****$2');
}

/**
 * Takes a user's phone away: whoever holds it recovers nothing with it, nor with a ticket that it has got already.
 *
 * @returns the phone, masked; null where he had none.
 */
export async function unbindPhone(tx: Tx, userId: number): Promise<string | null> {
  const user = await tx
    .selectFrom('app_user')
    .select('phone')
    .where('user_id', '=', userId)
    .forUpdate()
    .executeTakeFirst();
  await tx.updateTable('app_user').set({ phone: null }).where('user_id', '=', userId).execute();
  await tx.deleteFrom('reset_ticket').where('user_id', '=', userId).execute();
  return user === undefined || user.phone === null ? null : maskPhone(user.phone);
}
