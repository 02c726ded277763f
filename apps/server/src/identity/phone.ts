import type { Tx } from '../db/database.ts';

/** A phone number for display and logs, with its middle masked: 138****8000. */
export function maskPhone(phone: string): string {
  return phone.replace(/^(.{3}).*(.{4})$/, '$1****$2');
}

/**
 * Removes the phone of a user: its owner can no longer recover the password with it, nor use an issued reset token.
 *
 * @returns the masked phone; null when there was none.
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
