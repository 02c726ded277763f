import type { BaseLayer } from '@wakeline/contract/entities/base-layer';
import type { TrackerStatusDto } from '@wakeline/contract/entities/tracker';
import type { Language, UserConfig } from '@wakeline/contract/entities/user-config';
import { LIMITS } from '@wakeline/contract/limits';
import type { LinkTracker } from '@wakeline/contract/screens/screen-links';
import { activationOf } from '@wakeline/domain/devices/validity';
import { type SqlBool, sql } from 'kysely';
import { toPictureUrl } from '../../files/stored-picture.ts';
import type { Handlers } from '../../http/handler.ts';
import type { Caller } from '../../identity/caller.ts';
import { trackersInScope } from '../../trackers/in-scope.ts';
import { readTrackersAfter, selectTrackers, type TrackerRow } from '../../trackers/read.ts';
import { visibleStatusDto } from '../../trackers/status-dto.ts';
import { type OpenScreenLink, openScreenLink } from './open-screen-link.ts';
import { type BoxReading, readBoxes, withoutNames } from './read-boxes.ts';
import { readScreenGroups } from './screens.queries.ts';

type LinkOperation =
  | 'queryScreenLink'
  | 'queryScreenLinkTrackers'
  | 'queryScreenLinkStates'
  | 'queryScreenLinkData';

export interface ScreenLinkDependencies extends BoxReading {
  /** Configuration of the owner, in the language of the viewer. */
  readonly readConfig: (owner: Caller, language: Language, now: number) => Promise<UserConfig>;
  /** Base maps for anonymous viewers. */
  readonly baseLayers: () => { readonly layers: readonly BaseLayer[]; readonly defaultIndex: number | null };
  /** Address of a file by its id. */
  readonly addressOf: (fileId: string) => string;
  /** The number of the newest notice of an account. */
  readonly readNoticeHead: (accountId: number) => Promise<number>;
}

/** States of a batch become visible this long after the times that they have: the commit follows. */
const COMMIT_MS = 10_000;

/** What the code of a link gives access to: the screen, and of devices exactly the fields named here. */
export function screenLinkHandlers(dependencies: ScreenLinkDependencies): Pick<Handlers, LinkOperation> {
  const { db, readConfig, baseLayers, addressOf, readNoticeHead } = dependencies;
  return {
    async queryScreenLink({ code, lang }, _anonymous, { now, language }) {
      const { owner, screen, expireTime, hidesNames } = await openScreenLink(db, code, now);
      const config = await readConfig(owner, lang ?? language, now);
      const { layers, defaultIndex } = baseLayers();
      const groups = await readScreenGroups(db, owner);
      return {
        screen,
        expireTime,
        hideNames: hidesNames,
        serverTime: now,
        timeZone: owner.timeZone,
        looks: {
          sysName: config.sysName,
          logoUrl: config.logoUrl,
          themeColor: config.themeColor,
          textColor: config.textColor,
          speedUnits: config.speedUnits,
          altitudeUnits: config.altitudeUnits,
          climbUnits: config.climbUnits,
          locationFormat: config.locationFormat,
        },
        baseLayers: [...layers],
        defaultBaseLayer: defaultIndex,
        groups: hidesNames ? groups.map((group) => ({ ...group, groupName: '' })) : groups,
      };
    },

    async queryScreenLinkTrackers({ code, after = 0 }, _anonymous, { now }) {
      const link = await openScreenLink(db, code, now);
      const rows = await readTrackersAfter(db, link.owner, after, LIMITS.screenLinkPage);
      const isLast = rows.length < LIMITS.screenLinkPage;
      return {
        list: rows.map((row) => presentLinkTracker(row, link, now, addressOf)),
        next: isLast ? null : (rows.at(-1)?.tracker_id ?? null),
      };
    },

    async queryScreenLinkStates({ code, since }, _anonymous, { now }) {
      const link = await openScreenLink(db, code, now);
      const { owner, screen } = link;
      const from = since - COMMIT_MS;
      const rows = await selectTrackers(db, owner)
        .where(sql<SqlBool>`greatest(comm_time, status_since) > ${from}::bigint`)
        .limit(LIMITS.screenLinkPage)
        .execute();
      const { total } = await trackersInScope(db, owner)
        .select(sql<number>`count(*)::int`.as('total'))
        .executeTakeFirstOrThrow();
      return {
        serverTime: now,
        states: rows.map((row) => ({ trackerId: row.tracker_id, status: visibleStatus(row, link, now) })),
        total,
        newestNotice: await readNoticeHead(owner.accountId),
        editTime: screen.editTime,
      };
    },

    async queryScreenLinkData({ code, groupId = null }, _anonymous, { now }) {
      const { owner, screen, hidesNames } = await openScreenLink(db, code, now);
      const requested = screen.boxes.map((box) => ({ ...box, groupId: box.groupId ?? groupId }));
      const { serverTime, boxes } = await readBoxes(dependencies, owner, requested, now);
      if (!hidesNames) return { serverTime, boxes };
      return { serverTime, boxes: boxes.map((box) => ({ ...box, data: withoutNames(box.data) })) };
    },
  };
}

function presentLinkTracker(
  row: TrackerRow,
  link: OpenScreenLink,
  now: number,
  addressOf: ScreenLinkDependencies['addressOf'],
): LinkTracker {
  const validUntil = row.valid_until?.getTime() ?? null;
  return {
    trackerId: row.tracker_id,
    trackerName: link.hidesNames ? '' : row.name,
    label: link.hidesNames ? '' : row.label,
    groupId: row.group_id,
    activation: activationOf({ activatedAt: row.activated_at, validUntil }, now),
    iconDto: { iconUrl: toPictureUrl(row.icon_url, addressOf), iconType: row.icon_type },
    trackerStatusDto: visibleStatus(row, link, now),
  };
}

/** A screen without a map reveals no positions. */
function visibleStatus(row: TrackerRow, { screen }: OpenScreenLink, now: number): TrackerStatusDto {
  const status = visibleStatusDto(row, now);
  if (screen.boxes.some(({ kind }) => kind === 'map')) return status;
  return { ...status, latitude: null, longitude: null, direction: null, altitude: null, accuracy: null };
}
