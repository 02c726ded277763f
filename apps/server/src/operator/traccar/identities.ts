import type { Db, Tx } from '../../db/database.ts';
import { readRouteIds } from '../../features/map-objects/routes.queries.ts';
import { readFenceIds } from '../../fences/fences.ts';
import { accountScope } from '../../identity/scope.ts';
import { trackersInScope } from '../../trackers/in-scope.ts';
import type { TraccarKind } from './report.ts';

type TargetType = 'group' | 'tracker' | 'user' | 'fence' | 'route';

interface Target {
  readonly type: TargetType;
  readonly id: number;
}

/** What an object became in an earlier run or in this one. `exists` is false if it was deleted since. */
export interface Identity extends Target {
  readonly exists: boolean;
}

/** Which object of an account belongs to which object of the other system. */
export class Identities {
  readonly #accountId: number;
  readonly #origin: string;
  readonly #known: Map<string, Identity>;

  private constructor(accountId: number, origin: string, known: Map<string, Identity>) {
    this.#accountId = accountId;
    this.#origin = origin;
    this.#known = known;
  }

  static async load(db: Db, accountId: number, origin: string): Promise<Identities> {
    const existing = await readExisting(db, accountId);
    const rows = await db
      .selectFrom('import_identity')
      .where('account_id', '=', accountId)
      .where('origin', '=', origin)
      .select(['kind', 'source_id', 'target_type', 'target_id'])
      .execute();
    const known = rows.map(({ kind, source_id, target_type, target_id }): [string, Identity] => [
      keyOf(kind, source_id),
      { type: target_type, id: target_id, exists: existing[target_type].has(target_id) },
    ]);
    return new Identities(accountId, origin, new Map(known));
  }

  find(kind: TraccarKind, sourceId: number): Identity | undefined {
    return this.#known.get(keyOf(kind, sourceId));
  }

  /** The id of what it became; null if it was not imported, or was deleted since. */
  targetOf(kind: TraccarKind, sourceId: number | null): number | null {
    const identity = sourceId === null ? undefined : this.find(kind, sourceId);
    return identity?.exists === true ? identity.id : null;
  }

  /** Stores what an object became. The transaction must not fail for another reason than the end of the import. */
  async add(tx: Tx, kind: TraccarKind, sourceId: number, target: Target): Promise<void> {
    await tx
      .insertInto('import_identity')
      .values({
        account_id: this.#accountId,
        origin: this.#origin,
        kind,
        source_id: sourceId,
        target_type: target.type,
        target_id: target.id,
      })
      .execute();
    this.#known.set(keyOf(kind, sourceId), { ...target, exists: true });
  }
}

function keyOf(kind: TraccarKind, sourceId: number): string {
  return `${kind} ${sourceId}`;
}

async function readExisting(db: Db, accountId: number): Promise<Record<TargetType, ReadonlySet<number>>> {
  const scope = accountScope(accountId);
  const groups = await db
    .selectFrom('tracker_group')
    .where('account_id', '=', accountId)
    .select('group_id')
    .execute();
  const trackers = await trackersInScope(db, scope).select('tracker_id').execute();
  const users = await db
    .selectFrom('app_user')
    .where('account_id', '=', accountId)
    .select('user_id')
    .execute();
  return {
    group: new Set(groups.map((row) => row.group_id)),
    tracker: new Set(trackers.map((row) => row.tracker_id)),
    user: new Set(users.map((row) => row.user_id)),
    fence: new Set(await readFenceIds(db, scope, {})),
    route: new Set(await readRouteIds(db, scope, {})),
  };
}
