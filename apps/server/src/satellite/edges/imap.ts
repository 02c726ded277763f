import type { FastifyBaseLogger } from 'fastify';
import type { ImapFlow } from 'imapflow';
import type { Clock } from '../../clock.ts';
import type { InboundMail } from '../mail/inbound-mail.ts';
import type { CheckResult } from '../queue/gateway.ts';
import type { ImapServer } from './imap-server.ts';
import type { Edge } from './run-edges.ts';

const CONNECT_TIMEOUT_MS = 20_000;
/** Between two looks for what IDLE did not announce. */
const INTERVAL_MS = 60_000;
/** RFC 2177 asks to repeat IDLE within 29 minutes; networks drop idle connections earlier. */
const MAX_IDLE_MS = 5 * 60_000;
/** Of one response: far more than the structure of an e-mail has. */
const MAX_RESPONSE = 4_194_304;
const LIMIT_CODES: ReadonlySet<unknown> = new Set([
  'LineTooLarge',
  'LiteralTooLarge',
  'ResponseTooLarge',
  'TooManyTokens',
]);
/** Older e-mails are left alone: messages to terminals wait for 5 days at most. */
const MAX_AGE_MS = 7 * 86_400_000;
/** Marks what was processed, also if a person has not read it. */
const KEYWORD = 'WakelineDone';
const LOOPBACK = /^(localhost|127\.\d+\.\d+\.\d+|::1)$/;

export interface ImapEdgeOptions {
  readonly server: ImapServer;
  readonly clock: Clock;
  readonly log: FastifyBaseLogger;
  /** Processes an e-mail in one transaction. A rejection leaves it to the next attempt. */
  readonly process: (mail: InboundMail) => Promise<void>;
  /** Counts an e-mail whose structure exceeds every limit. */
  readonly refuse: () => void;
}

/**
 * Reads a mailbox over IMAP (RFC 3501) with IDLE: one e-mail at a time, processed and then marked, so that one that was
 * not marked before the connection ended is processed again. Connects again with growing delays, without end.
 */
export function createImapEdge({ server, clock, log, process, refuse }: ImapEdgeOptions): Edge {
  let isStopped = true;
  let running = Promise.resolve();
  let client: ImapFlow | null = null;
  let wake: () => void = () => undefined;
  /** UIDs of e-mails whose structure ended the connection. */
  const tooLarge = new Set<number>();

  async function run(): Promise<void> {
    let failures = 0;
    while (!isStopped) {
      await readMailbox(() => {
        failures = 0;
      }).catch((error: unknown) => {
        if (!isStopped) log.warn({ err: error, failures }, 'reading the mailbox failed; will connect again');
      });
      failures += 1;
      if (!isStopped) await pause(retryDelay(failures));
    }
  }

  /** Ends, by a rejection, with the connection. */
  async function readMailbox(onRead: () => void): Promise<void> {
    const connection = await createClient(server);
    client = connection;
    if (isStopped) return;
    let failure: Error | null = null;
    let isClosed = false;
    connection.on('error', (error) => {
      failure = error;
    });
    connection.on('close', () => {
      isClosed = true;
      wake();
    });
    try {
      await connection.connect();
      await connection.mailboxOpen(server.mailbox);
      let isDue = true;
      connection.on('exists', () => {
        isDue = true;
        wake();
      });
      const stopTimer = clock.every(INTERVAL_MS, () => {
        isDue = true;
        wake();
      });
      try {
        while (!isStopped && !isClosed) {
          if (isDue) {
            isDue = false;
            await takeAll(connection);
            onRead();
          }
          if (!isDue && !isClosed && !isStopped)
            await new Promise<void>((resolve) => {
              wake = resolve;
            });
        }
      } finally {
        stopTimer();
      }
      if (!isStopped) throw failure ?? new Error('the mail server closed the connection');
    } finally {
      connection.close();
    }
  }

  async function takeAll(connection: ImapFlow): Promise<void> {
    const { readMail } = await import('../mail/read-mail.ts');
    const { mailbox } = connection;
    const hasKeywords = mailbox !== false && mailbox?.permanentFlags?.has('\\*') === true;
    const since = new Date(clock.now() - MAX_AGE_MS);
    const query = hasKeywords ? { unKeyword: KEYWORD, since } : { seen: false, since };
    const uids = (await connection.search(query, { uid: true })) || [];
    for (const uid of uids.toSorted((a, b) => a - b)) {
      if (isStopped) return;
      if (tooLarge.delete(uid)) refuse();
      else {
        const mail = await readMail(connection, uid, server.address).catch((error: unknown) => {
          if (LIMIT_CODES.has(Object(error).code)) tooLarge.add(uid);
          throw error;
        });
        if (mail === null) continue;
        await process(mail);
      }
      await connection.messageFlagsAdd(String(uid), [hasKeywords ? KEYWORD : '\\Seen'], { uid: true });
    }
  }

  /** Waits, or until the edge stops. */
  function pause(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, ms);
      wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  return {
    name: 'imap',
    async start() {
      isStopped = false;
      running = run();
    },
    async stop() {
      isStopped = true;
      client?.close();
      wake();
      await running;
    },
    check: () => check(server),
  };
}

/** Milliseconds before the next connection: from 1 s to 5 minutes. */
function retryDelay(failures: number): number {
  return Math.min(300_000, 1_000 * 2 ** Math.min(failures - 1, 9));
}

async function createClient({ host, port, implicitTls, user, password }: ImapServer): Promise<ImapFlow> {
  const { ImapFlow } = await import('imapflow');
  return new ImapFlow({
    host,
    port,
    secure: implicitTls,
    // A password is sent over an encrypted connection only.
    ...(!implicitTls && !LOOPBACK.test(host) && { doSTARTTLS: true }),
    ...(!implicitTls && LOOPBACK.test(host) && { doSTARTTLS: false }),
    auth: { user, pass: password },
    logger: false,
    connectionTimeout: CONNECT_TIMEOUT_MS,
    greetingTimeout: CONNECT_TIMEOUT_MS,
    maxIdleTime: MAX_IDLE_MS,
    autoIdleDelay: 50,
    maxLineLength: MAX_RESPONSE,
    maxLiteralSize: MAX_RESPONSE,
    maxResponseSize: 2 * MAX_RESPONSE,
    maxResponseTokens: 50_000,
  });
}

async function check(server: ImapServer): Promise<CheckResult> {
  const address = `${server.host}:${server.port}`;
  const client = await createClient(server);
  client.on('error', () => undefined);
  try {
    await client.connect();
    const { exists } = await client.mailboxOpen(server.mailbox, { readOnly: true });
    return { isWorking: true, detail: `signed in to ${address}; ${exists} e-mails in ${server.mailbox}` };
  } catch (error) {
    const { responseText, code, message } = Object(error) as Record<string, unknown>;
    return { isWorking: false, detail: `${address}: ${String(responseText ?? code ?? message)}` };
  } finally {
    client.close();
  }
}
