import { deletePhotos, queryPhotos } from '@wakeline/contract/photos';
import { deleteRecordings, queryRecordings } from '@wakeline/contract/recordings';
import type { MediaKind } from '@wakeline/domain/media/media';
import { hasAccess, type Subject } from '../../identity/access.ts';

const QUERIES = { photo: queryPhotos, recording: queryRecordings } as const;
const DELETIONS = { photo: deletePhotos, recording: deleteRecordings } as const;

/** Whether the user may get the photos or recordings of the devices that they see. */
export function canReadMedia(user: Subject, kind: MediaKind): boolean {
  return hasAccess(QUERIES[kind].access, user);
}

export function canDeleteMedia(user: Subject, kind: MediaKind): boolean {
  return hasAccess(DELETIONS[kind].access, user);
}
