import type { FeedForm } from '@wakeline/contract/trackers/feeds';
import type { World } from '../world.ts';
import type { Makers } from './makers.ts';
import { type Owner, type Rows, rowWithoutIds } from './row.ts';

/** The rows of feeds. */
export function feedRows({ database: { db } }: World, { uniqueName }: Makers) {
  async function createFeed({ accountId }: Owner): Promise<number> {
    const { feed_id } = await db
      .insertInto('feed')
      .values({
        account_id: accountId,
        name: uniqueName(),
        kind: 'ais',
        connection: JSON.stringify({ type: 'listen', senders: [] }),
        area: null,
        interval_seconds: 10,
        unknown_objects: 'ignore',
        enabled: false,
      })
      .returning('feed_id')
      .executeTakeFirstOrThrow();
    return feed_id;
  }
  const form = (): FeedForm => ({
    feedName: uniqueName(),
    kind: 'ais',
    connection: { type: 'listen', senders: [] },
    area: null,
    intervalSeconds: 10,
    unknownObjects: 'traffic',
    enabled: false,
  });
  return {
    queryFeeds: rowWithoutIds(() => ({})),
    addFeed: rowWithoutIds(form),
    editFeed: {
      payload: async (owner) => ({ feedId: await createFeed(owner), ...form() }),
      otherAccountError: 'feed-unknown',
    },
    removeFeed: {
      payload: async (owner) => ({ feedId: await createFeed(owner) }),
      otherAccountError: 'feed-unknown',
    },
    queryFeedTraffic: {
      payload: async (owner) => ({ feedId: await createFeed(owner) }),
      otherAccountError: 'feed-unknown',
    },
  } satisfies Partial<Rows>;
}
