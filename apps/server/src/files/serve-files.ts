import { NamedError } from '@wakeline/contract/errors';
import type { FastifyReply } from 'fastify';
import type { Routes } from '../http/routes.ts';
import type { Caller } from '../identity/caller.ts';
import type { Files, StoredFile } from './files.ts';

/** Serves `GET {prefix}/files/{fileId}`. Files that the caller cannot read respond as unknown. */
export function serveStoredFiles(files: Files): Routes {
  return (fastify, { prefix, checkRate, callerOf, refuse }) => {
    fastify.get<{ Params: { fileId: string } }>(`${prefix}/files/:fileId`, async (request, reply) => {
      try {
        await checkRate(request);
        const file = await files.find(request.params.fileId);
        const isPublic = file === null || file.kind === 'picture';
        const caller = isPublic ? null : await callerOf(request);
        if (file === null || !(await canRead(files, file, caller)))
          return refuse(new NamedError('file-unknown'), request, reply, caller);
        return await sendFile(reply, files, file);
      } catch (error) {
        return refuse(error, request, reply, null);
      }
    });
  };
}

/**
 * Anyone with the address can read a picture; a result is for its user and the account's holder, a report for all who have
 * it in their task list as well. API tokens cannot read results, which can exceed a token's scope. An upload is only for its
 * task; photos and recordings have addresses of their own.
 */
async function canRead(files: Files, file: StoredFile, caller: Caller | null): Promise<boolean> {
  if (file.kind === 'picture') return true;
  if (file.kind === 'upload' || file.kind === 'photo' || file.kind === 'recording') return false;
  if (caller === null || caller.via !== 'session' || caller.accountId !== file.accountId) return false;
  if (caller.userId === file.userId || caller.permission === 'holder') return true;
  return file.kind === 'report' && (await files.isResultFor(file.fileId, caller));
}

/** Sends the content of a file that the caller may read. */
export async function sendFile(
  reply: FastifyReply,
  files: Pick<Files, 'open'>,
  file: StoredFile,
  asDownload = file.kind === 'result' || file.kind === 'report',
): Promise<FastifyReply> {
  const content = await files.open(file);
  if (content === null) {
    throw new Error(
      `the content of file ${file.fileId} is missing: several servers have to share one file folder`,
    );
  }
  reply
    .type(file.mediaType)
    .header('content-length', file.bytes)
    .header('x-content-type-options', 'nosniff')
    // Opened directly in a browser, it has no origin and cannot run scripts.
    .header('content-security-policy', "sandbox; default-src 'none'")
    .header(
      'cache-control',
      file.kind === 'picture' ? 'public, max-age=31536000, immutable' : 'private, no-store',
    );
  if (asDownload) reply.header('content-disposition', contentDisposition(file.name));
  return reply.send(content);
}

/** RFC 6266: an ASCII name for old clients, and the full name (RFC 8187, which replaced RFC 5987). */
export function contentDisposition(name: string): string {
  const asciiName = name.replace(/[^\x20-\x7e]|["\\%]/g, '_');
  const encodedName = encodeURIComponent(name).replace(
    /['()*]/g,
    (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${asciiName}"; filename*=UTF-8''${encodedName}`;
}
