import { appendNotices } from '../db/account-log.ts';
import type { Tx } from '../db/database.ts';
import type { ReceivedMedia } from './store-media.ts';

/** Appends the notice about a recording, in the transaction that stores it: there is never one without the other. */
export async function appendVoiceNotice(
  tx: Tx,
  { accountId, trackerId, takenAt, position }: ReceivedMedia,
  recordingId: number,
  now: number,
): Promise<void> {
  const notice = {
    noticeType: 'VOICE',
    time: takenAt,
    latitude: position?.latitude ?? null,
    longitude: position?.longitude ?? null,
    battery: null,
    speed: null,
    recordingId,
  } as const;
  await appendNotices(tx, [{ accountId, trackerId, notice }], now);
}
