import type { BaseLayer } from '@wakeline/contract/entities/base-layer';
import type { Language, UserConfig } from '@wakeline/contract/entities/user-config';
import { NamedError } from '@wakeline/contract/errors';
import type { EventLayer, EventPage } from '@wakeline/contract/matches/event-page';
import type { MatchCourse } from '@wakeline/contract/matches/match-details';
import type { Db } from '../../db/database.ts';
import type { Handlers } from '../../http/handler.ts';
import type { Caller } from '../../identity/caller.ts';
import { findUser } from '../../identity/find-caller.ts';
import { imageDetails } from '../../map-images/image-details.ts';
import { findImage } from '../../map-images/map-images.queries.ts';
import { findOcadMap } from '../../ocad/ocad-maps.queries.ts';
import { toLiveConf } from '../../races/live-conf.ts';
import type { MatchRow } from '../../races/matches.ts';
import { isHidden, openEvent } from '../../races/open-event.ts';
import { readRace } from '../../races/read-race.ts';

export interface EventPageDependencies {
  readonly db: Db;
  /** Configuration of the account holder, in the language of the viewer. */
  readonly readConfig: (owner: Caller, language: Language, now: number) => Promise<UserConfig>;
  /** Base maps for anonymous viewers. */
  readonly baseLayers: () => { readonly layers: readonly BaseLayer[]; readonly defaultIndex: number | null };
  /** Address of a file by its id. */
  readonly addressOf: (fileId: string) => string;
}

/** What the code of a public page gives access to: exactly the fields named here, nothing else of the account. */
export function eventPageHandlers(dependencies: EventPageDependencies): Pick<Handlers, 'queryEventPage'> {
  const { db, readConfig, baseLayers, addressOf } = dependencies;
  return {
    async queryEventPage({ code, lang }, _anonymous, { now, language }) {
      const match = await openEvent(db, code);
      const [race, owner] = [await readRace(db, match.match_id), await findHolder(db, match.account_id, now)];
      if (race === null || owner === null) throw new NamedError('event-unknown');
      const { settings, classes, courses, participants } = race;
      const hidden = isHidden(match, settings, now);
      const config = await readConfig(owner, lang ?? language, now);
      const { layers, defaultIndex } = baseLayers();
      const { sendInterval, tailSeconds, delay, maxAccuracy, maxSpeed } = settings;
      return {
        matchId: match.match_id,
        revision: match.revision,
        matchName: match.name,
        place: match.place,
        startTime: match.start_at.getTime(),
        endTime: match.end_at.getTime(),
        state: match.state,
        hidden,
        timeZone: owner.timeZone,
        serverTime: now,
        settings: { sendInterval, tailSeconds, delay, maxAccuracy, maxSpeed },
        page: toLiveConf(match, addressOf),
        looks: looksOf(config),
        baseLayers: [...layers],
        defaultBaseLayer: defaultIndex,
        classes: classes.map(({ classId, className, courseId, startMode, startTime }) => ({
          ...{ classId, className, courseId, startMode, startTime },
        })),
        courses: hidden
          ? []
          : [...courses].map(([courseId, course]) => ({ courseId, course: course as MatchCourse['course'] })),
        layers: hidden ? [] : await readLayers(db, match, addressOf),
        participants: participants.map(({ row, courseId, startTime }) => ({
          participantId: row.participant_id,
          number: row.number,
          participantName: row.name,
          club: row.club,
          nationality: row.nationality,
          classId: row.class_id,
          courseId,
          startTime,
          color: row.color,
        })),
      } satisfies EventPage;
    },
  };
}

/** The account holder; null: the account is disabled. */
async function findHolder(db: Db, accountId: number, now: number): Promise<Caller | null> {
  const row = await db
    .selectFrom('app_user')
    .where('account_id', '=', accountId)
    .where('permission', '=', 'holder')
    .select('user_id')
    .executeTakeFirst();
  return row === undefined ? null : findUser(db, row.user_id, now);
}

function looksOf(config: UserConfig): EventPage['looks'] {
  return {
    sysName: config.sysName,
    logoUrl: config.logoUrl,
    themeColor: config.themeColor,
    textColor: config.textColor,
    speedUnits: config.speedUnits,
    altitudeUnits: config.altitudeUnits,
    climbUnits: config.climbUnits,
    locationFormat: config.locationFormat,
  };
}

/** The maps of a match that exist and can be drawn. */
async function readLayers(
  db: Db,
  { account_id: accountId, maps }: MatchRow,
  addressOf: (fileId: string) => string,
): Promise<EventLayer[]> {
  const layers: EventLayer[] = [];
  for (const { kind, id } of maps) {
    if (kind === 'ocad') {
      const map = await findOcadMap(db, { accountId, mapId: id });
      if (map === null || map.tileFileId === null || map.tiles === null) continue;
      const { tileFileId, tileGcj02FileId, tiles, details } = map;
      layers.push({
        ...{ kind, id, tiles, colors: details.colors, tileUrl: addressOf(tileFileId) },
        tileUrlGcj02: tileGcj02FileId === null ? null : addressOf(tileGcj02FileId),
      });
      continue;
    }
    const image = await findImage(db, { accountId, kind: 'race', layerId: id });
    if (image === null) continue;
    const details = imageDetails({ addressOf }, image);
    const { northwest, northeast, southeast, southwest, width, height } = details;
    const { tileUrl, tileUrlGcj02, pictureUrl: url, opacity } = details;
    layers.push({
      ...{ kind, id, url, opacity, northwest, northeast, southeast, southwest, width, height },
      ...{ tileUrl, tileUrlGcj02 },
    });
  }
  return layers;
}
