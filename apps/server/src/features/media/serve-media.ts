import { NamedError } from '@wakeline/contract/errors';
import type { MediaKind } from '@wakeline/domain/media/media';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Clock } from '../../clock.ts';
import type { Db } from '../../db/database.ts';
import { findMediaFile } from '../../device-media/read-media.ts';
import type { Files, StoredFile } from '../../files/files.ts';
import { sendFile } from '../../files/serve-files.ts';
import type { Routes } from '../../http/routes.ts';
import type { Caller } from '../../identity/caller.ts';
import { canReadMedia } from './media.policy.ts';
import { playRecording } from './play-recording.ts';

interface ServedMedia {
  readonly db: Db;
  readonly files: Pick<Files, 'find' | 'open'>;
  readonly clock: Clock;
}

type Route = { Params: { mediaId: string }; Querystring: { download?: string } };

/**
 * Serves `GET {prefix}/photos/{photoId}` and `GET {prefix}/recordings/{recordingId}` to users who may see them; to others
 * they are unknown. With `?download` as the device sent it, as a file to save.
 */
export function serveMedia({ db, files, clock }: ServedMedia): Routes {
  async function find(caller: Caller | null, kind: MediaKind, mediaId: string): Promise<StoredFile | null> {
    const isId = /^[1-9]\d{0,9}$/.test(mediaId) && Number(mediaId) <= 2_147_483_647;
    if (caller === null || !isId || !canReadMedia(caller, kind)) return null;
    const fileId = await findMediaFile(db, caller, { kind, mediaId: Number(mediaId) }, clock.now());
    return fileId === null ? null : files.find(fileId);
  }

  function send(file: StoredFile, request: FastifyRequest<Route>, reply: FastifyReply) {
    const isDownload = request.query.download !== undefined;
    if (file.kind === 'recording' && !isDownload)
      return playRecording(reply, files, file, request.headers.range);
    return sendFile(reply, files, file, isDownload);
  }

  return (fastify, { prefix, checkRate, callerOf, refuse }) => {
    for (const [path, kind] of [
      ['photos', 'photo'],
      ['recordings', 'recording'],
    ] as const) {
      fastify.get<Route>(`${prefix}/${path}/:mediaId`, async (request, reply) => {
        let caller: Caller | null = null;
        try {
          await checkRate(request as FastifyRequest);
          caller = await callerOf(request as FastifyRequest);
          const file = await find(caller, kind, request.params.mediaId);
          if (file === null) return refuse(new NamedError('file-unknown'), request, reply, caller);
          return await send(file, request, reply);
        } catch (error) {
          return refuse(error, request, reply, caller);
        }
      });
    }
  };
}
