import pg from 'pg';
import { toConnectionOptions } from './connection-options.ts';
import type { DatabaseHosts } from './database-hosts.ts';

/** Milliseconds after which a server that does not respond counts as unavailable, and the next one is tried. */
const CONNECT_TIMEOUT = 3_000;

/** The server accepts no writes: it is a standby, or was demoted. */
export class StandbyError extends Error {
  override readonly name = 'StandbyError';
}

/** Remembers which of several servers accepted the last connection. */
export class HostChoice {
  readonly #urls: readonly string[];
  #index = 0;

  constructor({ urls }: DatabaseHosts) {
    this.#urls = urls;
  }

  get count(): number {
    return this.#urls.length;
  }

  get current(): string {
    return this.#urls[this.#index] ?? '';
  }

  /** Continues with the next server, unless another connection has done so already. */
  reject(url: string): void {
    if (url === this.current) this.#index = (this.#index + 1) % this.#urls.length;
  }
}

/**
 * A class of clients that connect to the current server of `choice`. A connection fails if that server does not respond
 * in time or accepts no writes; the next client then tries the next server.
 */
export function createPrimaryClient(choice: HostChoice): new (options?: pg.ClientConfig) => pg.Client {
  return class PrimaryClient extends pg.Client {
    readonly #url: string;

    constructor(options: pg.ClientConfig = {}) {
      const url = choice.current;
      super({ ...options, ...toConnectionOptions(url), connectionTimeoutMillis: CONNECT_TIMEOUT });
      this.#url = url;
    }

    override connect(): Promise<pg.Client>;
    override connect(callback: (error: Error) => void): void;
    override connect(callback?: (error: Error) => void): Promise<pg.Client> | undefined {
      const connected = this.#connectToPrimary();
      // The pool passes a callback, and no other caller does.
      if (callback === undefined) return connected;
      const onConnected = callback as (error: unknown, client?: pg.Client) => void;
      connected.then(() => onConnected(null, this), onConnected);
      return undefined;
    }

    async #connectToPrimary(): Promise<pg.Client> {
      try {
        await super.connect();
        const { rows } = await this.query<{ read_only: boolean }>(
          "select current_setting('transaction_read_only') = 'on' as read_only",
        );
        if (rows[0]?.read_only !== false) throw new StandbyError('the database server accepts no writes');
        return this;
      } catch (error) {
        choice.reject(this.#url);
        // Its error has been thrown already.
        this.on('error', () => undefined);
        this.end().catch(() => undefined);
        throw error;
      }
    }
  };
}

/** Calls `connect` until it succeeds, at most once for each server. @throws what it threw last */
export async function tryEachHost<Client>(
  choice: HostChoice,
  connect: () => Promise<Client>,
): Promise<Client> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await connect();
    } catch (error) {
      if (attempt >= choice.count) throw error;
    }
  }
}
