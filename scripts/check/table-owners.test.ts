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
])('%s in a feature is refused', (query, error) => {
  expect(check('apps/server/src/features/sos/sos.ts', query)).toEqual([
    expect.stringContaining(`apps/server/src/features/sos/sos.ts:`),
  ]);
  expect(check('apps/server/src/features/sos/sos.ts', query)[0]).toContain(error);
});

test('a table of the schema that nobody lists is refused by name', () => {
  const schema = (tables: string) =>
    check('apps/server/src/db/schema.ts', `export interface Schema {\n${tables}\n}\n`);
  expect(schema('  tracker: { tracker_id: number };\n  bookmark: {\n    name: string;\n  };')).toEqual([
    'apps/server/src/db/schema.ts: table bookmark: name its owner in scripts/check/table-owners.ts',
  ]);
  expect(schema('  tracker: { tracker_id: number };')).toEqual([]);
  expect(check('apps/server/src/db/schema.ts', 'export type Schema = {};')).toHaveLength(1);
});

test('a finding says where the query is, and whom to ask', () => {
  expect(check('apps/server/src/ingest/a.ts', "\n\ndb.selectFrom('tracker')")).toEqual([
    'apps/server/src/ingest/a.ts:3: queries tracker: ask a function of trackers/',
  ]);
});

test.each([
  ['apps/server/src/trackers/read.ts', "db.selectFrom('tracker')", 'the owner'],
  ['apps/server/src/positions/retention.ts', 'sql`delete from position`', 'the owner, in SQL'],
  ['apps/server/src/ingest/a.ts', "db.selectFrom('tracker_state')", 'a table whose name only begins so'],
  ['apps/server/src/ingest/a.ts', '// rows of\n// from tracker to tracker\nconst a = 1;', 'a comment'],
  [
    'apps/server/src/places/account-search.ts',
    'sql`select from below join tracker on true`',
    'a join that is listed',
  ],
  ['apps/server/src/operator/backup/take-backup.ts', 'sql`select from tracker`', 'a backup'],
  ['apps/server/src/live/live.test.ts', "db.selectFrom('tracker')", 'a test'],
  ['apps/server/src/testing/world.ts', "db.selectFrom('tracker')", 'the world of the tests'],
])('%s: %j is free: %s', (path, text) => {
  expect(check(path, text)).toEqual([]);
});

test('a join that is listed does not free the other queries of its file', () => {
  expect(check('apps/server/src/places/account-search.ts', "db.selectFrom('tracker')")).toHaveLength(1);
});

test('a file that cannot be parsed is a fault, not a file without queries', () => {
  expect(() => check('apps/server/src/a.ts', 'import {')).toThrow('apps/server/src/a.ts');
});
