import { type ConnectionOptions, connect, errors, type NatsConnection } from '@nats-io/transport-node';
import type { FastifyBaseLogger } from 'fastify';

export type { NatsConnection } from '@nats-io/transport-node';

/** Milliseconds between two attempts to reconnect, and for the first connection. */
const RECONNECT_WAIT = 250;
const CONNECT_TIMEOUT = 10_000;
/** Of one attempt: the library tries a server first that has just stopped responding, which still accepts connections. */
const ATTEMPT_TIMEOUT = 2_000;
/** Milliseconds between two pings, and how many may be lost: another server is used after 4 s. */
const PING_INTERVAL = 2_000;
const MAX_LOST_PINGS = 2;

/** Milliseconds for a request to JetStream: a stream that has no leader now has one soon. */
export const JETSTREAM_OPTIONS = { timeout: 3_000 };

/**
 * Connects to one of several NATS servers. A lost connection is restored to any of them, however long it takes.
 *
 * @param urls as in `NATS_URL`; all have the same user
 * @param name of this process in the connection list of NATS
 * @throws Error that names NATS_URL when no server accepts the connection within 10 s.
 */
export async function connectNats(
  urls: readonly string[],
  name: string,
  log: FastifyBaseLogger,
): Promise<NatsConnection> {
  const parsed = urls.map((url) => new URL(url));
  const [first] = parsed;
  const user = decodeURIComponent(first?.username ?? '');
  const pass = decodeURIComponent(first?.password ?? '');
  try {
    const nats = await connectInTime({
      servers: parsed.map(({ protocol, host }) => `${protocol}//${host}`),
      name,
      ...(user !== '' && { user, pass }),
      timeout: ATTEMPT_TIMEOUT,
      maxReconnectAttempts: -1,
      reconnectTimeWait: RECONNECT_WAIT,
      pingInterval: PING_INTERVAL,
      maxPingOut: MAX_LOST_PINGS,
      // Two refused logins in a row would close the connection for good, for example while a password is changed.
      ignoreAuthErrorAbort: true,
    });
    void logStatus(nats, log);
    return nats;
  } catch (error) {
    // The URL can contain a password.
    const servers = parsed.map(({ host }) => host).join(', ');
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(`NATS_URL: cannot connect to ${servers}: ${reason}`, { cause: error });
  }
}

/** A busy machine may need several attempts. */
async function connectInTime(options: ConnectionOptions): Promise<NatsConnection> {
  for (const deadline = performance.now() + CONNECT_TIMEOUT; ; ) {
    try {
      return await connect(options);
    } catch (error) {
      if (!(error instanceof errors.TimeoutError) || performance.now() > deadline) throw error;
    }
  }
}

async function logStatus(nats: NatsConnection, log: FastifyBaseLogger): Promise<void> {
  for await (const status of nats.status()) {
    if (status.type === 'disconnect') log.warn({ server: status.server }, 'the connection to NATS was lost');
    else if (status.type === 'reconnect') log.info({ server: status.server }, 'connected to NATS again');
    else if (status.type === 'error') log.error({ err: status.error }, 'NATS refused an operation');
  }
}
