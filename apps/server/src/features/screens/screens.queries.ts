import { NamedError } from '@wakeline/contract/errors';
import { LIMITS } from '@wakeline/contract/limits';
import { type ScreenBox, screenBox } from '@wakeline/contract/screens/screen-box';
import {
  type BigScreenKind,
  DEFAULT_SCREEN_SETTINGS,
  type Screen,
  type ScreenSettings,
} from '@wakeline/contract/screens/screens';
import type { ScreenKind } from '@wakeline/domain/screens/box-kinds';
import { DEFAULT_BOXES } from '@wakeline/domain/screens/default-boxes';
import { sql } from 'kysely';
import type { Db, Tx } from '../../db/database.ts';
import { lockAccount } from '../../db/lock-account.ts';
import { inScope, type Scope } from '../../identity/scope.ts';
import { readGroupWithDescendants } from '../../trackers/group-descendants.ts';

/** What a user stores of a screen. */
export interface ScreenFields {
  readonly kind: BigScreenKind;
  readonly screenName: string;
  readonly boxes: readonly ScreenBox[];
  readonly settings: ScreenSettings;
}

type ScreenRow = Awaited<ReturnType<typeof readScreenRows>>[number];

function readScreenRows(db: Db, accountId: number) {
  return db
    .selectFrom('screen')
    .where('account_id', '=', accountId)
    .where('kind', '!=', 'dashboard')
    .selectAll()
    .orderBy(sql`lower(name)`)
    .orderBy('screen_id')
    .execute();
}

function toScreen({ screen_id: screenId, name, kind, boxes, settings, edited_at }: ScreenRow): Screen {
  if (kind === 'dashboard') throw new Error('a dashboard is no screen of an account');
  return {
    ...{ screenId, screenName: name, kind, settings },
    boxes: withDefaults(boxes),
    editTime: edited_at.getTime(),
  };
}

/** Boxes that were stored before an option existed have its default. */
function withDefaults(boxes: readonly ScreenBox[]): ScreenBox[] {
  return boxes.map((box) => screenBox.parse(box));
}

/** The screens of an account, by name. */
export async function readScreens(
  db: Db,
  accountId: number,
  kind: BigScreenKind,
): Promise<readonly Screen[]> {
  return (await readScreenRows(db, accountId)).filter((row) => row.kind === kind).map(toScreen);
}

/** A screen of an account; null: there is none. */
export async function readScreen(db: Db, accountId: number, screenId: number): Promise<Screen | null> {
  const row = await db
    .selectFrom('screen')
    .where('screen_id', '=', screenId)
    .where('account_id', '=', accountId)
    .where('kind', '!=', 'dashboard')
    .selectAll()
    .executeTakeFirst();
  return row === undefined ? null : toScreen(row);
}

/** The screen of an account that has stored none. */
export function defaultScreen(kind: BigScreenKind): Screen {
  return {
    screenId: null,
    screenName: '',
    kind,
    boxes: defaultBoxes(kind),
    settings: DEFAULT_SCREEN_SETTINGS,
    editTime: null,
  };
}

export function defaultBoxes(kind: ScreenKind): ScreenBox[] {
  return DEFAULT_BOXES[kind].map((box) => ({
    ...box,
    title: '',
    groupId: null,
    options: { ...box.options, figures: [...box.options.figures] },
  }));
}

/** @throws NamedError `screen-limit` */
export async function insertScreen(
  tx: Tx,
  accountId: number,
  fields: ScreenFields,
  now: number,
): Promise<number> {
  await lockAccount(tx, accountId);
  const { count } = await tx
    .selectFrom('screen')
    .where('account_id', '=', accountId)
    .where('kind', '=', fields.kind)
    .select((query) => query.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  if (count >= LIMITS.screensPerAccount) throw new NamedError('screen-limit');
  const { screen_id } = await tx
    .insertInto('screen')
    .values({ account_id: accountId, user_id: null, kind: fields.kind, ...columnsOf(fields, now) })
    .returning('screen_id')
    .executeTakeFirstOrThrow();
  return screen_id;
}

export async function updateScreen(
  tx: Tx,
  screenId: number,
  fields: ScreenFields,
  now: number,
): Promise<void> {
  await tx.updateTable('screen').set(columnsOf(fields, now)).where('screen_id', '=', screenId).execute();
}

export async function deleteScreen(tx: Tx, screenId: number): Promise<void> {
  await tx.deleteFrom('screen').where('screen_id', '=', screenId).execute();
}

function columnsOf({ screenName, boxes, settings }: ScreenFields, now: number) {
  return {
    name: screenName,
    boxes: JSON.stringify(boxes),
    settings: JSON.stringify(settings),
    edited_at: new Date(now),
  };
}

/** The boxes of a user's dashboard; null: the default ones. */
export async function readDashboard(db: Db, userId: number): Promise<ScreenBox[] | null> {
  const row = await db
    .selectFrom('screen')
    .where('user_id', '=', userId)
    .where('kind', '=', 'dashboard')
    .select('boxes')
    .executeTakeFirst();
  return row === undefined ? null : withDefaults(row.boxes);
}

/** @param boxes null: the default ones */
export async function writeDashboard(
  tx: Tx,
  { accountId, userId }: { readonly accountId: number; readonly userId: number },
  boxes: readonly ScreenBox[] | null,
  now: number,
): Promise<void> {
  if (boxes === null) {
    await tx.deleteFrom('screen').where('user_id', '=', userId).where('kind', '=', 'dashboard').execute();
    return;
  }
  const columns = { boxes: JSON.stringify(boxes), edited_at: new Date(now) };
  await tx
    .insertInto('screen')
    .values({
      account_id: accountId,
      user_id: userId,
      kind: 'dashboard',
      name: '',
      settings: '{}',
      ...columns,
    })
    .onConflict((conflict) => conflict.column('user_id').where('kind', '=', 'dashboard').doUpdateSet(columns))
    .execute();
}

/** @throws NamedError `group-unknown` if a box names a group that the user does not see */
export async function requireGroups(db: Db, scope: Scope, boxes: readonly ScreenBox[]): Promise<void> {
  const groupIds = [...new Set(boxes.flatMap(({ groupId }) => groupId ?? []))];
  if (groupIds.length === 0) return;
  const known = await db
    .selectFrom('tracker_group')
    .where('account_id', '=', scope.accountId)
    .where(inScope(scope, 'tracker_group.group_id'))
    .where('group_id', 'in', groupIds)
    .select('group_id')
    .execute();
  if (known.length < groupIds.length) throw new NamedError('group-unknown');
}

/** The devices of a box: those of its group that the reader sees. An unknown group has none. */
export async function scopeOfBox(db: Db, scope: Scope, groupId: number | null): Promise<Scope> {
  const { accountId } = scope;
  if (groupId === null) return { accountId, groupIds: scope.groupIds };
  try {
    return { accountId, groupIds: await readGroupWithDescendants(db, scope, groupId) };
  } catch (error) {
    if (error instanceof NamedError && error.errorName === 'group-unknown')
      return { accountId, groupIds: [] };
    throw error;
  }
}

/** The groups in a scope. */
export async function readScreenGroups(db: Db, scope: Scope) {
  const rows = await db
    .selectFrom('tracker_group')
    .where('account_id', '=', scope.accountId)
    .where(inScope(scope, 'tracker_group.group_id'))
    .select(['group_id', 'parent_id', 'name'])
    .orderBy(sql`lower(name)`)
    .execute();
  return rows.map((row) => ({ groupId: row.group_id, parentId: row.parent_id, groupName: row.name }));
}
