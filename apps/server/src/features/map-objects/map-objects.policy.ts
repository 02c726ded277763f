import { createFence, queryAllFences } from '@wakeline/contract/map-objects/fences';
import { allows, type Subject } from '../../identity/access.ts';
import { type Scope, seesGroup } from '../../identity/scope.ts';

export interface ObjectUser extends Subject, Scope {}

interface Owned {
  readonly accountId: number;
  /** The tracker group that it belongs to; null: the whole account. */
  readonly groupId: number | null;
}

/** Fences, labelled points and routes have the same rights: those who watch trackers see what is drawn for them. */
export function mayReadObject(user: ObjectUser, object: Owned): boolean {
  const seen = object.groupId === null || seesGroup(user, object.groupId);
  return allows(queryAllFences.access, user) && object.accountId === user.accountId && seen;
}

/** Who sees some groups only needs one of them to draw for. */
export function mayAddObjects(user: ObjectUser): boolean {
  return allows(createFence.access, user) && user.groupIds?.length !== 0;
}

/** Who sees some groups only draws for these and not for the whole account. */
export function mayPlaceObject(user: ObjectUser, groupId: number | null): boolean {
  return seesGroup(user, groupId);
}

/** What is drawn for the whole account is changed by those who see all of it. */
export function mayEditObject(user: ObjectUser, object: Owned): boolean {
  return (
    allows(createFence.access, user) && object.accountId === user.accountId && seesGroup(user, object.groupId)
  );
}

export function objectAbilities(user: ObjectUser, object: Owned): { edit: boolean; remove: boolean } {
  const may = mayEditObject(user, object);
  return { edit: may, remove: may };
}
