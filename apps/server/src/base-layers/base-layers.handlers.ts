import type { queryBaseLayers } from '@wakeline/contract/base-layers';
import type { ResultOf } from '@wakeline/contract/operation';
import type { Handlers } from '../http/handler.ts';
import type { Subject } from '../identity/access.ts';
import { canUseBlankLayer } from './base-layers.policy.ts';
import type { BaseLayers } from './base-layers.ts';

export type OfferedBaseLayers = ResultOf<typeof queryBaseLayers>;

/** Returns the base layers that a user is offered; null: an anonymous visitor. */
export type BaseLayersFor = (subject: Pick<Subject, 'permission' | 'roles'> | null) => OfferedBaseLayers;

/** Indexes refer to the complete list: an index that a browser stores means the same layer for everybody. */
export function offerBaseLayers({ list, defaultIndex }: BaseLayers): BaseLayersFor {
  return (subject) => {
    const blank = subject !== null && canUseBlankLayer(subject);
    const offered = list.filter(({ kind }) => kind !== 'blank' || blank);
    const initialLayer = offered.find(({ index }) => index === defaultIndex) ?? offered[0];
    return { list: offered, defaultIndex: initialLayer?.index ?? null };
  };
}

/** All users get the same list, except for the blank layer, which the policy decides. */
export function baseLayerHandlers(baseLayersFor: BaseLayersFor): Pick<Handlers, 'queryBaseLayers'> {
  return { queryBaseLayers: async (_payload, caller) => baseLayersFor(caller) };
}
