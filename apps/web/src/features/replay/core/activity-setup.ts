import type { Client } from '@wakeline/client/client';
import { toReplayRule } from '@wakeline/contract/settings/account-settings';
import type { ReplayRule, TrackContext } from '@wakeline/domain/tracks/track-activities';

/** What decides the trips, stops and gaps of tracks, besides their fixes. */
export interface ActivitySetup {
  readonly rule: ReplayRule;
  /** By tracker; a missing one is unknown. */
  readonly contexts: ReadonlyMap<number, TrackContext>;
}

/** @throws NamedError as `queryTrackContext` */
export async function fetchActivitySetup(
  client: Client,
  request: { readonly trackerIds: readonly number[]; readonly start: number; readonly end: number },
  signal: AbortSignal,
): Promise<ActivitySetup> {
  const { trackerIds, start: startTime, end: endTime } = request;
  const payload = { trackerIds: [...trackerIds], startTime, endTime };
  const { list, ...settings } = await client.call('queryTrackContext', payload, { signal });
  return {
    rule: toReplayRule(settings),
    contexts: new Map(list.map(({ trackerId, ...context }) => [trackerId, context])),
  };
}
