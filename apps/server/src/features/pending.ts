import { NamedError } from '@wakeline/contract/errors';
import type { Handlers } from '../http/handler.ts';

const PENDING = [
  'addTrackerIcon',
  'deleteTrackerIcon',
  'editGroupShow',
  'exportMapObjects',
  'geoLocInfoWithKeywords',
  'getRoutePlan',
  'liftSos',
  'queryAddress',
  'queryAllTrackerIcons',
  'queryBaseLayers',
  'queryGroupShow',
  'queryTrackerData',
  'queryTrackerListData',
  'uploadGPSFile',
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
