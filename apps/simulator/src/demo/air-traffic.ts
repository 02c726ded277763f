import { setTimeout as delay } from 'node:timers/promises';
import type { Client } from '@wakeline/client/client';
import type { FeedForm } from '@wakeline/contract/trackers/feeds';
import { createAircraft, sbsLines } from '../feed/aircraft.ts';
import { serveFeed } from '../feed/feed-link.ts';
import type { Target } from '../link/wire.ts';
import { THRESHOLD } from './scenes/airfield.ts';

const FEED_NAME = '空域 ADS-B Airspace ADS-B';
const RADIUS = 90_000;
const AIRCRAFT = 24;
/** Milliseconds between two positions of an aircraft. */
const INTERVAL = 2_000;

/** The feed of the demo account: aircraft above its airfield that are no devices. */
export function airTrafficFeed({ host, port }: Target): FeedForm {
  return {
    feedName: FEED_NAME,
    kind: 'adsb-sbs',
    connection: { type: 'connect', host, port },
    area: null,
    intervalSeconds: 5,
    unknownObjects: 'traffic',
    enabled: true,
  };
}

/** Changes the port of the feed, unless users deleted or renamed it: the former one may have been in use. */
export async function updateAirTrafficFeed(
  client: Client,
  receiver: Target,
  signal: AbortSignal,
): Promise<void> {
  const { list } = await client.call('queryFeeds', {}, { signal });
  const feed = list.find(({ feedName }) => feedName === FEED_NAME);
  if (feed?.connection.type !== 'connect' || feed.connection.port === receiver.port) return;
  await client.call('editFeed', { ...airTrafficFeed(receiver), feedId: feed.feedId }, { signal });
}

/** Serves the lines of the aircraft, as an ADS-B receiver does on port 30003, until `signal` is aborted. */
export async function runAirTraffic(receiver: Target, signal: AbortSignal): Promise<void> {
  const aircraft = createAircraft(AIRCRAFT, THRESHOLD, RADIUS, 'air');
  const link = await serveFeed(receiver, signal).catch(() => null);
  if (link === null) return;
  while (!signal.aborted) {
    for (const one of aircraft) {
      await link.send(sbsLines(one, Date.now()));
      await delay(INTERVAL / aircraft.length, undefined, { signal }).catch(() => undefined);
    }
  }
  link.close();
}
