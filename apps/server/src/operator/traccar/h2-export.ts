import { createReadStream } from 'node:fs';
import { type H2Item, H2ScriptError, type H2Value, readH2Script } from '@wakeline/formats/traccar/h2-script';
import pg from 'pg';
import { connectionOf } from './postgres-connection.ts';
import { TraccarSourceError } from './source.ts';
import type { SqlConnection } from './sql-connection.ts';
import { COUNTED_TABLES, checkTables, IMPORTED_COLUMNS } from './sql-schema.ts';

const ROWS_PER_INSERT = 2_000;

const BOOLEANS = new Set(['disabled', 'administrator', 'readonly', 'valid']);
const TIMES = new Set(['fixtime', 'expirationtime']);
const DOUBLES = new Set(['latitude', 'longitude', 'altitude', 'speed', 'course', 'accuracy']);
const TEXTS = new Set([
  'name',
  'uniqueid',
  'phone',
  'model',
  'contact',
  'category',
  'email',
  'description',
  'area',
  'attributes',
]);

/**
 * Loads a script of H2 (`SCRIPT TO 'file.sql'`) into temporary tables of the database at `url`, which vanish with the
 * connection. H2 writes positions in the order of their ids; the tables return them by device and time.
 *
 * @throws TraccarSourceError if the file cannot be read, or has no tables of Traccar
 */
export async function loadH2Export(path: string, url: string): Promise<SqlConnection> {
  const client = new pg.Client({ connectionString: url, application_name: 'traccar import' });
  client.on('error', () => undefined);
  await client.connect();
  try {
    await client.query("set time zone 'UTC'");
    await new Loader(client).load(readH2Script(chunksOf(path)));
  } catch (error) {
    await client.end();
    const { code, syscall } = Object(error) as Record<string, unknown>;
    if (error instanceof H2ScriptError) throw new TraccarSourceError(`${path}: ${error.message}`);
    if (syscall !== undefined) throw new TraccarSourceError(`${path}: cannot be read (${String(code)})`);
    throw error;
  }
  return { ...connectionOf(client), close: () => client.end() };
}

async function* chunksOf(path: string): AsyncGenerator<string> {
  for await (const chunk of createReadStream(path, 'utf8')) yield String(chunk);
}

type Row = Record<string, H2Value>;

/** Columns of a table of the script, and which of them are loaded. */
interface Table {
  readonly columns: readonly string[];
  readonly loaded: ReadonlySet<string>;
}

class Loader {
  readonly #client: pg.Client;
  readonly #tables = new Map<string, Table>();
  readonly #names = new Set<string>();
  #batch: Row[] = [];
  #batchTable = '';

  constructor(client: pg.Client) {
    this.#client = client;
  }

  async load(items: AsyncIterable<H2Item>): Promise<void> {
    for await (const item of items) {
      if (item.type === 'table') await this.#createTable(item.table, item.columns);
      else await this.#addRow(item);
    }
    await this.#flush();
    checkTables(this.#names);
    if (!this.#tables.has('tc_positions')) return;
    await this.#client.query('create index on tc_positions (deviceid, fixtime)');
    await this.#client.query('analyze tc_positions');
  }

  async #createTable(name: string, columns: readonly string[]): Promise<void> {
    this.#names.add(name);
    const wanted = IMPORTED_COLUMNS[name] ?? (COUNTED_TABLES.has(name) ? ['id'] : null);
    if (wanted === null) return;
    const loaded = wanted.filter((column) => columns.includes(column));
    const definitions = loaded.map((column) => `${column} ${typeOf(column)}`).join(', ');
    await this.#client.query(`create temporary table ${name} (${definitions})`);
    this.#tables.set(name, { columns, loaded: new Set(loaded) });
  }

  async #addRow({ table, columns, values }: Extract<H2Item, { type: 'row' }>): Promise<void> {
    const target = this.#tables.get(table);
    if (target === undefined) return;
    if (table !== this.#batchTable || this.#batch.length >= ROWS_PER_INSERT) await this.#flush();
    this.#batchTable = table;
    const names = columns ?? target.columns;
    const entries = names.map((name, at): [string, H2Value] => [name, storable(values[at] ?? null)]);
    this.#batch.push(Object.fromEntries(entries.filter(([name]) => target.loaded.has(name))));
  }

  async #flush(): Promise<void> {
    if (this.#batch.length === 0) return;
    const table = this.#batchTable;
    const rows = JSON.stringify(this.#batch);
    this.#batch = [];
    try {
      // The names of tables are those of `IMPORTED_COLUMNS`.
      await this.#client.query(
        `insert into ${table} select * from json_populate_recordset(null::${table}, $1)`,
        [rows],
      );
    } catch (error) {
      if (!(error instanceof pg.DatabaseError) || error.code?.startsWith('22') !== true) throw error;
      throw new TraccarSourceError(`table ${table} has an invalid value: ${error.message}`);
    }
  }
}

function typeOf(column: string): string {
  if (BOOLEANS.has(column)) return 'boolean';
  if (TIMES.has(column)) return 'timestamp';
  if (DOUBLES.has(column)) return 'float8';
  return TEXTS.has(column) ? 'text' : 'bigint';
}

/** PostgreSQL cannot store NUL. */
function storable(value: H2Value): H2Value {
  return typeof value === 'string' ? value.replaceAll('\0', '').toWellFormed() : value;
}
