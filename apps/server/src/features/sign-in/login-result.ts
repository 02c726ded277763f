import type { UserConfig } from '@wakeline/contract/entities/user-config';
import type { ResultOf } from '@wakeline/contract/operation';
import type { Role } from '@wakeline/contract/roles';
import type { loginByCodeOrPd } from '@wakeline/contract/sign-in';
import type { Db } from '../../db/database.ts';
import type { Candidate } from './first-factor.ts';

/** Reads the settings of a user, with the functions that the user has at `now`. */
export type ReadSettings = (
  userId: number,
  now: number,
) => Promise<{
  readonly config: UserConfig;
  readonly roles: readonly Role[];
  readonly pluginsOrder: readonly Role[];
}>;

interface SignedInUser extends Pick<Candidate, 'userId' | 'accountId' | 'login' | 'permission'> {
  readonly token: string;
  /** Epoch milliseconds. */
  readonly now: number;
}

/** Builds the data that a console starts with. */
export async function buildLoginResult(
  db: Db,
  readSettings: ReadSettings,
  { userId, accountId, login, permission, token, now }: SignedInUser,
): Promise<ResultOf<typeof loginByCodeOrPd>> {
  const [settings, readState] = await Promise.all([
    readSettings(userId, now),
    db
      .selectFrom('app_user')
      .leftJoin('account_log_head as head', 'head.account_id', 'app_user.account_id')
      .where('user_id', '=', userId)
      .where('app_user.account_id', '=', accountId)
      .select(['head.seq', 'update_read_to'])
      .executeTakeFirst(),
  ]);
  return {
    accountMsg: {
      uid: String(userId),
      username: login,
      token,
      permission,
      roles: settings.roles.map((name) => ({ name })),
    },
    pluginsOrder: settings.pluginsOrder.map((key) => ({ key })),
    config: settings.config,
    latestMsgId: readState?.seq ?? 0,
    latestNoticeId: readState?.update_read_to ?? 0,
  };
}
