import { NamedError } from '@wakeline/contract/errors';
import { sql } from 'kysely';
import type { Db } from '../db/database.ts';
import { inScope, type Scope } from '../identity/scope.ts';

/**
 * The ids of a group and all groups below it.
 *
 * @throws NamedError `group-unknown` when the scope has no such group.
 */
export async function readGroupWithDescendants(
  db: Db,
  scope: Scope,
  groupId: number,
): Promise<readonly number[]> {
  const { rows } = await sql<{ group_id: number }>`
    with recursive below as (
      select group_id from tracker_group
      where group_id = ${groupId} and account_id = ${scope.accountId}
        and ${inScope(scope, 'tracker_group.group_id')}
      union
      select child.group_id from tracker_group child join below on child.parent_id = below.group_id
    ) select group_id from below`.execute(db);
  if (rows.length === 0) throw new NamedError('group-unknown');
  return rows.map((row) => row.group_id);
}
