import { NamedError } from '@wakeline/contract/errors';
import { eventCode } from '@wakeline/contract/matches/event-page';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { addressOf } from '../../http/address.ts';
import type { Routes } from '../../http/routes.ts';
import { limitKey } from '../../identity/limit-key.ts';
import type { Encoded } from './encoded.ts';
import type { EventSnapshots, Page } from './event-snapshots.ts';
import type { EventTalks } from './event-talks.ts';

/** Requests of one address in a minute: a thousand viewers behind one router. */
const MAX_PER_MINUTE = 60_000;
const WINDOW_MS = 60_000;
const VIEWER_KEY = /^[A-Za-z0-9_-]{8,40}$/;

interface EventRequest {
  Params: { code: string };
  Querystring: { since?: string; viewer?: string };
}

export interface EventRoutesOptions {
  readonly snapshots: EventSnapshots;
  readonly talks: EventTalks;
  /** Epoch milliseconds. */
  readonly now: () => number;
  /** Requests of one address in a minute. */
  readonly maxPerMinute?: number;
}

/** Serves `GET {prefix}/live/event/{code}/snapshot`, `splits`, `tails` and `talk` to anybody who has the code. */
export function serveEvent({
  snapshots,
  talks,
  now,
  maxPerMinute = MAX_PER_MINUTE,
}: EventRoutesOptions): Routes {
  let windowStart = 0;
  let counts = new Map<string, number>();

  function checkRate(address: string): void {
    const time = now();
    if (time - windowStart >= WINDOW_MS) {
      windowStart = time;
      counts = new Map();
    }
    const count = (counts.get(address) ?? 0) + 1;
    counts.set(address, count);
    if (count > maxPerMinute)
      throw new NamedError('too-many-requests', {
        seconds: Math.ceil((windowStart + WINDOW_MS - time) / 1_000),
      });
  }

  function openPage(code: string): Promise<Page> {
    if (!eventCode.safeParse(code).success) throw new NamedError('event-unknown');
    return snapshots.open(code);
  }

  return (fastify, { prefix, refuse }) => {
    const serve = (
      name: string,
      read: (page: Page, request: FastifyRequest<EventRequest>) => Promise<Encoded>,
    ) =>
      fastify.get<EventRequest>(
        `${prefix}/live/event/:code/${name}`,
        // They have their own compression.
        { compress: false as const },
        async (request, reply) => {
          try {
            const address = limitKey(addressOf(request));
            checkRate(address);
            const { code } = request.params;
            const page = snapshots.known(code) ?? (await openPage(code));
            const { viewer } = request.query;
            if (viewer !== undefined && VIEWER_KEY.test(viewer)) page.viewers.note(viewer, address, now());
            return await sendEncoded(request, reply, await read(page, request));
          } catch (error) {
            return refuse(error, request, reply, null);
          }
        },
      );
    serve('snapshot', (page, { query }) => page.snapshot(versionOf(query.since)));
    serve('splits', (page) => page.splits());
    serve('tails', (page) => page.tails());
    serve('talk', (page) => talks.read(page.matchId));
  };
}

function versionOf(text: string | undefined): number | null {
  return text !== undefined && /^\d{1,15}$/.test(text) ? Number(text) : null;
}

async function sendEncoded(
  request: FastifyRequest<EventRequest>,
  reply: FastifyReply,
  encoded: Encoded,
): Promise<FastifyReply> {
  const { tag, unchangedHeaders, headers, bytes } = await encoded.as(request.headers['accept-encoding']);
  if (request.headers['if-none-match'] === tag) return reply.code(304).headers(unchangedHeaders).send();
  return reply.headers(headers).send(bytes);
}
