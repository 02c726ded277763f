import { NamedError } from '@wakeline/contract/errors';
import { type LiveConf, liveConf } from '@wakeline/contract/matches/live-conf';
import { sql } from 'kysely';
import type { Tx } from '../db/database.ts';
import type { Files } from '../files/files.ts';
import { fileIdOf, storedPicture, toPictureUrl } from '../files/stored-picture.ts';
import { requireClass } from './classes.ts';
import { type MatchRow, requireMaps } from './matches.ts';
import { requireCourse } from './race-courses.ts';

/** The public page of a match, with addresses of its pictures. */
export function toLiveConf(
  { live_conf }: Pick<MatchRow, 'live_conf'>,
  addressOf: (fileId: string) => string,
): LiveConf {
  return mapPictures(liveConf.parse(live_conf), (picture) => toPictureUrl(picture, addressOf));
}

function mapPictures(conf: LiveConf, convert: (picture: string) => string): LiveConf {
  return {
    ...conf,
    carousel: conf.carousel.map(({ picture, link }) => ({ picture: convert(picture), link })),
    bottomPicture: conf.bottomPicture === '' ? '' : convert(conf.bottomPicture),
  };
}

/**
 * Stores the public page of a match that is locked.
 *
 * @throws NamedError `live-picture-unknown`, `match-class-unknown`, `match-course-unknown`, `match-map-unknown`
 */
export async function writeLiveConf(
  tx: Tx,
  files: Pick<Files, 'fileIdOfAddress' | 'lockPicture'>,
  { match_id: matchId, account_id: accountId }: MatchRow,
  conf: LiveConf,
): Promise<void> {
  for (const { classIds, courseId, map } of conf.entrances) {
    for (const classId of classIds) await requireClass(tx, matchId, classId);
    if (courseId !== null) await requireCourse(tx, matchId, courseId);
    if (map !== null) await requireMaps(tx, accountId, [map]);
  }
  const addresses = [...conf.carousel.map(({ picture }) => picture), conf.bottomPicture];
  const stored = new Map<string, string>();
  for (const address of addresses.filter((one) => one !== '')) {
    const fileId = files.fileIdOfAddress(address);
    if (fileId === null || !(await files.lockPicture(tx, accountId, fileId)))
      throw new NamedError('live-picture-unknown');
    stored.set(address, storedPicture(fileId));
  }
  const value = mapPictures(conf, (address) => stored.get(address) ?? '');
  await tx
    .updateTable('match')
    .set({ live_conf: JSON.stringify(value) })
    .where('match_id', '=', matchId)
    .execute();
}

/** Of these pictures, those that public pages use. */
export async function picturesOfMatches(tx: Tx, fileIds: readonly string[]): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ picture: string }>`
    select used.picture from match
    cross join lateral (
      select live_conf ->> 'bottomPicture' as picture
      union all
      select item ->> 'picture' from jsonb_array_elements(live_conf -> 'carousel') as item
    ) as used
    where used.picture = any (${fileIds.map(storedPicture)}::text[])`.execute(tx);
  return new Set(rows.flatMap(({ picture }) => fileIdOf(picture) ?? []));
}
