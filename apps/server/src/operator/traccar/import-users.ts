import { randomBytes } from 'node:crypto';
import { NamedError } from '@wakeline/contract/errors';
import { LIMITS } from '@wakeline/contract/limits';
import { SHAPES } from '@wakeline/contract/shapes';
import type { Tx } from '../../db/database.ts';
import { lockAccount } from '../../db/lock-account.ts';
import {
  insertSubUser,
  isLoginFree,
  requireSubUserQuota,
  updateSubUser,
} from '../../features/rights/sub-users/sub-users.queries.ts';
import { looksLikePhone } from '../../identity/login-name.ts';
import { hashDigest, passwordDigest } from '../../identity/password.ts';
import { recordOperator } from '../record.ts';
import { type ImportContext, refusalOf } from './import-context.ts';
import type { Note } from './report.ts';
import type { TraccarUser } from './source.ts';
import { textOf } from './texts.ts';

/** Imports users as sub-accounts with a random password that nobody has. `groupOf`: the group of each device. */
export async function importUsers(
  context: ImportContext,
  users: readonly TraccarUser[],
  groupOf: ReadonlyMap<number, number | null>,
): Promise<void> {
  for (const user of users) await importUser(context, user, groupOf);
}

async function importUser(
  context: ImportContext,
  user: TraccarUser,
  groupOf: ReadonlyMap<number, number | null>,
): Promise<void> {
  const { identities, report, step } = context;
  const row = { kind: 'user' as const, id: user.id, name: user.email, became: null };
  const identity = identities.find('user', user.id);
  if (identity !== undefined) {
    const notes: Note[] = identity.exists ? [] : [{ reason: 'deleted-here' }];
    report.add({ ...row, outcome: identity.exists ? 'existing' : 'refused', notes });
    return;
  }
  const notes: Note[] = [{ reason: 'password-new' }];
  try {
    checkLogin(user.email.trim());
    const passwordHash = await hashDigest(passwordDigest(randomBytes(32).toString('base64')));
    const login = await step((tx) => storeUser(tx, context, user, { passwordHash, groupOf, notes }));
    report.add({ ...row, outcome: 'imported', became: login, notes });
  } catch (error) {
    if (!(error instanceof NamedError) && !(error instanceof LoginShapeError)) throw error;
    const reason = error instanceof NamedError ? refusalOf(error) : 'login-shape';
    report.add({ ...row, outcome: 'refused', notes: [{ reason }] });
  }
}

class LoginShapeError extends Error {}

/** @throws LoginShapeError, NamedError `login-is-phone` */
function checkLogin(login: string): void {
  const isValid = login !== '' && login.length <= LIMITS.loginName && SHAPES.newAccount.isValid(login);
  if (!isValid || !SHAPES.text.isValid(login)) throw new LoginShapeError();
  if (looksLikePhone(login)) throw new NamedError('login-is-phone');
}

interface NewUser {
  readonly passwordHash: string;
  readonly groupOf: ReadonlyMap<number, number | null>;
  readonly notes: Note[];
}

async function storeUser(
  tx: Tx,
  context: ImportContext,
  user: TraccarUser,
  { passwordHash, groupOf, notes }: NewUser,
): Promise<string> {
  const { accountId, holder, identities, roles, now } = context;
  const login = user.email.trim();
  await lockAccount(tx, accountId);
  await requireSubUserQuota(tx, accountId);
  if (!(await isLoginFree(tx, login))) throw new NamedError('login-taken');
  const groupIds = user.groupIds.flatMap((id) => identities.targetOf('group', id) ?? []);
  if (!user.administrator && hasSingleDevices(user, groupOf)) notes.push({ reason: 'single-devices' });
  const form = {
    account: login,
    noteName: textOf(user.name, LIMITS.name, 'name', notes),
    passwordHash,
    permission: permissionOf(user),
    roles,
    // Administrators of Traccar see all devices.
    groupIds: user.administrator ? null : groupIds,
  };
  const userId = await insertSubUser(tx, { accountId, ...holder }, form);
  const disabled = user.disabled || (user.expiresAt !== null && user.expiresAt <= now);
  if (disabled) await updateSubUser(tx, userId, { disabled });
  const { permission } = form;
  await recordOperator(tx, {
    accountId,
    now,
    command: 'import-traccar',
    target: login,
    after: { user: login, permission, disabled },
  });
  await identities.add(tx, 'user', user.id, { type: 'user', id: userId });
  return login;
}

function permissionOf({ administrator, readonly }: TraccarUser): 'administrator' | 'editor' | 'viewer' {
  if (readonly) return 'viewer';
  return administrator ? 'administrator' : 'editor';
}

/** Whether a device is linked to the user that none of the user's own groups contains. */
function hasSingleDevices(user: TraccarUser, groupOf: ReadonlyMap<number, number | null>): boolean {
  return user.deviceIds.some((id) => {
    const group = groupOf.get(id) ?? null;
    return group === null || !user.groupIds.includes(group);
  });
}
