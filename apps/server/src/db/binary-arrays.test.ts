import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { createTestDatabase } from '../testing/postgres.ts';
import { byteaArray, int4Array, int8Array, type NumberType, numberArray } from './binary-arrays.ts';
import { connect } from './database.ts';

test('passes integers and bytes of any size to PostgreSQL', async () => {
  const testDatabase = await createTestDatabase();
  const database = connect(testDatabase.url, 1);
  const int4 = [0, 1, -1, 2 ** 31 - 1, -(2 ** 31)];
  const int8 = [0, -1, 2 ** 32, 1_795_216_508_458, -(2 ** 53) + 1];
  const parts = ['', '00', 'ff7f', '', '0102030405'].map((hex) => Buffer.from(hex, 'hex'));
  const ends = parts.map((_, index) => Buffer.concat(parts.slice(0, index + 1)).length);
  try {
    const { rows } = await sql`
      select unnest(${int4Array(int4)}::int[]) as int4, unnest(${int8Array(int8)}::bigint[]) as int8,
        unnest(${byteaArray(Buffer.concat(parts), ends)}::bytea[]) as bytes`.execute(database.db);
    expect(rows).toEqual(parts.map((bytes, index) => ({ int4: int4[index], int8: int8[index], bytes })));
    const empty = await sql<{ length: number }>`
      select cardinality(${int4Array([])}::int[]) + cardinality(${byteaArray(Buffer.alloc(0), [])}::bytea[]) as length`.execute(
      database.db,
    );
    expect(empty.rows).toEqual([{ length: 0 }]);
  } finally {
    await database.close();
    await testDatabase.drop();
  }
});

test('passes numbers of each type and nulls to PostgreSQL', async () => {
  const testDatabase = await createTestDatabase();
  const database = connect(testDatabase.url, 1);
  // The fractions are exact in single precision; 0.1 is not, and is the nearest number of it.
  const values: Readonly<Record<NumberType, readonly (number | null)[]>> = {
    int2: [0, null, -(2 ** 15), 2 ** 15 - 1],
    int4: [null, 1, -(2 ** 31), 2 ** 31 - 1],
    int8: [null, null, -(2 ** 53) + 1, 1_795_216_508_458],
    float4: [0.1, -12.5, null, 240.25],
    float8: [0.1, -0, 53.551086, null],
  };
  const array = (type: NumberType) => numberArray(type, values[type], (value) => value);
  try {
    const { rows } = await sql`
      select unnest(${array('int2')}::smallint[]) as int2, unnest(${array('int4')}::int[]) as int4,
        unnest(${array('int8')}::bigint[]) as int8, unnest(${array('float4')}::real[]) as float4,
        unnest(${array('float8')}::float8[]) as float8`.execute(database.db);
    const expected = { ...values, float8: [0.1, 0, 53.551086, null] };
    expect(rows).toEqual(
      [0, 1, 2, 3].map((row) =>
        Object.fromEntries(Object.entries(expected).map(([type, column]) => [type, column[row]])),
      ),
    );
    const empty = numberArray('int4', [], () => null);
    const { rows: counts } = await sql`select cardinality(${empty}::int[]) as length`.execute(database.db);
    expect(counts).toEqual([{ length: 0 }]);
  } finally {
    await database.close();
    await testDatabase.drop();
  }
});
