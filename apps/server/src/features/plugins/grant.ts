import type { Role } from '@wakeline/contract/roles';
import { sql } from 'kysely';
import type { Tx } from '../../db/database.ts';
import { sendEvent } from '../../db/notify.ts';

const DAY_MS = 86_400_000;
/** Latest instant that the contract allows: the end of 2099, UTC. */
export const LATEST_END_MS = 4_102_444_800_000;

/**
 * Term of a grant: `days` more, counted from the later of `now` and the present end; up to `until`; or null, without end.
 */
export type Term = { readonly days: number; readonly now: number } | { readonly until: Date } | null;

export interface Grant {
  readonly accountId: number;
  readonly roles: readonly Role[];
  readonly term: Term;
}

/**
 * Grants an account functions, or extends their term. Days do not limit a function that has no end. The holder gets the
 * functions immediately and decides which other users get them. Open consoles of the account are notified.
 *
 * @returns the end of each function; null means without end.
 */
export async function grantRoles(
  tx: Tx,
  { accountId, roles, term }: Grant,
): Promise<readonly { readonly role: Role; readonly validUntil: Date | null }[]> {
  const ends: { role: Role; validUntil: Date | null }[] = [];
  for (const role of roles) {
    const { valid_until } = await tx
      .insertInto('account_plugin')
      .values({ account_id: accountId, role, valid_until: endOf(term) })
      .onConflict((conflict) =>
        conflict.columns(['account_id', 'role']).doUpdateSet({ valid_until: nextEnd(term) }),
      )
      .returning('valid_until')
      .executeTakeFirstOrThrow();
    ends.push({ role, validUntil: valid_until });
  }
  await grantToHolder(tx, accountId, roles);
  await notifyUsers(tx, accountId);
  return ends;
}

/**
 * Revokes functions of an account. The grants of its users stay stored, as for an expired function: they apply again when
 * the account gets the function back.
 *
 * @returns the functions that the account had.
 */
export async function revokeRoles(
  tx: Tx,
  accountId: number,
  roles: readonly Role[],
): Promise<readonly Role[]> {
  const rows = await tx
    .deleteFrom('account_plugin')
    .where('account_id', '=', accountId)
    .where('role', 'in', roles)
    .returning('role')
    .execute();
  await notifyUsers(tx, accountId);
  const revokedRoles = new Set(rows.map(({ role }) => role));
  return roles.filter((role) => revokedRoles.has(role));
}

function endOf(term: Term): Date | null {
  if (term === null) return null;
  return 'until' in term ? term.until : new Date(Math.min(term.now + term.days * DAY_MS, LATEST_END_MS));
}

/** New end of a function that the account has or had. */
function nextEnd(term: Term) {
  if (term === null || 'until' in term) return sql<Date | null>`${endOf(term)}::timestamptz`;
  return sql<Date | null>`
    case when account_plugin.valid_until is null then null
    else least(greatest(account_plugin.valid_until, ${new Date(term.now)}) + make_interval(hours => ${term.days * 24}),
      ${new Date(LATEST_END_MS)}) end`;
}

/** Appends functions that are new to the holder to the end of their menu. */
async function grantToHolder(tx: Tx, accountId: number, roles: readonly Role[]): Promise<void> {
  const appendRoles = (column: 'roles' | 'plugins_order') => sql<string[]>`
    ${sql.ref(column)} || array(
      select given.role from unnest(${[...roles]}::text[]) with ordinality as given(role, place)
      where given.role <> all (${sql.ref(column)}) order by given.place)`;
  await tx
    .updateTable('app_user')
    .set({ roles: appendRoles('roles'), plugins_order: appendRoles('plugins_order') })
    .where('account_id', '=', accountId)
    .where('permission', '=', 'holder')
    .execute();
}

/** Makes the open consoles of an account reload their rights. */
async function notifyUsers(tx: Tx, accountId: number): Promise<void> {
  const users = await tx
    .selectFrom('app_user')
    .where('account_id', '=', accountId)
    .select('user_id')
    .execute();
  for (const { user_id } of users) await sendEvent(tx, { type: 'rights', userId: user_id });
}
