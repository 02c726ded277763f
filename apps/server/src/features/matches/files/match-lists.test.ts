import { join } from 'node:path';
import type { ListFormat } from '@wakeline/contract/matches/start-lists';
import { openSheet } from '@wakeline/formats/spreadsheets/open-sheet';
import { isInstalled, validateXml } from '@wakeline/formats/testing/programs';
import { missingSheetPackages, readSheetsWithOpenpyxl } from '@wakeline/formats/testing/sheet-programs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Person } from '../../../testing/person.ts';
import { startWorld, type World, type WorldAccount } from '../../../testing/world.ts';

const SCHEMA = join(
  import.meta.dirname,
  '../../../../../../packages/formats/src/testing/schemas/iof-xml-3.0/lists.xsd',
);
const SHEET_LIMITS = { rows: 4_000, columns: 400, unpackedBytes: 16 * 1_048_576 };

let world: World;
let harbour: WorldAccount;
let ada: Person;
let match: StartedMatch;
beforeAll(async () => {
  world = await startWorld();
  harbour = await world.account('harbour');
  ada = await harbour.person('ada');
  match = await startMatch();
});
afterAll(() => world.stop());

interface StartedMatch {
  readonly matchId: number;
  /** Epoch milliseconds. */
  readonly start: number;
  readonly ids: Readonly<Record<'anna' | 'bo' | 'cleo' | 'dan' | 'eve', number>>;
  readonly hiddenGroup: number;
}

/**
 * A running match on a straight route with splits at 500 m and 1 km, with the passings of officials: Anna passes them after 100 s
 * and 200 s, Bo after 110 s and 190 s; they finish after 400 s and 455 s, and Bo has a penalty of 5 s. Cleo is disqualified, Dan
 * misses the second split, and Eve has no class.
 */
async function startMatch(): Promise<StartedMatch> {
  const start = Math.floor(world.clock.now() / 60_000) * 60_000 - 1_200_000;
  const { matchId } = await ada.call('createMatch', {
    ...{ matchName: 'Shore & run', startTime: start, endTime: start + 4_600_000 },
  });
  const { routeId } = await ada.call('addRoute', {
    ...{ routeName: 'Shore', type: 'walk' as const, color: '#336699' },
    dataPoints: [
      [12, 57.7],
      [12, 57.72],
    ],
  });
  const source = { kind: 'route' as const, routeId, splits: [500, 1_000] };
  const { courseId } = await ada.call('addMatchCourse', { matchId, source });
  const form = { matchId, classId: null, courseId, startMode: 'mass' as const };
  const { classId } = await ada.call('saveMatchClass', { ...form, className: 'Open: 1/2' });
  const { groupId: hiddenGroup } = await ada.call('createGroup', { groupName: 'Hidden' });
  const trackerId = await harbour.tracker('860000000000777', 'Watch', hiddenGroup);
  const { participantIds } = await ada.call('batchCreateParticipants', {
    matchId,
    participants: [
      {
        ...{ participantName: 'Anna Berg', number: '2', club: 'IFK', nationality: 'SWE' },
        ...{ gender: 'female', classId, trackerId },
      },
      { participantName: '=Bo', number: '10', classId },
      { participantName: 'Cleo', number: '3', classId },
      { participantName: 'Dan', number: '4', classId },
      { participantName: 'Eve', startTime: start + 60_000 },
    ],
  });
  const [anna = 0, bo = 0, cleo = 0, dan = 0, eve = 0] = participantIds;
  for (const state of ['open', 'running'] as const) await ada.call('editMatchStatus', { matchId, state });
  const { courseList } = await ada.call('queryMatchDetail', { matchId });
  const pointIds = courseList[0]?.course.points.map(({ id }) => id) ?? [];
  const times = { [anna]: [100, 200, 400], [bo]: [110, 190, 455], [dan]: [120, null, 420] };
  for (const [id, seconds] of Object.entries(times))
    for (const [at, each] of seconds.entries()) {
      if (each === null) continue;
      const passing = { time: start + each * 1_000 };
      const correction = { kind: 'passing' as const, pointId: pointIds[at + 1] ?? '', passing };
      await ada.call('correctParticipant', { matchId, participantId: Number(id), correction });
    }
  const decide = (participantId: number, correction: object) =>
    ada.call('correctParticipant', { matchId, participantId, correction: correction as never });
  await decide(bo, { kind: 'penalty', seconds: 5, points: 0 });
  await decide(cleo, { kind: 'status', status: 'disqualified' });
  return { matchId, start, ids: { anna, bo, cleo, dan, eve }, hiddenGroup };
}

async function exported(
  operation: 'exportMatchResults' | 'exportStartList',
  format: ListFormat,
  { person = ada, matchId = match.matchId } = {},
): Promise<Uint8Array> {
  const stream = await person.client.stream(operation, { matchId, format, lang: 'en_US' });
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

const textOf = (bytes: Uint8Array) => new TextDecoder().decode(bytes);
const all = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, value]) => value);
const utc = (time: number) => new Date(time).toISOString().replace('.000Z', 'Z');
/** A time of Asia/Shanghai as the cell of a sheet. */
const local = (time: number) => ({ localMs: time + 8 * 3_600_000 });
/** A duration, which is a date in 1899 in the file. */
const seconds = (count: number) => ({ localMs: Date.UTC(1899, 11, 30) + count * 1_000 });

function cellsOf(bytes: Uint8Array): readonly (readonly unknown[])[] {
  return [...openSheet(bytes, SHEET_LIMITS).rows()].flat().map(({ cells }) => cells);
}

test('writes results of IOF XML 3.0 that the schema accepts', async () => {
  const { start, ids } = match;
  const text = textOf(await exported('exportMatchResults', 'iof'));
  if (isInstalled('xmllint')) validateXml(text, SCHEMA);
  expect(text).toContain(' status="Snapshot">');
  expect(text).toContain('<Name>Shore &amp; run</Name>');
  expect(all(text, /<Class><Id>.*?<\/Id><Name>(.*?)<\/Name>/g)).toEqual(['Open: 1/2', 'No class']);
  const people = text.split('<PersonResult>').slice(1);
  expect(people.map((person) => /<Id>(\d+)<\/Id>/.exec(person)?.[1])).toEqual(
    [ids.anna, ids.bo, ids.dan, ids.cleo, ids.eve].map(String),
  );
  expect(people.map((person) => /<Status>(\w+)</.exec(person)?.[1])).toEqual([
    ...['OK', 'OK', 'MissingPunch', 'Disqualified', 'Inactive'],
  ]);
  expect(all(text, /<Position>(\d+)</g)).toEqual(['1', '2']);
  // 455 s and a penalty of 5 s.
  expect(all(people[1] ?? '', /<(?:Time|TimeBehind)>(\d+)</g)).toEqual(['460', '60', '110', '190']);
  expect(people[0]).toContain(`<FinishTime>${utc(start + 400_000)}</FinishTime>`);
  expect(all(people[2] ?? '', /<SplitTime(.*?)>/g)).toEqual(['', ' status="Missing"']);
});

test('writes results as a sheet with a column for each point', async () => {
  const { start } = match;
  const [head, ...rows] = cellsOf(await exported('exportMatchResults', 'xlsx'));
  expect(head?.slice(0, 11)).toEqual([
    ...['Place', 'Number', 'Name', 'Club', 'Nationality', 'Start time', 'Finish time'],
    ...['Time', 'Behind', 'Penalty', 'Status'],
  ]);
  expect(head?.slice(11)).toHaveLength(3);
  expect(head?.at(-1)).toBe('Finish');
  const empty = null;
  expect(rows[0]).toEqual([
    ...[1, '2', 'Anna Berg', 'IFK', 'SWE', local(start), local(start + 400_000)],
    ...[seconds(400), seconds(0), empty, 'Finished'],
    ...[100, 200, 400].map(seconds),
  ]);
  expect(rows[1]?.slice(7)).toEqual([
    ...[460, 60, 5].map(seconds),
    'Finished',
    ...[110, 190, 455].map(seconds),
  ]);
  expect(rows[2]).toEqual([
    ...[empty, '4', 'Dan', empty, empty, local(start), local(start + 420_000)],
    ...[seconds(420), empty, empty, 'Missing points'],
    ...[seconds(120), empty, seconds(420)],
  ]);
  expect(rows.map((row) => row[10])).toEqual(['Finished', 'Finished', 'Missing points', 'Disqualified']);
});

test('openpyxl opens a sheet of each class', {
  tags: ['long'],
  skip: missingSheetPackages().length > 0,
}, async () => {
  const sheets = readSheetsWithOpenpyxl(await exported('exportMatchResults', 'xlsx'));
  // The characters of the class that a sheet cannot have are blanks.
  expect(Object.keys(sheets)).toEqual(['Open  1 2', 'No class']);
  expect(sheets['Open  1 2']?.[1]?.slice(0, 3)).toEqual([1, '2', 'Anna Berg']);
  expect(sheets['Open  1 2']?.[1]?.slice(11)).toEqual([{ seconds: 100 }, { seconds: 200 }, { seconds: 400 }]);
  expect(sheets['Open  1 2']?.[2]?.[2]).toBe('=Bo');
  expect(sheets['No class']?.map((row) => row[2])).toEqual(['Name', 'Eve']);
});

test('writes start lists that are imported again', async () => {
  const { start } = match;
  const text = textOf(await exported('exportStartList', 'iof'));
  if (isInstalled('xmllint')) validateXml(text, SCHEMA);
  expect(all(text, /<BibNumber>(\d+)</g)).toEqual(['2', '3', '4', '10']);
  expect(all(text, /<StartTime>(\d.*?)</g)).toEqual([...Array(4).fill(utc(start)), utc(start + 60_000)]);
  const sheet = await exported('exportStartList', 'xlsx');
  expect(cellsOf(sheet)[1]).toEqual([
    ...['2', 'Anna Berg', 'IFK', 'SWE', 'Female', 'Open: 1/2', local(start), '860000000000777'],
  ]);
  const times = { startTime: start, endTime: start + 4_600_000 };
  const { matchId } = await ada.call('createMatch', { matchName: 'Again', ...times });
  const iof = new File([text], 'starts.xml');
  expect(await ada.call('importStartList', { matchId, file: iof, save: true })).toMatchObject({ added: 5 });
  const xlsx = new File([new Uint8Array(sheet)], 'starts.xlsx');
  const taken = await ada.call('importParticipants', { matchId, file: xlsx });
  // Those without a number can be there twice.
  expect(taken).toMatchObject({ total: 5, failed: 4, unknownColumns: [] });
  const { list } = await ada.call('queryParticipants', { matchId, pageSize: 100 });
  await ada.call('deleteParticipant', { matchId, participantIds: list.map((one) => one.participantId) });
  expect(await ada.call('importParticipants', { matchId, file: xlsx })).toMatchObject({ failed: 0 });
});

test('a finished match has complete results', async () => {
  const { matchId } = await startSmallMatch();
  await ada.call('editMatchStatus', { matchId, state: 'finished' });
  const text = textOf(await exported('exportMatchResults', 'iof', { matchId }));
  expect(text).toContain(' status="Complete">');
});

/** A running match with a participant without a device. */
async function startSmallMatch() {
  const start = world.clock.now() - 60_000;
  const times = { startTime: start, endTime: start + 3_600_000 };
  const { matchId } = await ada.call('createMatch', { matchName: 'Small', ...times });
  const { list } = await ada.call('queryAllRoutes', {});
  const source = { kind: 'route' as const, routeId: list[0]?.routeId ?? 0 };
  const { courseId } = await ada.call('addMatchCourse', { matchId, source });
  await ada.call('batchCreateParticipants', {
    matchId,
    participants: [{ participantName: 'Fay', courseId }],
  });
  for (const state of ['open', 'running'] as const) await ada.call('editMatchStatus', { matchId, state });
  return { matchId };
}

test('a user of a scope limited to groups gets only who they see', async () => {
  const { groupId } = await ada.call('createGroup', { groupName: 'Own' });
  const guest = await harbour.person('guest', { permission: 'viewer', groupIds: [groupId] });
  const results = textOf(await exported('exportMatchResults', 'iof', { person: guest }));
  expect(all(results, /<BibNumber>(\d+)</g)).toEqual(['10', '4', '3']);
  // Among all participants.
  expect(all(results, /<Position>(\d+)</g)).toEqual(['2']);
  const starts = cellsOf(await exported('exportStartList', 'xlsx', { person: guest }));
  expect(starts.slice(1).map((row) => row[1])).toEqual(['Cleo', 'Dan', '=Bo', 'Eve']);
});

test('refuses an empty match, other accounts and users without the function', async () => {
  const start = world.clock.now();
  const times = { startTime: start, endTime: start + 3_600_000 };
  const { matchId } = await ada.call('createMatch', { matchName: 'Empty', ...times });
  const outside = await (await world.account('others')).person('outside');
  const outsider = await harbour.person('outsider', { roles: [] });
  for (const operation of ['exportMatchResults', 'exportStartList'] as const) {
    const refused = (options: object) =>
      exported(operation, 'iof', options).then(
        () => 'none',
        (error) => error.errorName,
      );
    expect(await refused({ matchId })).toBe('export-empty');
    expect(await refused({ person: outside })).toBe('match-unknown');
    expect(await refused({ person: outsider })).toBe('not-allowed');
  }
});
