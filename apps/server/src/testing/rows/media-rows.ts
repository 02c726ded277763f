import { randomBytes } from 'node:crypto';
import type { MediaKind } from '@wakeline/domain/media/media';
import type { World } from '../world.ts';
import type { Makers } from './makers.ts';
import type { Owner, Rows } from './row.ts';

/** The rows of photos and recordings. */
export function mediaRows({ database: { db } }: World, { createTracker }: Makers) {
  async function medium(owner: Owner, kind: MediaKind): Promise<{ trackerId: number; mediaId: number }> {
    const trackerId = await createTracker(owner);
    const fileId = randomBytes(16).toString('base64url');
    await db
      .insertInto('stored_file')
      .values({
        file_id: fileId,
        account_id: owner.accountId,
        kind,
        user_id: null,
        media_type: 'image/jpeg',
        name: 'photo.jpg',
        bytes: 3,
        sha256: Buffer.of(0),
        created_at: new Date(),
      })
      .execute();
    const { device_media_id } = await db
      .insertInto('device_media')
      .values({
        tracker_id: trackerId,
        kind,
        instruction_id: null,
        media_id: 1,
        channel: 1,
        cause: 'instruction',
        taken_at: new Date(),
        received_at: new Date(),
        latitude: null,
        longitude: null,
        file_id: fileId,
        bytes: 3,
        width: 1,
        height: 1,
        sha256: Buffer.of(0),
        refusal: null,
      })
      .returning('device_media_id')
      .executeTakeFirstOrThrow();
    return { trackerId, mediaId: device_media_id };
  }
  return {
    queryPhotos: {
      payload: async (owner) => ({ trackerId: await createTracker(owner) }),
      otherAccountError: 'tracker-unknown',
    },
    deletePhotos: {
      payload: async (owner) => {
        const { trackerId, mediaId } = await medium(owner, 'photo');
        return { trackerId, photoIds: [mediaId] };
      },
      otherAccountError: 'tracker-unknown',
    },
    queryRecordings: {
      payload: async (owner) => ({ trackerId: await createTracker(owner) }),
      otherAccountError: 'tracker-unknown',
    },
    deleteRecordings: {
      payload: async (owner) => {
        const { trackerId, mediaId } = await medium(owner, 'recording');
        return { trackerId, recordingIds: [mediaId] };
      },
      otherAccountError: 'tracker-unknown',
    },
  } satisfies Partial<Rows>;
}
