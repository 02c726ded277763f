import { NamedError } from '@wakeline/contract/errors';
import type { FeedForm, FeedStatus } from '@wakeline/contract/trackers/feeds';
import { difference, recordAudit } from '../../../audit/record.ts';
import type { Db } from '../../../db/database.ts';
import type { JsonFields } from '../../../db/schema.ts';
import type { FeedToken } from '../../../feeds/feed-token.ts';
import { type FeedRow, hasFeed, readFeeds } from '../../../feeds/read-feeds.ts';
import type { FoundTraffic, TrafficPage } from '../../../feeds/select-traffic.ts';
import { deleteFeed, insertFeed, lockFeed, updateFeed } from '../../../feeds/write-feeds.ts';
import type { Handlers } from '../../../http/handler.ts';
import { transactionAs } from '../../../http/transaction-as.ts';
import { checkFeedForm } from './check-form.ts';
import { canAddFeeds, canEditFeeds, canReadFeeds, canRemoveFeeds } from './feeds.policy.ts';

type FeedOperation = 'queryFeeds' | 'addFeed' | 'editFeed' | 'removeFeed' | 'queryFeedTraffic';

/** What the process that receives feeds knows about them. */
export interface ReadFeedState {
  /** By feed; without an entry: no process that receives it responded. */
  readonly status: (feedIds: readonly number[]) => Promise<ReadonlyMap<number, FeedStatus>>;
  /** Objects of a feed that are no devices. */
  readonly traffic: (accountId: number, feedId: number, page: TrafficPage) => Promise<FoundTraffic>;
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
      const rows = await readFeeds(db, caller.accountId);
      const status = await state.status(rows.map((row) => row.feed_id));
      const list = rows.map((row) => ({
        feedId: row.feed_id,
        ...formOf(row),
        token:
          abilities.edit && row.connection.type === 'listen' ? token(row.feed_id, row.token_version) : null,
        status: status.get(row.feed_id) ?? null,
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
      return state.traffic(caller.accountId, feedId, { keywords, pageIndex, pageSize });
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
