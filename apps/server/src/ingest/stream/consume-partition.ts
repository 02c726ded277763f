import { setTimeout as delay } from 'node:timers/promises';
import { type ConsumerMessages, DeliverPolicy, type JetStreamClient, type JsMsg } from '@nats-io/jetstream';
import type { FastifyBaseLogger } from 'fastify';

/** Messages in memory that wait for the writer: 256 KiB each at most, with rare exceptions. */
const MAX_MESSAGES = 32;
/** Milliseconds of a request for messages, and between two heartbeats: two missed ones mean that its server is lost. */
const TIMES = { expires: 5_000, idle_heartbeat: 1_000 };
/** Milliseconds without a message or a heartbeat after which its server is lost in any case. */
const INACTIVITY_TIMEOUT = 5_000;
const INACTIVITY_INTERVAL = 1_000;
/** Milliseconds before a consumer is created again after a failure. */
const RETRY_DELAY = 250;

export interface ConsumeOptions {
  readonly client: JetStreamClient;
  /** Name of the stream. */
  readonly stream: string;
  /** Number of the last message that is stored. */
  readonly after: number;
  /** Called for each message in order; the next one is delivered when it has resolved. */
  readonly onMessage: (message: JsMsg) => Promise<void>;
  readonly signal: AbortSignal;
  readonly log: FastifyBaseLogger;
}

/**
 * Delivers the messages of a partition in order, each once, from the one after `after`. Ends when `signal` is aborted.
 *
 * @throws what `onMessage` throws
 */
export async function consumePartition(options: ConsumeOptions): Promise<void> {
  const { client, stream, signal, log, onMessage } = options;
  let { after } = options;
  while (!signal.aborted) {
    let messages: ConsumerMessages | null = null;
    // Not awaited: the server of the consumer may not respond.
    const stop = () => void messages?.close().catch(() => undefined);
    const inactivity = new InactivityTimer(stop);
    try {
      const consumer = await client.consumers.get(stream, {
        deliver_policy: DeliverPolicy.StartSequence,
        opt_start_seq: after + 1,
      });
      messages = await consumer.consume({ max_messages: MAX_MESSAGES, ...TIMES });
      signal.addEventListener('abort', stop, { once: true });
      if (signal.aborted) stop();
      void inactivity.follow(messages);
      for await (const message of messages) {
        // A consumer that was created again after the loss of a server may repeat messages.
        if (message.seq <= after) continue;
        if (signal.aborted) break;
        inactivity.pause();
        await onMessage(message).catch((error: unknown) => {
          throw new HandlerError(error);
        });
        after = message.seq;
        inactivity.resume();
      }
    } catch (error) {
      if (error instanceof HandlerError) throw error.cause;
      if (!signal.aborted) log.warn({ err: error, stream }, 'reading reports from the stream failed');
    } finally {
      signal.removeEventListener('abort', stop);
      inactivity.end();
      stop();
    }
    if (!signal.aborted) await delay(RETRY_DELAY, undefined, { signal }).catch(() => undefined);
  }
}

/**
 * Ends the reading from a lost server: the library asks it for its consumer until it is back, and another server can have a
 * new one at once. The library reports missed heartbeats, but none after a reconnection to another server.
 */
class InactivityTimer {
  readonly #stop: () => void;
  readonly #timer: NodeJS.Timeout;
  /** Null: a message is being handled. */
  #since: number | null = performance.now();

  constructor(stop: () => void) {
    this.#stop = stop;
    this.#timer = setInterval(() => {
      if (this.#since !== null && performance.now() - this.#since > INACTIVITY_TIMEOUT) stop();
    }, INACTIVITY_INTERVAL);
    this.#timer.unref();
  }

  async follow(messages: ConsumerMessages): Promise<void> {
    this.resume();
    for await (const { type } of messages.status()) {
      if (type === 'heartbeats_missed') this.#stop();
      else if (type === 'heartbeat' && this.#since !== null) this.resume();
    }
  }

  pause(): void {
    this.#since = null;
  }

  resume(): void {
    this.#since = performance.now();
  }

  end(): void {
    clearInterval(this.#timer);
  }
}

/** Distinguishes a failure of the handler from one of the stream, after which reading continues. */
class HandlerError extends Error {
  constructor(cause: unknown) {
    super('a message could not be handled', { cause });
  }
}
