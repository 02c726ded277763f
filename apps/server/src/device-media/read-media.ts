import type { MediaKind } from '@wakeline/domain/media/media';
import { sql } from 'kysely';
import type { Db, Tx } from '../db/database.ts';
import { inScope, type Scope } from '../identity/scope.ts';

interface MediaFilter {
  readonly kind: MediaKind;
  readonly trackerId?: number | undefined;
  readonly instructionId?: number | undefined;
  readonly mediaIds?: readonly number[] | undefined;
}

/** The photos or recordings of devices in a scope. Of a device whose validity has ended, those that it made before. */
function selectMedia(db: Db, scope: Scope, filter: MediaFilter, now: number) {
  const { kind, trackerId, instructionId, mediaIds } = filter;
  let query = db
    .selectFrom('device_media')
    .innerJoin('tracker', 'tracker.tracker_id', 'device_media.tracker_id')
    .where('device_media.kind', '=', kind)
    .where('tracker.account_id', '=', scope.accountId)
    .where(inScope(scope, 'tracker.group_id'))
    .where((where) =>
      where.or([
        where('tracker.valid_until', 'is', null),
        where('tracker.valid_until', '>', new Date(now)),
        where('device_media.taken_at', '<', where.ref('tracker.valid_until')),
      ]),
    );
  if (trackerId !== undefined) query = query.where('device_media.tracker_id', '=', trackerId);
  if (instructionId !== undefined) query = query.where('device_media.instruction_id', '=', instructionId);
  if (mediaIds !== undefined) {
    query = query.where(sql<boolean>`device_media.device_media_id = any (${[...mediaIds]}::int[])`);
  }
  return query;
}

const COLUMNS = [
  'device_media.device_media_id',
  'device_media.tracker_id',
  'device_media.instruction_id',
  'device_media.channel',
  'device_media.cause',
  'device_media.taken_at',
  'device_media.received_at',
  'device_media.latitude',
  'device_media.longitude',
  'device_media.file_id',
  'device_media.bytes',
  'device_media.width',
  'device_media.height',
  'device_media.refusal',
  'device_media.duration_ms',
  'device_media.damaged',
] as const;

export type MediaRow = Awaited<ReturnType<typeof readMediaPage>>['rows'][number];

/** A page of photos or recordings, newest first, with the number of all. */
export async function readMediaPage(
  db: Db,
  scope: Scope,
  filter: MediaFilter,
  {
    pageIndex,
    pageSize,
    now,
  }: { readonly pageIndex: number; readonly pageSize: number; readonly now: number },
) {
  const matching = selectMedia(db, scope, filter, now);
  const rows = await matching
    .select(COLUMNS)
    .orderBy('device_media.taken_at', 'desc')
    .orderBy('device_media.device_media_id', 'desc')
    .limit(pageSize)
    .offset((pageIndex - 1) * pageSize)
    .execute();
  const { count } = await matching
    .select((query) => query.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return { rows, total: Number(count) };
}

/** The id of the file of a photo or recording; null: the scope has none with this id. */
export async function findMediaFile(
  db: Db,
  scope: Scope,
  { kind, mediaId }: { readonly kind: MediaKind; readonly mediaId: number },
  now: number,
): Promise<string | null> {
  const row = await selectMedia(db, scope, { kind, mediaIds: [mediaId] }, now)
    .select('device_media.file_id')
    .executeTakeFirst();
  return row?.file_id ?? null;
}

/** Deletes photos or recordings of a device. Returns the deleted rows; the caller removes their files. */
export async function deleteMediaRows(
  tx: Tx,
  scope: Scope,
  media: { readonly kind: MediaKind; readonly trackerId: number; readonly mediaIds: readonly number[] },
  now: number,
) {
  const rows = await selectMedia(tx, scope, media, now)
    .select(['device_media.device_media_id', 'device_media.file_id', 'device_media.taken_at'])
    .orderBy('device_media.device_media_id')
    .forUpdate('device_media')
    .execute();
  if (rows.length > 0) {
    await tx
      .deleteFrom('device_media')
      .where(sql<boolean>`device_media_id = any (${rows.map((row) => row.device_media_id)}::int[])`)
      .execute();
  }
  return rows;
}
