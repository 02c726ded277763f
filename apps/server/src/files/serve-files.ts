import type { Readable } from 'node:stream';
import { NamedError } from '@wakeline/contract/errors';
import { queryPeoplesByPage } from '@wakeline/contract/people/people';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Routes } from '../http/routes.ts';
import { hasAccess } from '../identity/access.ts';
import type { Caller } from '../identity/caller.ts';
import type { ByteRange } from './file-storage.ts';
import type { Files, StoredFile } from './files.ts';

/** Serves `GET {prefix}/files/{fileId}`. Files that the caller cannot read respond as unknown. */
export function serveStoredFiles(files: Files): Routes {
  return (fastify, { prefix, checkRate, callerOf, refuse }) => {
    fastify.get<{ Params: { fileId: string } }>(`${prefix}/files/:fileId`, async (request, reply) => {
      try {
        await checkRate(request);
        const file = await files.find(request.params.fileId);
        const isPublic = file === null || isPublicFile(file);
        const caller = isPublic ? null : await callerOf(request);
        if (file === null || !(await canRead(files, file, caller)))
          return refuse(new NamedError('file-unknown'), request, reply, caller);
        if (file.kind === 'tiles') return await sendRange(request, reply, { files, file });
        return await sendFile(reply, files, file);
      } catch (error) {
        return refuse(error, request, reply, null);
      }
    });
  };
}

/**
 * Anyone with the address can read a picture or tiles; a result is for its user and the account's holder, a report for all who have
 * it in their task list as well. API tokens cannot read results, which can exceed a token's scope. Uploads and sources are only
 * for tasks; photos and recordings have addresses of their own. Portraits are for users of the account who may see people.
 */
async function canRead(files: Files, file: StoredFile, caller: Caller | null): Promise<boolean> {
  if (isPublicFile(file)) return true;
  if (NOT_SERVED.has(file.kind)) return false;
  if (file.kind === 'portrait')
    return caller?.accountId === file.accountId && hasAccess(queryPeoplesByPage.access, caller);
  if (caller === null || caller.via !== 'session' || caller.accountId !== file.accountId) return false;
  if (caller.userId === file.userId || caller.permission === 'holder') return true;
  return file.kind === 'report' && (await files.isResultFor(file.fileId, caller));
}

/** Files for tasks, and files that have addresses of their own. */
const NOT_SERVED: ReadonlySet<StoredFile['kind']> = new Set([
  'upload',
  'source',
  'photo',
  'recording',
  'video',
]);

/** Files that anyone with their address can read. */
function isPublicFile({ kind }: StoredFile): boolean {
  return kind === 'picture' || kind === 'tiles';
}

/** Sends the content of a file that the caller may read. */
export async function sendFile(
  reply: FastifyReply,
  files: Pick<Files, 'open'>,
  file: StoredFile,
  asDownload = file.kind === 'result' || file.kind === 'report',
): Promise<FastifyReply> {
  const content = await openContent(files, file);
  setHeaders(reply, file).header('content-length', file.bytes);
  if (asDownload) reply.header('content-disposition', contentDisposition(file.name));
  return reply.send(content);
}

/** A single range of a request (RFC 9110, 14.1.2): `bytes=0-99`, `bytes=100-` or `bytes=-100`. */
const RANGE = /^bytes=(\d{0,15})-(\d{0,15})$/;

/** Sends the requested bytes of a file; all of them for a request without a range, or with several. */
export async function sendRange(
  request: FastifyRequest,
  reply: FastifyReply,
  { files, file }: { readonly files: Pick<Files, 'open'>; readonly file: StoredFile },
): Promise<FastifyReply> {
  reply.header('accept-ranges', 'bytes');
  const [, first, last] = RANGE.exec(request.headers.range ?? '') ?? [];
  if (first === undefined || last === undefined || (first === '' && last === ''))
    return sendFile(reply, files, file);
  const start = first === '' ? Math.max(0, file.bytes - Number(last)) : Number(first);
  const end = first === '' || last === '' ? file.bytes - 1 : Math.min(Number(last), file.bytes - 1);
  if (start > end) return reply.code(416).header('content-range', `bytes */${file.bytes}`).send();
  const content = await openContent(files, file, { start, end });
  setHeaders(reply, file)
    .code(206)
    .header('content-range', `bytes ${start}-${end}/${file.bytes}`)
    .header('content-length', end - start + 1);
  return reply.send(content);
}

async function openContent(
  files: Pick<Files, 'open'>,
  file: StoredFile,
  range?: ByteRange,
): Promise<Readable> {
  const content = await files.open(file, range);
  if (content !== null) return content;
  throw new Error(
    `the content of file ${file.fileId} is missing: several servers have to share one file folder or bucket`,
  );
}

function setHeaders(reply: FastifyReply, file: StoredFile): FastifyReply {
  return (
    reply
      .type(file.mediaType)
      .header('x-content-type-options', 'nosniff')
      // Opened directly in a browser, it has no origin and cannot run scripts.
      .header('content-security-policy', "sandbox; default-src 'none'")
      .header(
        'cache-control',
        isPublicFile(file) ? 'public, max-age=31536000, immutable' : 'private, no-store',
      )
  );
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
