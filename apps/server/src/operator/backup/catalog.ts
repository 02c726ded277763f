import type pg from 'pg';

export interface DatabaseTable {
  readonly name: string;
  /** In table order; without generated columns. */
  readonly columns: readonly string[];
}

/** The table of applied migrations, which are part of the backup's header. */
const MIGRATION = 'migration';

/** The tables, each after those it references. Partitions are part of their table. */
export async function tablesOf(client: pg.ClientBase): Promise<readonly DatabaseTable[]> {
  const { rows } = await client.query<{ name: string; columns: string[]; needs: string[] }>(`
    select relname as name,
      (select array_agg(attname::text order by attnum) from pg_attribute
        where attrelid = pg_class.oid and attnum > 0 and not attisdropped and attgenerated = '') as columns,
      array(select other.relname::text from pg_constraint join pg_class as other on other.oid = confrelid
        where conrelid = pg_class.oid and contype = 'f' and confrelid <> conrelid) as needs
    from pg_class
    where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p') and not relispartition
      and relname <> '${MIGRATION}'
    order by relname`);
  const sorted: DatabaseTable[] = [];
  const sortedNames = new Set<string>();
  while (sorted.length < rows.length) {
    const next = rows.find(
      ({ name, needs: dependencies }) =>
        !sortedNames.has(name) && dependencies.every((other) => sortedNames.has(other)),
    );
    if (next === undefined) throw new Error('circular references between tables');
    sorted.push({ name: next.name, columns: next.columns });
    sortedNames.add(next.name);
  }
  return sorted;
}

/** Columns with a sequence, with its last value; null: never used. */
export async function sequencesOf(
  client: pg.ClientBase,
): Promise<readonly { readonly table: string; readonly column: string; readonly value: string | null }[]> {
  const { rows } = await client.query<{ table: string; column: string; value: string | null }>(`
    select tables.relname as "table", attname as "column", last_value::text as value
    from pg_sequences
    join pg_class as sequences on sequences.relname = sequencename and sequences.relkind = 'S'
      and sequences.relnamespace = schemaname::regnamespace
    join pg_depend on pg_depend.objid = sequences.oid and deptype in ('a', 'i') and refobjsubid > 0
    join pg_class as tables on tables.oid = refobjid
    join pg_attribute on attrelid = refobjid and attnum = refobjsubid
    where schemaname = current_schema()
    order by 1, 2`);
  return rows;
}

/** Whether the database has no tables at all. */
export async function isEmpty(client: pg.ClientBase): Promise<boolean> {
  const { rows } = await client.query(`
    select from pg_class
    where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p', 'v', 'm', 'f', 'S') limit 1`);
  return rows.length === 0;
}
