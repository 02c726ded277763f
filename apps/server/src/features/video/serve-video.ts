import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { NamedError } from '@wakeline/contract/errors';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Db } from '../../db/database.ts';
import type { Files } from '../../files/files.ts';
import { sendFile, sendRange } from '../../files/serve-files.ts';
import { addressOf } from '../../http/address.ts';
import type { Routes, RouteTools } from '../../http/routes.ts';
import { limitKey } from '../../identity/limit-key.ts';
import { findMatch, findMatchByCode } from '../../races/find-match.ts';
import { HLS_PLAYLIST, HLS_SEGMENT } from '../../video/hls.ts';
import { findRecording } from '../../video/recording-rows.ts';
import { readVideo, stateOf } from '../../video/video-rows.ts';
import { isPublicMatch, type VideoService } from '../../video/video-service.ts';
import { canViewVideo } from './video.policy.ts';

interface ServedVideo {
  readonly db: Db;
  readonly files: Files;
  /** Null: this server receives no video. */
  readonly service: VideoService | null;
  readonly now: () => number;
}

type Match = NonNullable<Awaited<ReturnType<typeof findMatchByCode>>>;
type Request = FastifyRequest<{ Params: Record<string, string>; Querystring: { download?: string } }>;

const RECORDING = /^recording-([1-9]\d{0,9})\.flv$/;
const MAX_ID = 2_147_483_647;

/**
 * Serves `GET {prefix}/live/video/{code}.flv` (HTTP-FLV while the event's video is live), `…/{code}/index.m3u8` with its segments
 * (HLS), `…/{code}/recording-{id}.flv` (public recordings), and `GET {prefix}/live/recordings/{id}` (for the organiser). Videos of
 * drafts are only for users of their account.
 */
export function serveVideo(served: ServedVideo): Routes {
  return (fastify, tools) => {
    const { prefix, checkRate, refuse } = tools;
    const serve = (path: string, respond: (request: Request, reply: FastifyReply) => Promise<FastifyReply>) =>
      fastify.get<{ Params: Record<string, string> }>(`${prefix}/live/${path}`, async (request, reply) => {
        try {
          await checkRate(request as FastifyRequest);
          return await respond(request as Request, reply);
        } catch (error) {
          return refuse(error, request as FastifyRequest, reply, null);
        }
      });
    serve('video/:file', (request, reply) => sendStream(served, tools, request, reply));
    serve('video/:code/:file', (request, reply) => sendPart(served, tools, request, reply));
    serve('recordings/:recordingId', (request, reply) => sendOwnRecording(served, tools, request, reply));
  };
}

/** @throws NamedError `video-unknown` */
async function findPublic(db: Db, { callerOf }: RouteTools, request: Request, code: string): Promise<Match> {
  const match = await findMatchByCode(db, code);
  if (match === null) throw new NamedError('video-unknown');
  if (isPublicMatch(match)) return match;
  const caller = await callerOf(request as FastifyRequest);
  if (caller?.accountId === match.account_id && canViewVideo(caller)) return match;
  throw new NamedError('video-unknown');
}

async function sendStream(
  { db, service }: ServedVideo,
  tools: RouteTools,
  request: Request,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const [, code = ''] = /^([\w-]{1,100})\.flv$/.exec(request.params.file ?? '') ?? [];
  const match = await findPublic(db, tools, request, code);
  if (service === null) throw new NamedError('video-idle');
  const close = () => reply.raw.destroy();
  const viewer = { matchId: match.match_id, code, close };
  const remove = service.viewers.add(viewer, limitKey(addressOf(request as FastifyRequest)));
  reply.raw.once('close', remove);
  const stream = await service.open(match.match_id);
  if (stream === null) {
    remove();
    throw new NamedError('video-idle');
  }
  // A viewer that leaves ends its connection to the video process.
  reply.raw.once('close', () => stream.destroy());
  // For reverse proxies: nginx would buffer the response otherwise.
  return reply
    .type('video/x-flv')
    .header('cache-control', 'no-store')
    .header('x-accel-buffering', 'no')
    .send(stream);
}

async function sendPart(
  served: ServedVideo,
  tools: RouteTools,
  request: Request,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { code = '', file = '' } = request.params;
  const match = await findPublic(served.db, tools, request, code);
  const [, recordingId] = RECORDING.exec(file) ?? [];
  if (recordingId !== undefined)
    return sendPublicRecording(served, { match, recordingId: Number(recordingId) }, request, reply);
  const { hls } = served.service ?? { hls: null };
  if (hls === null || (file !== HLS_PLAYLIST && !HLS_SEGMENT.test(file)))
    throw new NamedError('video-unknown');
  const path = hls.pathOf(match.match_id, file);
  const found = await stat(path).catch(() => null);
  if (found === null) throw new NamedError('video-idle');
  reply
    .type(file === HLS_PLAYLIST ? 'application/vnd.apple.mpegurl' : 'video/mp2t')
    .header('cache-control', file === HLS_PLAYLIST ? 'no-store' : 'public, max-age=60')
    .header('content-length', found.size);
  return reply.send(createReadStream(path));
}

async function sendPublicRecording(
  { db, files, now }: ServedVideo,
  { match, recordingId }: { readonly match: Match; readonly recordingId: number },
  request: Request,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const video = await readVideo(db, match.match_id);
  const recording = recordingId > MAX_ID ? null : await findRecording(db, recordingId);
  const isPublic = video.publish && stateOf(video, now()).state === 'ended';
  if (!isPublic || recording?.match_id !== match.match_id || recording.file_id === null)
    throw new NamedError('video-unknown');
  const file = await files.find(recording.file_id);
  if (file === null) throw new NamedError('video-unknown');
  return sendRange(request as FastifyRequest, reply, { files, file });
}

async function sendOwnRecording(
  { db, files }: ServedVideo,
  { callerOf }: RouteTools,
  request: Request,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { recordingId = '' } = request.params;
  const isId = /^[1-9]\d{0,9}$/.test(recordingId) && Number(recordingId) <= MAX_ID;
  const caller = await callerOf(request as FastifyRequest);
  const recording = isId && caller !== null ? await findRecording(db, Number(recordingId)) : null;
  const match = recording === null ? null : await findMatch(db, recording.match_id);
  if (
    caller === null ||
    recording === null ||
    recording.file_id === null ||
    match?.account_id !== caller.accountId ||
    !canViewVideo(caller)
  )
    throw new NamedError('video-unknown');
  const file = await files.find(recording.file_id);
  if (file === null) throw new NamedError('video-unknown');
  if (request.query.download !== undefined) return sendFile(reply, files, file, true);
  return sendRange(request as FastifyRequest, reply, { files, file });
}
