import { buffer } from 'node:stream/consumers';
import { NamedError } from '@wakeline/contract/errors';
import type { FastifyReply } from 'fastify';
import { decodeAmr } from '../../device-media/decode-amr.ts';
import type { Files, StoredFile } from '../../files/files.ts';

/**
 * Sends a recording in a format that browsers play: AMR as WAV, others as they are. Safari plays only what it can request in
 * ranges (RFC 9110, section 14).
 *
 * @throws NamedError `recording-unreadable`
 */
export async function playRecording(
  reply: FastifyReply,
  files: Pick<Files, 'open'>,
  file: StoredFile,
  range: string | undefined,
): Promise<FastifyReply> {
  const stream = await files.open(file);
  if (stream === null) {
    throw new Error(
      `the content of file ${file.fileId} is missing: several servers have to share one file folder or bucket`,
    );
  }
  const content = await buffer(stream);
  const isAmr = file.mediaType === 'audio/amr';
  const audio = isAmr ? await decodeAmr(content) : content;
  if (audio === null) throw new NamedError('recording-unreadable');
  reply
    .type(isAmr ? 'audio/wav' : file.mediaType)
    .header('accept-ranges', 'bytes')
    .header('x-content-type-options', 'nosniff')
    .header('content-security-policy', "sandbox; default-src 'none'")
    .header('cache-control', 'private, no-store');
  const part = range === undefined ? null : readRange(range, audio.length);
  if (part === null) return reply.send(audio);
  if (part === 'unsatisfiable') {
    return reply.status(416).header('content-range', `bytes */${audio.length}`).send();
  }
  return reply
    .status(206)
    .header('content-range', `bytes ${part.from}-${part.to}/${audio.length}`)
    .send(audio.subarray(part.from, part.to + 1));
}

/** One range of bytes, both ends included; null: another form, which is answered with the whole (RFC 9110, 14.2). */
export function readRange(
  header: string,
  length: number,
): { readonly from: number; readonly to: number } | 'unsatisfiable' | null {
  const match = /^bytes=(\d{1,15})?-(\d{1,15})?$/.exec(header);
  if (match === null || (match[1] === undefined && match[2] === undefined)) return null;
  const [, first, last] = match;
  const from = first === undefined ? Math.max(0, length - Number(last)) : Number(first);
  const to = first === undefined || last === undefined ? length - 1 : Math.min(Number(last), length - 1);
  if (last !== undefined && first !== undefined && Number(last) < Number(first)) return null;
  return from > to ? 'unsatisfiable' : { from, to };
}
