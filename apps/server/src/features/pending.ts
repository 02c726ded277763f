import { NamedError } from '@wakeline/contract/errors';
import type { Handlers } from '../http/handler.ts';

const PENDING = [
  'geoLocInfoWithKeywords',
  'getRoutePlan',
  'queryAddress',
  'queryTrackerData',
  'queryTrackerListData',
] as const;

/** Operations whose handlers are still being written. */
export function pendingHandlers(): Pick<Handlers, (typeof PENDING)[number]> {
  const refuse = async () => {
    throw new NamedError('overloaded');
  };
  return Object.fromEntries(PENDING.map((name) => [name, refuse])) as unknown as Pick<
    Handlers,
    (typeof PENDING)[number]
  >;
}
