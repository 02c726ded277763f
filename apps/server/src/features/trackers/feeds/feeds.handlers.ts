import { NamedError } from '@wakeline/contract/errors';
import type { FeedForm, FeedStatus, TrafficObject } from '@wakeline/contract/trackers/feeds';
import { difference, recordAudit } from '../../../audit/record.ts';
import type { Db } from '../../../db/database.ts';
import type { JsonFields } from '../../../db/schema.ts';
import type { FeedToken } from '../../../feeds/feed-token.ts';
import { type FeedRow, hasFeed, readFeeds } from '../../../feeds/read-feeds.ts';
import { deleteFeed, insertFeed, lockFeed, updateFeed } from '../../../feeds/write-feeds.ts';
import type { Handlers } from '../../../http/handler.ts';
import { transactionAs } from '../../../http/transaction-as.ts';
import { checkFeedForm } from './check-form.ts';
import { canAddFeeds, canEditFeeds, canReadFeeds, canRemoveFeeds } from './feeds.policy.ts';

type FeedOperation = 'queryFeeds' | 'addFeed' | 'editFeed' | 'removeFeed' | 'queryFeedTraffic';

/** What the engine knows about feeds. */
export interface ReadFeedState {
  /** Null: this server is not the engine. */
  readonly status: (feedId: number) => FeedStatus | null;
  /** Objects of a feed that are no devices, the most recent first. */
  readonly traffic: (accountId: number, feedId: number) => readonly TrafficObject[];
}

export interface FeedDependencies {
  readonly db: Db;
  readonly state: ReadFeedState;
  readonly token: FeedToken;
  /** Whether the server may connect to this address. */
  readonly allowsAddress: (address: string) => boolean;
  readonly listenHost: string | null;
  readonly listenPort: number | null;
}

/** Feeds: AIS and ADS-B messages of many objects on one connection. */
export function feedHandlers(dependencies: FeedDependencies): Pick<Handlers, FeedOperation> {
  const { db, state, token, allowsAddress, listenHost, listenPort } = dependencies;
  return {
    async queryFeeds(_payload, caller) {
      if (!canReadFeeds(caller)) throw new NamedError('not-allowed');
      const abilities = { edit: canEditFeeds(caller), remove: canRemoveFeeds(caller) };
      const list = (await readFeeds(db, caller.accountId)).map((row) => ({
        feedId: row.feed_id,
        ...formOf(row),
        token:
          abilities.edit && row.connection.type === 'listen' ? token(row.feed_id, row.token_version) : null,
        status: state.status(row.feed_id),
        abilities,
      }));
      return { list, total: list.length, abilities: { add: canAddFeeds(caller) }, listenHost, listenPort };
    },

    async addFeed({ uid: _, ...form }, caller, call) {
      if (!canAddFeeds(caller)) throw new NamedError('not-allowed');
      checkFeedForm(form, allowsAddress);
      const feedId = await transactionAs(db, caller, call, async (tx) => {
        const id = await insertFeed(tx, caller.accountId, form);
        await recordAudit(tx, caller, call, {
          action: 'addFeed',
          target: form.feedName,
          after: detailsOf(form),
        });
        return id;
      });
      return { feedId };
    },

    async editFeed({ uid: _, feedId, renewToken = false, ...form }, caller, call) {
      if (!canEditFeeds(caller)) throw new NamedError('not-allowed');
      checkFeedForm(form, allowsAddress);
      await transactionAs(db, caller, call, async (tx) => {
        const { accountId } = caller;
        const before = formOf(await lockFeed(tx, accountId, feedId));
        await updateFeed(tx, { accountId, feedId }, form, renewToken);
        const changed = difference(detailsOf(before), detailsOf(form));
        await recordAudit(tx, caller, call, {
          action: 'editFeed',
          target: before.feedName,
          before: changed.before,
          after: renewToken ? { ...changed.after, token: 'changed' } : changed.after,
        });
      });
      return {};
    },

    async removeFeed({ feedId }, caller, call) {
      if (!canRemoveFeeds(caller)) throw new NamedError('not-allowed');
      await transactionAs(db, caller, call, async (tx) => {
        const before = formOf(await lockFeed(tx, caller.accountId, feedId));
        await deleteFeed(tx, caller.accountId, feedId);
        await recordAudit(tx, caller, call, {
          action: 'removeFeed',
          target: before.feedName,
          before: detailsOf(before),
        });
      });
      return {};
    },

    async queryFeedTraffic({ feedId, keywords = '', pageIndex, pageSize }, caller) {
      if (!canReadFeeds(caller)) throw new NamedError('not-allowed');
      if (!(await hasFeed(db, caller.accountId, feedId))) throw new NamedError('feed-unknown');
      const wanted = keywords.trim().toLowerCase();
      const found = state
        .traffic(caller.accountId, feedId)
        .filter(({ objectId, name }) => `${objectId} ${name ?? ''}`.toLowerCase().includes(wanted))
        // By number: in the order of their messages, rows would move under the pointer.
        .toSorted((a, b) => (a.objectId < b.objectId ? -1 : 1));
      const start = (pageIndex - 1) * pageSize;
      return { list: found.slice(start, start + pageSize), total: found.length };
    },
  };
}

function formOf(row: FeedRow): FeedForm {
  return {
    feedName: row.name,
    kind: row.kind,
    connection: row.connection,
    area: row.area,
    intervalSeconds: row.interval_seconds,
    unknownObjects: row.unknown_objects,
    enabled: row.enabled,
  };
}

/** A form as audit details, whose values are texts and numbers. */
function detailsOf({ connection, area, ...form }: FeedForm): JsonFields {
  return {
    ...form,
    connection: describeConnection(connection),
    area: area === null ? null : `${area.west}, ${area.south}, ${area.east}, ${area.north}`,
  };
}

function describeConnection(connection: FeedForm['connection']): string {
  if (connection.type === 'listen') return ['listen', ...connection.senders].join(' ');
  if (connection.type === 'connect') return `${connection.host} ${connection.port}`;
  // The query may contain a key.
  const { origin, pathname } = new URL(connection.url);
  return `${origin}${pathname}, ${connection.seconds} s`;
}
