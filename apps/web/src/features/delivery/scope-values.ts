import type { SubscriptionScope } from '@wakeline/contract/delivery/subscriptions';

/** Fields of a scope. Those that do not apply keep their values while the user changes the type. */
export interface ScopeValues {
  readonly scopeType: SubscriptionScope['type'];
  readonly groupIds: number[];
  readonly trackerIds: number[];
}

export function toScopeValues(scope: SubscriptionScope): ScopeValues {
  return {
    scopeType: scope.type,
    groupIds: scope.type === 'groups' ? scope.groupIds : [],
    trackerIds: scope.type === 'trackers' ? scope.trackerIds : [],
  };
}

export function toScope({ scopeType, groupIds, trackerIds }: ScopeValues): SubscriptionScope {
  if (scopeType === 'groups') return { type: 'groups', groupIds };
  return scopeType === 'trackers' ? { type: 'trackers', trackerIds } : { type: 'all' };
}
