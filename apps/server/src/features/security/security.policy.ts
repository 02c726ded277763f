import type { Permission } from '@wakeline/contract/operation';
import type { Role } from '@wakeline/contract/roles';
import { hasPermission, type Subject } from '../../identity/access.ts';

/** A token cannot have more rights than its user. */
export function canIssueToken(
  user: Subject,
  scope: { readonly permission: Permission; readonly roles: readonly Role[] },
): boolean {
  return hasPermission(user, scope.permission) && scope.roles.every((role) => user.roles.includes(role));
}
