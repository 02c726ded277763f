import { NamedError } from '@wakeline/contract/errors';
import type { Handlers } from '../http/handler.ts';

const PENDING = [
  'addLabelPoint',
  'addRoute',
  'addTrackerIcon',
  'createFence',
  'createShareLink',
  'deleteFence',
  'deleteLabelPoint',
  'deleteRoute',
  'deleteTrackerIcon',
  'editFence',
  'editGroupShow',
  'editLabelPoint',
  'exportMapObjects',
  'geoLocInfoWithKeywords',
  'getRoutePlan',
  'liftSos',
  'queryAddress',
  'queryAllFences',
  'queryAllLabelPoints',
  'queryAllRoutes',
  'queryAllRoutesByGroupId',
  'queryAllTrackerIcons',
  'queryBaseLayers',
  'queryGroupShow',
  'queryRouteByID',
  'queryShare',
  'queryShareLinks',
  'queryShareStates',
  'queryShareTrails',
  'queryTrackerData',
  'queryTrackerListData',
  'queryTrails',
  'updateRoute',
  'uploadGPSFile',
  'uploadMapPicture',
  'withdrawShareLink',
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
