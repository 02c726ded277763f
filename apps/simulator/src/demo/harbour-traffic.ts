import { setTimeout as delay } from 'node:timers/promises';
import type { FeedForm } from '@wakeline/contract/trackers/feeds';
import { connectFeed, type FeedLink } from '../feed/feed-link.ts';
import { createShips, detailSentences, positionSentence, type Ship } from '../feed/ships.ts';
import type { Target } from '../link/wire.ts';

/** The feed of the demo account: ships in the harbour that are no devices. */
export const TRAFFIC_FEED: FeedForm = {
  feedName: '港口 AIS Harbour AIS',
  kind: 'ais',
  connection: { type: 'listen', senders: [] },
  area: null,
  intervalSeconds: 10,
  unknownObjects: 'traffic',
  enabled: true,
};

/** Off the port of Qingdao, where the water is open. */
const ROADSTEAD = { latitude: 35.85, longitude: 120.45 };
const RADIUS = 13_000;
const SHIPS = 60;
/** Milliseconds between two positions of a ship. Class A sends every 2 to 10 s at sea. */
const INTERVAL = 6_000;
/** Rounds between two messages with static data: every 6 minutes. */
const DETAILS_EVERY = 60;
/** Milliseconds before the next attempt after a failure. */
const RETRY_DELAY = 5_000;

/** Sends the messages of the ships until `signal` is aborted. */
export async function runHarbourTraffic(target: Target, token: string, signal: AbortSignal): Promise<void> {
  const ships = createShips(SHIPS, ROADSTEAD, RADIUS, 'harbour');
  while (!signal.aborted) {
    const link = await connectFeed(target, token).catch(() => null);
    if (link !== null) {
      // The server has stopped, or the feed was changed: try again.
      await sendRounds(ships, link, signal).catch(() => undefined);
      link.close();
    }
    await pause(RETRY_DELAY, signal);
  }
}

async function sendRounds(ships: readonly Ship[], link: FeedLink, signal: AbortSignal): Promise<void> {
  for (let round = 0; !signal.aborted; round++) {
    for (const [index, ship] of ships.entries()) {
      const details = (round + index) % DETAILS_EVERY === 0 || round === 0 ? detailSentences(ship) : [];
      await link.send([...details, positionSentence(ship, Date.now())]);
      await pause(INTERVAL / ships.length, signal);
      if (signal.aborted) return;
    }
  }
}

async function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  await delay(milliseconds, undefined, { signal }).catch(() => undefined);
}
