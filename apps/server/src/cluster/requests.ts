import { randomUUID } from 'node:crypto';
import type { Msg } from '@nats-io/transport-node';
import type { FastifyBaseLogger } from 'fastify';
import { Packr } from 'msgpackr';
import type { NatsConnection } from './nats-connection.ts';

/** Milliseconds until the first reply. */
const REPLY_TIMEOUT = 1_000;
/** Milliseconds after a reply in which others may arrive: several processes can have what is requested. */
const FURTHER_REPLIES = 200;
/** Bytes of a message: a quarter of what a NATS server accepts by default. */
const CHUNK_BYTES = 256 * 1024;
const MAX_CHUNKS = 64;

const packr = new Packr({ useRecords: true });

/** A part of a reply. */
type Chunk = readonly [replyId: string, index: number, count: number, bytes: Uint8Array];

/**
 * Responds to requests of other processes until the returned function is called.
 *
 * @param respond null: this process does not have what is requested
 */
export function respondToRequests<Payload, Result>(
  { nats, log }: { readonly nats: NatsConnection; readonly log: FastifyBaseLogger },
  subject: string,
  respond: (payload: Payload) => Result | null,
): () => void {
  const subscription = nats.subscribe(subject, {
    callback: (_, message) => {
      try {
        sendReply(message, packr.pack(respond(packr.unpack(message.data) as Payload)));
      } catch (error) {
        // Thrown further, it would end the connection. The requester continues without this process.
        log.warn({ err: error, subject }, 'a request of another process failed');
      }
    },
  });
  return () => subscription.unsubscribe();
}

function sendReply(message: Msg, content: Buffer): void {
  const count = Math.ceil(content.length / CHUNK_BYTES);
  if (count > MAX_CHUNKS) throw new Error(`a reply of ${content.length} bytes is too long`);
  const replyId = randomUUID();
  for (let index = 0; index < count; index += 1) {
    const bytes = content.subarray(index * CHUNK_BYTES, (index + 1) * CHUNK_BYTES);
    message.respond(packr.pack([replyId, index, count, bytes] satisfies Chunk));
  }
}

/** The replies of all processes that have what is requested. None within a second: an empty list. */
export async function requestAll<Result>(
  nats: NatsConnection,
  subject: string,
  payload: unknown,
): Promise<readonly Result[]> {
  const results: Result[] = [];
  for await (const result of readReplies<Result>(nats, subject, payload)) results.push(result);
  return results;
}

/** The first reply of a process that has what is requested; null: none within a second. */
export async function requestFirst<Result>(
  nats: NatsConnection,
  subject: string,
  payload: unknown,
): Promise<Result | null> {
  for await (const result of readReplies<Result>(nats, subject, payload)) return result;
  return null;
}

async function* readReplies<Result>(
  nats: NatsConnection,
  subject: string,
  payload: unknown,
): AsyncGenerator<Result> {
  const incomplete = new Map<string, Uint8Array[]>();
  try {
    const messages = await nats.requestMany(subject, packr.pack(payload), {
      strategy: 'stall',
      maxWait: REPLY_TIMEOUT,
      stall: FURTHER_REPLIES,
    });
    for await (const message of messages) {
      const [replyId, index, count, bytes] = packr.unpack(message.data) as Chunk;
      const chunks = incomplete.get(replyId) ?? [];
      incomplete.set(replyId, chunks);
      // Messages of a process arrive in order; a reply that lacks one never becomes complete.
      if (index === chunks.length) chunks.push(bytes);
      if (chunks.length < count) continue;
      incomplete.delete(replyId);
      const result = packr.unpack(Buffer.concat(chunks)) as Result | null;
      if (result !== null) yield result;
    }
  } catch (error) {
    if (!(await isWithoutReply(error))) throw error;
  }
}

/** No process responds to these requests, or NATS is not available. */
async function isWithoutReply(error: unknown): Promise<boolean> {
  const { ClosedConnectionError, NoRespondersError, RequestError } = await import('@nats-io/transport-node');
  return (
    error instanceof NoRespondersError ||
    error instanceof RequestError ||
    error instanceof ClosedConnectionError
  );
}
