import type { Client } from '@wakeline/client/client';
import type { Display, MapObjectKind } from '@wakeline/contract/entities/map-object';
import type { MapObject } from '../../../parts/map-objects/map-object.ts';

type Calls = Readonly<Record<MapObjectKind, (client: Client, id: number) => Promise<unknown>>>;

const DELETE: Calls = {
  fence: (client, fenceId) => client.call('deleteFence', { fenceId }),
  labelPoint: (client, labelPointId) => client.call('deleteLabelPoint', { labelPointId }),
  route: (client, routeId) => client.call('deleteRoute', { routeId }),
};

const SET_DISPLAY: Readonly<
  Record<MapObjectKind, (client: Client, id: number, display: Display) => Promise<unknown>>
> = {
  fence: (client, fenceId, display) => client.call('editFence', { fenceId, display }),
  labelPoint: (client, labelPointId, display) => client.call('editLabelPoint', { labelPointId, display }),
  route: (client, routeId, display) => client.call('updateRoute', { routeId, display }),
};

export function deleteObject(client: Client, { kind, id }: MapObject): Promise<unknown> {
  return DELETE[kind](client, id);
}

export function displayObject(client: Client, { kind, id }: MapObject, display: Display): Promise<unknown> {
  return SET_DISPLAY[kind](client, id, display);
}

/** Calls under way at once: the server takes changes of an account one after the other anyway. */
const AT_ONCE = 4;

export interface Outcome {
  readonly done: number;
  readonly failed: number;
  /** The first failure; undefined: there was none. */
  readonly error: unknown;
}

/** Does the same with many things, a few at once, and goes on behind one that fails. */
export async function doEach<Thing>(
  things: readonly Thing[],
  act: (thing: Thing) => Promise<unknown>,
): Promise<Outcome> {
  let next = 0;
  let [done, failed] = [0, 0];
  let first: unknown;
  async function work(): Promise<void> {
    for (let thing = things[next]; next < things.length; thing = things[next]) {
      next += 1;
      try {
        await act(thing as Thing);
        done += 1;
      } catch (error) {
        failed += 1;
        first ??= error;
      }
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return { done, failed, error: first };
}
