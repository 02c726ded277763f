import { LIMITS } from '@wakeline/contract/limits';
import type { MediaFormat, MediaRefusal } from '@wakeline/domain/media/media';
import type { MediaEvent } from '@wakeline/protocols/protocol';
import type { Db, Tx } from '../db/database.ts';
import { readFreeFileBytes } from '../files/account-quota.ts';
import type { Files } from '../files/files.ts';
import { findPhotoInstruction } from '../instructions/photo-instruction.ts';
import { trackerById } from '../trackers/in-scope.ts';
import { measure } from './measure.ts';
import { appendVoiceNotice } from './voice-notice.ts';

const HOUR = 3_600_000;

/** `audio/amr`: RFC 4867, section 8.1; the wideband type differs, but its files begin with their own magic. */
const MEDIA_TYPES: Readonly<Record<MediaFormat, string>> = {
  jpeg: 'image/jpeg',
  png: 'image/png',
  amr: 'audio/amr',
  mp3: 'audio/mpeg',
  wav: 'audio/wav',
};

/** A photo or recording as a device sent it. */
export type ReceivedMedia = Omit<
  MediaEvent,
  'type' | 'deviceId' | 'reply' | 'rejectReply' | 'unreadableReply'
> & {
  readonly trackerId: number;
  readonly accountId: number;
};

export type MediaFiles = Pick<Files, 'write' | 'record' | 'discard' | 'remove'>;

/** `known`: it was stored before; `removed`: the device was removed or transferred. */
export type StoreResult = 'stored' | 'known' | 'removed' | MediaRefusal;

/**
 * Stores a photo or recording with its file, completely or not at all, and a recording with its notice. When this resolves,
 * it survives a loss of power. The bytes stay as they are, because they can be evidence; only their structure is checked.
 *
 * @param now epoch milliseconds
 */
export async function storeMedia(
  { db, files }: { readonly db: Db; readonly files: MediaFiles },
  media: ReceivedMedia,
  now: number,
): Promise<StoreResult> {
  const measures = measure(media);
  if (typeof measures === 'string') return measures;
  const written = await files.write(media.content);
  let result: StoreResult = 'removed';
  try {
    result = await db.transaction().execute(async (tx) => {
      if (!(await lockTracker(tx, media))) return 'removed';
      if (await isKnown(tx, media, written.sha256)) return 'known';
      const refusal = await checkLimits(tx, media, written.bytes, now);
      if (refusal !== null) return refusal;
      await files.record(tx, written, {
        accountId: media.accountId,
        kind: media.kind,
        userId: null,
        mediaType: MEDIA_TYPES[media.format],
        name: fileNameOf(media),
        expiresAt: null,
      });
      const { device_media_id: mediaId } = await tx
        .insertInto('device_media')
        .values({
          tracker_id: media.trackerId,
          kind: media.kind,
          instruction_id: media.kind === 'photo' ? await findPhotoInstruction(tx, media, now) : null,
          media_id: media.mediaId,
          channel: media.channel,
          cause: media.trigger,
          taken_at: new Date(media.takenAt),
          received_at: new Date(now),
          latitude: media.position?.latitude ?? null,
          longitude: media.position?.longitude ?? null,
          file_id: written.fileId,
          bytes: written.bytes,
          ...measures,
          sha256: written.sha256,
          refusal: null,
        })
        .returning('device_media_id')
        .executeTakeFirstOrThrow();
      if (media.kind === 'recording') await appendVoiceNotice(tx, media, mediaId, now);
      return 'stored';
    });
  } finally {
    // After an error it is not known whether the row exists: the clean-up removes content without one.
    if (result !== 'stored' && result !== 'removed') await files.discard([written.fileId]);
  }
  return result;
}

/** Why it is not stored, or null. */
async function checkLimits(
  tx: Tx,
  { kind, trackerId, accountId }: ReceivedMedia,
  bytes: number,
  now: number,
): Promise<MediaRefusal | null> {
  if (kind === 'recording' && (await countRecordings(tx, trackerId, now)) >= LIMITS.recordingsPerHour)
    return 'too-many';
  const stored = await countMedia(tx, accountId);
  const isFull = stored.bytes + bytes > LIMITS.mediaBytesPerAccount || stored.count >= LIMITS.mediaPerAccount;
  if (isFull) return 'storage-full';
  const free = await readFreeFileBytes(tx, accountId);
  return free !== null && bytes > free ? 'storage-full' : null;
}

/** Locks the device until the transaction ends. False: it is no longer in the account. */
export async function lockTracker(
  tx: Tx,
  { trackerId, accountId }: Pick<ReceivedMedia, 'trackerId' | 'accountId'>,
): Promise<boolean> {
  const tracker = await trackerById(tx, trackerId)
    .where('tracker.account_id', '=', accountId)
    .select('tracker.tracker_id')
    .forKeyShare()
    .executeTakeFirst();
  return tracker !== undefined;
}

async function isKnown(tx: Tx, { trackerId, mediaId }: ReceivedMedia, sha256: Buffer): Promise<boolean> {
  const row = await tx
    .selectFrom('device_media')
    .select('device_media_id')
    .where('tracker_id', '=', trackerId)
    .where('media_id', 'is not distinct from', mediaId)
    .where('sha256', '=', sha256)
    .where('file_id', 'is not', null)
    .executeTakeFirst();
  return row !== undefined;
}

/** The recordings of a device that were stored in the last hour. */
async function countRecordings(tx: Tx, trackerId: number, now: number): Promise<number> {
  const { count } = await tx
    .selectFrom('device_media')
    .where('tracker_id', '=', trackerId)
    .where('kind', '=', 'recording')
    .where('file_id', 'is not', null)
    .where('received_at', '>', new Date(now - HOUR))
    .select((query) => query.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
}

async function countMedia(tx: Tx, accountId: number): Promise<{ bytes: number; count: number }> {
  const { bytes, count } = await tx
    .selectFrom('device_media')
    .innerJoin('tracker', 'tracker.tracker_id', 'device_media.tracker_id')
    .where('tracker.account_id', '=', accountId)
    .where('device_media.file_id', 'is not', null)
    .select((query) => [
      query.fn.sum<number | string | null>('device_media.bytes').as('bytes'),
      query.fn.countAll<number>().as('count'),
    ])
    .executeTakeFirstOrThrow();
  return { bytes: Number(bytes ?? 0), count: Number(count) };
}

/** `photo-20261123-120000-1.jpg`, `recording-20261123-120000.amr`, UTC. */
function fileNameOf({ kind, takenAt, channel, format }: ReceivedMedia): string {
  const digits = new Date(takenAt)
    .toISOString()
    .replaceAll(/[-:]|\..*/g, '')
    .replace('T', '-');
  const source = channel === null ? '' : `-${channel}`;
  return `${kind}-${digits}${source}.${format === 'jpeg' ? 'jpg' : format}`;
}
