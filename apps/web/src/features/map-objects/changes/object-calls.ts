import type { Client } from '@wakeline/client/client';
import type { PayloadInput } from '@wakeline/contract/operation';
import type { Operations } from '@wakeline/contract/operations';
import type { CommonFields } from '../forms/subject.ts';

type Payload<Name extends keyof Operations> = PayloadInput<Operations[Name]>;

interface ObjectCalls<Created, Changes> {
  /** Name of the id field in results. */
  readonly id: string;
  /** Returns the id. */
  create(client: Client, payload: Created): Promise<number>;
  edit(client: Client, id: number, changes: Changes): Promise<unknown>;
  remove(client: Client, id: number): Promise<unknown>;
}

type FenceCalls = ObjectCalls<Payload<'createFence'>, Omit<Payload<'editFence'>, 'fenceId'>>;
type PointCalls = ObjectCalls<Payload<'addLabelPoint'>, Omit<Payload<'editLabelPoint'>, 'labelPointId'>>;
type RouteCalls = ObjectCalls<Payload<'addRoute'>, Omit<Payload<'updateRoute'>, 'routeId'>>;

/** Operations that create, edit and delete an object of each kind. */
export const OBJECT_CALLS: {
  readonly fence: FenceCalls;
  readonly labelPoint: PointCalls;
  readonly route: RouteCalls;
} = {
  fence: {
    id: 'fenceId',
    create: async (client, payload) => (await client.call('createFence', payload)).fenceId,
    edit: (client, fenceId, changes) => client.call('editFence', { fenceId, ...changes }),
    remove: (client, fenceId) => client.call('deleteFence', { fenceId }),
  },
  labelPoint: {
    id: 'labelPointId',
    create: async (client, payload) => (await client.call('addLabelPoint', payload)).labelPointId,
    edit: (client, labelPointId, changes) => client.call('editLabelPoint', { labelPointId, ...changes }),
    remove: (client, labelPointId) => client.call('deleteLabelPoint', { labelPointId }),
  },
  route: {
    id: 'routeId',
    create: async (client, payload) => (await client.call('addRoute', payload)).routeId,
    edit: (client, routeId, changes) => client.call('updateRoute', { routeId, ...changes }),
    remove: (client, routeId) => client.call('deleteRoute', { routeId }),
  },
};

/** Creates a new object or edits an existing one, and returns its id. */
export async function saveObject<Saved>(
  calls: Pick<ObjectCalls<Saved, Saved>, 'create' | 'edit'>,
  client: Client,
  id: number | null,
  payload: Saved,
): Promise<number> {
  if (id === null) return await calls.create(client, payload);
  await calls.edit(client, id, payload);
  return id;
}

/** Payload fields common to all kinds. */
export function commonPayload({ groupId, color, visible, note }: CommonFields) {
  return { groupId: groupId ?? null, color, display: visible ? 'SHOW' : 'HIDE', note } as const;
}
