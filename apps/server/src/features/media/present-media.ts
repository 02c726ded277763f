import type { DevicePhoto } from '@wakeline/contract/photos';
import type { DeviceRecording } from '@wakeline/contract/recordings';
import type { MediaRow } from '../../device-media/read-media.ts';

/** @param addressOf the path of a photo by its id */
export function presentPhoto(row: MediaRow, addressOf: (photoId: number) => string): DevicePhoto {
  const { device_media_id: photoId, file_id, bytes, width, height } = row;
  return {
    photoId,
    instructionId: row.instruction_id,
    takenTime: Math.max(0, row.taken_at.getTime()),
    photoUrl: file_id === null ? null : addressOf(photoId),
    width,
    height,
    ...presentOrigin(row),
    bytes,
  };
}

/** @param addressOf the path of a recording by its id */
export function presentRecording(row: MediaRow, addressOf: (recordingId: number) => string): DeviceRecording {
  const { device_media_id: recordingId, file_id, bytes } = row;
  return {
    recordingId,
    recordedTime: Math.max(0, row.taken_at.getTime()),
    recordingUrl: file_id === null ? null : addressOf(recordingId),
    durationMs: row.duration_ms,
    isDamaged: row.damaged,
    ...presentOrigin(row),
    bytes,
  };
}

/** What photos and recordings have in common. */
function presentOrigin({ tracker_id, received_at, channel, cause, latitude, longitude, refusal }: MediaRow) {
  return {
    trackerId: tracker_id,
    receivedTime: received_at.getTime(),
    channel,
    trigger: cause,
    latitude,
    longitude,
    refusal,
  };
}
