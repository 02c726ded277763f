import type { Client } from '@wakeline/client/client';
import type { ResultOf } from '@wakeline/contract/operation';
import type { Operations } from '@wakeline/contract/operations';
import type { OverviewBounds } from '@wakeline/contract/trackers/live-overview';

type Overview = ResultOf<Operations['queryLiveOverview']>;

export interface OverviewArea {
  readonly bounds: OverviewBounds;
  /** An integer. */
  readonly zoom: number;
}

export interface FirstOverview {
  readonly area: OverviewArea;
  /** Null: it failed. The list follows in any case. */
  readonly response: Promise<Overview | null>;
}

let requested: { readonly uid: string; readonly overview: FirstOverview } | null = null;

/** Requests what the live map shows first. In a new browser before the code of the console is loaded. */
export function requestFirstOverview(client: Client, uid: string, area: OverviewArea): void {
  requested = { uid, overview: { area, response: client.call('queryLiveOverview', area).catch(() => null) } };
}

/** The overview that was requested for this user, once; null: none was. */
export function takeFirstOverview(uid: string): FirstOverview | null {
  const taken = requested?.uid === uid ? requested.overview : null;
  requested = null;
  return taken;
}
