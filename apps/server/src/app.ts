import { join } from 'node:path';
import type { FastifyBaseLogger } from 'fastify';
import { type Clock, systemClock } from './clock.ts';
import type { Config } from './config.ts';
import { type OpenDatabase, openDatabase } from './db/open.ts';
import { ensureFirstAccount } from './features/account/first-account.ts';
import { allHandlers } from './features/handlers.ts';
import { createHttp } from './http/http.ts';
import { createRegistry } from './metrics.ts';

const CONSOLE_FOLDER = join(import.meta.dirname, '../../web/dist');
/** How long the database may take to answer before `/readyz` says that it is away, in milliseconds. */
const READINESS_PATIENCE = 2_000;

/** What a test, the demo or a benchmark puts in place of what the product has. */
export interface Overrides {
  readonly clock?: Clock;
  /** Folder of the built console; null: only the service. */
  readonly webRoot?: string | null;
  /** Checks every answer against the contract. */
  readonly checkAnswers?: boolean;
}

export interface Addresses {
  /** Of the console, without a slash at the end: `http://127.0.0.1:8080`. */
  readonly url: string;
  /** Of the device listeners that are up, by protocol. */
  readonly devicePorts: Readonly<Record<string, number>>;
}

export interface App {
  /** Opens everything, in order; resolves when consoles and devices are served. When it fails, all is closed again. */
  start(): Promise<Addresses>;
  /**
   * Stops taking reports, stores and acknowledges the batch in hand, closes consoles, API and database, in this
   * order. May be called at any time, also while `start` is at work.
   */
  stop(): Promise<void>;
}

/** Puts the server together. The only place that knows all its parts. */
export function build(config: Config, log: FastifyBaseLogger, overrides: Overrides = {}): App {
  const clock = overrides.clock ?? systemClock;
  const registry = createRegistry();
  /** How to undo what `start` has done so far, latest last. */
  const undo: (() => Promise<void>)[] = [];

  async function readiness(open: OpenDatabase): Promise<Readonly<Record<string, boolean>>> {
    return { database: await open.answers(READINESS_PATIENCE) };
  }

  async function start(): Promise<Addresses> {
    const open = await openDatabase(config, log);
    undo.push(() => open.close());
    const { database } = open;
    if (config.firstAccount !== null) {
      const { made } = await ensureFirstAccount(database.db, config.firstAccount);
      if (made) log.info({ login: config.firstAccount.login }, 'the first account is made');
    }
    const http = await createHttp({
      host: config.host,
      port: config.port,
      prefix: config.prefix,
      db: database.db,
      clock,
      log,
      handlers: allHandlers(database),
      acceptConsole: (socket) => socket.close(),
      readiness: () => readiness(open),
      metrics: config.metrics ? registry : null,
      webRoot: overrides.webRoot === undefined ? CONSOLE_FOLDER : overrides.webRoot,
      tls: config.tls,
      trustProxy: config.trustProxy,
      checkAnswers: overrides.checkAnswers ?? false,
    });
    undo.push(() => http.close());
    const { port } = await http.listen();
    return { url: consoleUrl(config.host, port), devicePorts: {} };
  }

  async function close(): Promise<void> {
    for (let step = undo.pop(); step !== undefined; step = undo.pop()) await step();
  }

  let starting: Promise<Addresses> | undefined;
  return {
    start() {
      starting ??= start().catch(async (error: unknown) => {
        await close();
        throw error;
      });
      return starting;
    },
    async stop() {
      // A start that fails has closed what it opened, and has told its own caller.
      await starting?.catch(() => undefined);
      await close();
    },
  };
}

/** Where a person on this machine finds the console. RFC 3986, 3.2.2: an IPv6 address goes into brackets. */
function consoleUrl(host: string, port: number): string {
  const reachable = host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '::1' : host;
  return `http://${reachable.includes(':') ? `[${reachable}]` : reachable}:${port}`;
}
