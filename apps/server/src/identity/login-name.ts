import { SHAPES } from '@wakeline/contract/shapes';
import { sql } from 'kysely';

/** Condition: a row of `app_user` has this login; case-insensitive like its unique key. */
export function isLogin(login: string) {
  return sql<boolean>`lower(app_user.login) = lower(${login})`;
}

/** Whether a login could be a phone number. Such logins are reserved for users who register with the verified phone. */
export function looksLikePhone(login: string): boolean {
  return SHAPES.phone.isValid(login);
}
