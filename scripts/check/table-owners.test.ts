import { expect, test } from 'vitest';
import { foreignQueries } from './table-owners.ts';

const check = (path: string, text: string) => foreignQueries([{ path, text }]);

test.each([
  ['db.selectFrom("tracker")', 'queries tracker'],
  ["db\n.selectFrom('tracker as t').select('t.name')", 'queries tracker'],
  ["db.selectFrom(['account', 'fence'])", 'queries fence'],
  ["where(({ exists, selectFrom }) => exists(selectFrom('tracker')))", 'queries tracker'],
  ["tx.updateTable('fence').set({})", 'queries fence'],
  ["tx.insertInto('position').values([])", 'queries position'],
  ["tx.deleteFrom('tracker')", 'queries tracker'],
  ["db.selectFrom('account').leftJoin('tracker', 'a', 'b')", 'joins tracker'],
  ['sql`select * from tracker where name = 1`', 'queries tracker'],
  ['sql<number>`select count(*)\nfrom "position"`', 'queries position'],
  ['sql`update fence set name = 1`', 'queries fence'],
  ['sql`DELETE FROM ONLY position`', 'queries position'],
  ['sql`delete from user_group using tracker`', 'joins tracker'],
  ['sql`select from account join fence on true`', 'joins fence'],
])('refuses %s in a feature', (query, error) => {
  expect(check('apps/server/src/features/sos/sos.ts', query)).toEqual([
    expect.stringContaining(`apps/server/src/features/sos/sos.ts:`),
  ]);
  expect(check('apps/server/src/features/sos/sos.ts', query)[0]).toContain(error);
});

test('refuses an unlisted table of the schema by name', () => {
  const schema = (tables: string) =>
    check('apps/server/src/db/schema.ts', `export interface Schema {\n${tables}\n}\n`);
  expect(schema('  tracker: { tracker_id: number };\n  bookmark: {\n    name: string;\n  };')).toEqual([
    'apps/server/src/db/schema.ts: table bookmark: name its owner in scripts/check/table-owners.ts',
  ]);
  expect(schema('  tracker: { tracker_id: number };')).toEqual([]);
  expect(check('apps/server/src/db/schema.ts', 'export type Schema = {};')).toHaveLength(1);
});

test('reports the location of a query and the owner of its table', () => {
  expect(check('apps/server/src/ingest/a.ts', "\n\ndb.selectFrom('tracker')")).toEqual([
    'apps/server/src/ingest/a.ts:3: queries tracker: call a function of trackers/',
  ]);
});

test.each([
  ['apps/server/src/trackers/read.ts', "db.selectFrom('tracker')", 'the owner'],
  ['apps/server/src/positions/retention.ts', 'sql`delete from position`', 'the owner, in SQL'],
  ['apps/server/src/ingest/a.ts', "db.selectFrom('tracker_state')", 'a table with the same prefix'],
  ['apps/server/src/ingest/a.ts', '// rows of\n// from tracker to tracker\nconst a = 1;', 'a comment'],
  [
    'apps/server/src/places/account-search.ts',
    'sql`select from below join tracker on true`',
    'a listed join',
  ],
  ['apps/server/src/operator/backup/take-backup.ts', 'sql`select from tracker`', 'a backup'],
  ['apps/server/src/live/live.test.ts', "db.selectFrom('tracker')", 'a test'],
  ['apps/server/src/testing/world.ts', "db.selectFrom('tracker')", 'the test world'],
])('%s: allows %j: %s', (path, text) => {
  expect(check(path, text)).toEqual([]);
});

test('does not allow other queries in a file with a listed join', () => {
  expect(check('apps/server/src/places/account-search.ts', "db.selectFrom('tracker')")).toHaveLength(1);
});

test('fails on a file that cannot be parsed', () => {
  expect(() => check('apps/server/src/a.ts', 'import {')).toThrow('apps/server/src/a.ts');
});
