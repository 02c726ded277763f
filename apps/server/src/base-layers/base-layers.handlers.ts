import type { queryBaseLayers } from '@wakeline/contract/base-layers';
import type { ResultOf } from '@wakeline/contract/operation';
import type { Handlers } from '../http/handler.ts';
import type { Subject } from '../identity/access.ts';
import { canUseBlankLayer } from './base-layers.policy.ts';
import type { BaseLayers } from './base-layers.ts';

export type OfferedBaseLayers = ResultOf<typeof queryBaseLayers>;

/** Tells which base layers somebody is offered; null: a visitor without a login. */
export type BaseLayersFor = (subject: Pick<Subject, 'permission' | 'roles'> | null) => OfferedBaseLayers;

/** Indexes are those of the whole list: what one browser remembers is the same layer for everybody. */
export function offerBaseLayers({ list, defaultIndex }: BaseLayers): BaseLayersFor {
  return (subject) => {
    const blank = subject !== null && canUseBlankLayer(subject);
    const offered = list.filter(({ kind }) => kind !== 'blank' || blank);
    const initialLayer = offered.find(({ index }) => index === defaultIndex) ?? offered[0];
    return { list: offered, defaultIndex: initialLayer?.index ?? null };
  };
}

/** The same for everybody but for the blank layer: the policy of the layers is asked for each of them. */
export function baseLayerHandlers(baseLayersFor: BaseLayersFor): Pick<Handlers, 'queryBaseLayers'> {
  return { queryBaseLayers: async (_payload, caller) => baseLayersFor(caller) };
}
