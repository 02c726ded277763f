import type { Client } from '@wakeline/client/client';
import type { ResultOf } from '@wakeline/contract/operation';
import type { Operations } from '@wakeline/contract/operations';
import { getFirstArea } from '../map/session/stored-camera.ts';

type Overview = ResultOf<Operations['queryLiveOverview']>;
type Area = ReturnType<typeof getFirstArea>;

export interface FirstOverview {
  readonly area: Area;
  /** Null: it failed. The list follows in any case. */
  readonly response: Promise<Overview | null>;
}

/** Name under which the camera of the live map is stored. */
const LIVE_CAMERA = 'live';

let requested: { readonly uid: string; readonly overview: FirstOverview } | null = null;

/** Requests what the live map shows first. In a new browser before the code of the console is loaded. */
export function requestFirstOverview(client: Client, uid: string): void {
  const area = getFirstArea(LIVE_CAMERA, { width: innerWidth, height: innerHeight });
  requested = { uid, overview: { area, response: client.call('queryLiveOverview', area).catch(() => null) } };
}

/** The overview that was requested for this user, once; null: none was. */
export function takeFirstOverview(uid: string): FirstOverview | null {
  const taken = requested?.uid === uid ? requested.overview : null;
  requested = null;
  return taken;
}
