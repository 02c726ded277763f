import { sql } from 'kysely';
import type { Db } from '../db/database.ts';
import type { Scope } from '../identity/scope.ts';
import { trackersInScope } from './in-scope.ts';

/** The columns of an own model. */
export const MODEL_COLUMNS = [
  'model_id',
  'name',
  'vendor',
  'protocol',
  'icon_url',
  'icon_type',
  'power',
  'based_on',
  'texts',
] as const;

export type ModelRow = Awaited<ReturnType<typeof readModels>>[number];

/** The own models of an account, by name. */
export function readModels(db: Db, accountId: number) {
  return db
    .selectFrom('tracker_model')
    .select([...MODEL_COLUMNS, sql<string>`lower(name)`.as('key')])
    .where('account_id', '=', accountId)
    .orderBy(sql`lower(name)`)
    .execute();
}

/** The number of texts of instructions of all models of an account. */
export async function countModelTexts(db: Db, accountId: number): Promise<number> {
  const { count } = await db
    .selectFrom('tracker_model')
    .where('account_id', '=', accountId)
    .select(sql<number>`coalesce(sum(jsonb_array_length(texts)), 0)`.as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** The own model of an account with this name, without case. */
export function findOwnModel(db: Db, accountId: number, modelName: string) {
  return db
    .selectFrom('tracker_model')
    .select(MODEL_COLUMNS)
    .where('account_id', '=', accountId)
    .where(sql<boolean>`lower(name) = lower(${modelName})`)
    .executeTakeFirst();
}

/**
 * A query for the models of the trackers in a scope, the most frequent first. Names that differ in case are one. `key`
 * is the name in lower case, empty for trackers without a model; `total` is the number of models.
 */
export function countModels(db: Db, scope: Scope) {
  return trackersInScope(db, scope)
    .select((query) => [
      sql<string>`lower(tracker.model)`.as('key'),
      sql<string>`min(tracker.model)`.as('name'),
      query.fn.countAll<number>().as('devices'),
      sql<number>`count(*) over ()`.as('total'),
    ])
    .groupBy(sql`lower(tracker.model)`)
    .orderBy('devices', 'desc')
    .orderBy('key');
}

/** The condition that the model of a tracker has one of these names in lower case. */
export function isOneOf(keys: readonly string[]) {
  return sql<boolean>`lower(tracker.model) = any(${[...keys]}::text[])`;
}
