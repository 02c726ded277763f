import type { Role } from '@wakeline/contract/roles';
import { sql } from 'kysely';
import type { Tx } from '../../db/database.ts';
import { sendEvent } from '../../db/notify.ts';

const DAY_MS = 86_400_000;
/** No instant of the contract is later: the end of 2099, UTC. */
export const LATEST_END_MS = 4_102_444_800_000;

/** How long an account is to have functions: by so many days more, counted from the later of `now` and the present end; until an instant; or (null) without end. */
export type Term = { readonly days: number; readonly now: number } | { readonly until: Date } | null;

export interface Grant {
  readonly accountId: number;
  readonly roles: readonly Role[];
  readonly term: Term;
}

/**
 * Gives an account functions, or lengthens them. Days leave what has no end without one. The holder has them at once;
 * whom else he gives them to is his to say. Open consoles of the account follow.
 *
 * @returns the end of each; null: without end.
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
 * Takes functions from an account. What its users were given is kept, as for a function that has expired: they have it
 * again when the account does.
 *
 * @returns those that it had.
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

/** The end of what the account has or had already. */
function nextEnd(term: Term) {
  if (term === null || 'until' in term) return sql<Date | null>`${endOf(term)}::timestamptz`;
  return sql<Date | null>`
    case when account_plugin.valid_until is null then null
    else least(greatest(account_plugin.valid_until, ${new Date(term.now)}) + make_interval(hours => ${term.days * 24}),
      ${new Date(LATEST_END_MS)}) end`;
}

/** What the holder has not had stands at the end of his menu. */
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

/** Has the open consoles of an account ask for their rights again. */
async function notifyUsers(tx: Tx, accountId: number): Promise<void> {
  const users = await tx
    .selectFrom('app_user')
    .where('account_id', '=', accountId)
    .select('user_id')
    .execute();
  for (const { user_id } of users) await sendEvent(tx, { type: 'rights', userId: user_id });
}
