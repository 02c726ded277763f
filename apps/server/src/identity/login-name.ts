import { SHAPES } from '@wakeline/contract/shapes';
import { sql } from 'kysely';

/** Whether a row of `app_user` has this login; capitals make no difference, as in its unique key. */
export function isLogin(login: string) {
  return sql<boolean>`lower(app_user.login) = lower(${login})`;
}

/**
 * Whether a login could be somebody's phone number: it is for who proves that he has the phone, and registers with it.
 */
export function looksLikePhone(login: string): boolean {
  return SHAPES.phone.isValid(login);
}
