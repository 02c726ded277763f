import { Readable } from 'node:stream';
import {
  type ClickHouseClient,
  ClickHouseLogLevel,
  type ClickHouseSettings,
  createClient,
} from '@clickhouse/client';
import { HistoryUnavailableError } from '../db/history-unavailable.ts';
import { isQueryError } from './failures.ts';
import { decodeNative, type NativeBlock } from './native.ts';
import { SerialInsertions } from './serial-insertions.ts';
import { featuresOf, type ServerFeatures } from './server-features.ts';
import type { HistoryReplica, HistoryShard } from './servers.ts';

/** Milliseconds after which a connection without an answer is lost; a query is ended by the server before. */
const REQUEST_TIMEOUT_MS = 60_000;
const MAX_CONNECTIONS = 16;
/** Of one query, in seconds, rows and bytes: the largest page of a reader has 20,000 rows. */
const READ_SETTINGS = {
  max_execution_time: 30,
  max_result_rows: '1000000',
  max_result_bytes: '268435456',
  max_query_size: '4194304',
  max_ast_elements: '1000000',
  max_expanded_ast_elements: '1000000',
  // The response begins when the query is complete, so a failure has its own status.
  wait_end_of_query: 1,
} as const satisfies ClickHouseSettings;

/** A server, once it has been reached and its tables exist. */
export interface ReadyReplica {
  readonly features: ServerFeatures;
  read(query: string): Promise<readonly NativeBlock[]>;
  run(query: string, settings?: ClickHouseSettings): Promise<void>;
  insert(query: string, rows: Buffer): Promise<void>;
}

/** Creates what a server lacks. */
export type PrepareReplica = (replica: ReadyReplica, description: HistoryReplica) => Promise<void>;

interface Connection {
  readonly description: HistoryReplica;
  readonly client: ClickHouseClient;
  /** Null: not yet, or it failed. */
  ready: Promise<ReadyReplica> | null;
}

/**
 * The servers that have the same rows. Everything goes to one of them, so that what was written is read; another one takes its
 * place when it fails.
 */
export class Shard {
  readonly #connections: readonly Connection[];
  readonly #prepare: PrepareReplica;
  #preferred = 0;

  constructor(shard: HistoryShard, prepare: PrepareReplica) {
    this.#prepare = prepare;
    this.#connections = shard.replicas.map((description) => ({
      description,
      client: createClient({
        url: description.url,
        username: shard.user,
        password: shard.password,
        database: shard.database,
        application: 'wakeline',
        request_timeout: REQUEST_TIMEOUT_MS,
        max_open_connections: MAX_CONNECTIONS,
        log: { level: ClickHouseLogLevel.OFF },
      }),
      ready: null,
    }));
  }

  /**
   * Creates the tables on each replica that can be reached.
   *
   * @returns the failures of the others
   */
  async prepareAll(): Promise<readonly unknown[]> {
    const results = await Promise.allSettled(this.#connections.map((connection) => this.#ready(connection)));
    return results.flatMap((result) => (result.status === 'rejected' ? [result.reason] : []));
  }

  /** @throws HistoryUnavailableError if no replica can run it */
  read(query: string): Promise<readonly NativeBlock[]> {
    return this.#run((replica) => replica.read(query));
  }

  /**
   * Resolves when the rows are durable, on as many replicas as `insertSettings` requires.
   *
   * @throws HistoryUnavailableError if no replica can store them
   */
  insert(query: string, rows: Buffer): Promise<void> {
    return this.#run((replica) => replica.insert(query, rows));
  }

  /** @throws HistoryUnavailableError if no replica can do it */
  change(work: (replica: ReadyReplica) => Promise<void>): Promise<void> {
    return this.#run(work);
  }

  async close(): Promise<void> {
    await Promise.all(this.#connections.map(({ client }) => client.close()));
  }

  async #run<Result>(work: (replica: ReadyReplica) => Promise<Result>): Promise<Result> {
    let failure: unknown;
    for (const index of this.#order()) {
      const connection = this.#connections[index] as Connection;
      try {
        const result = await work(await this.#ready(connection));
        this.#preferred = index;
        return result;
      } catch (error) {
        if (isQueryError(error)) throw error;
        failure = error;
      }
    }
    throw new HistoryUnavailableError(failure);
  }

  #order(): readonly number[] {
    const count = this.#connections.length;
    return Array.from({ length: count }, (_, index) => (this.#preferred + index) % count);
  }

  #ready(connection: Connection): Promise<ReadyReplica> {
    connection.ready ??= this.#open(connection).catch((error: unknown) => {
      connection.ready = null;
      throw error;
    });
    return connection.ready;
  }

  async #open({ client, description }: Connection): Promise<ReadyReplica> {
    const features = await featuresOf(client);
    const replicaCount = this.#connections.length;
    const insert = async (query: string, rows: readonly Buffer[]) => {
      const { stream } = await client.exec({
        query: `${query} format RowBinary`,
        values: Readable.from(rows),
        clickhouse_settings: features.insertSettings(replicaCount),
      });
      await readAll(stream);
    };
    const serial = features.isReplicated && !features.hasParallelQuorum ? new SerialInsertions(insert) : null;
    const replica: ReadyReplica = {
      features,
      async read(query) {
        const { stream } = await client.exec({
          query: `${query} format Native`,
          clickhouse_settings: { ...READ_SETTINGS, ...features.readSettings },
        });
        return decodeNative(await readAll(stream));
      },
      async run(query, settings = {}) {
        await client.command({ query, clickhouse_settings: settings });
      },
      insert: (query, rows) => serial?.insert(query, rows) ?? insert(query, [rows]),
    };
    await this.#prepare(replica, description);
    return replica;
  }
}

async function readAll(stream: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of stream) chunks.push(chunk);
  return Buffer.concat(chunks);
}
