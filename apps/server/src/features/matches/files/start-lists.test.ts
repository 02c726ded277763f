import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Person } from '../../../testing/person.ts';
import { startWorld, type World, type WorldAccount } from '../../../testing/world.ts';

/** 10:00 on 1 May 2027 in the time zone of the accounts, Asia/Shanghai. */
const START = Date.UTC(2027, 4, 1, 2);
const HOUR_MS = 3_600_000;

let world: World;
let account: WorldAccount;
let ada: Person;
let matchId: number;
let count = 0;

beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.stop());
beforeEach(async () => {
  count += 1;
  account = await world.account(`starts ${count}`);
  ada = await account.person(`ada ${count}`);
  const times = { startTime: START, endTime: START + 4 * HOUR_MS };
  matchId = (await ada.call('createMatch', { matchName: 'Spring', ...times })).matchId;
});

interface Runner {
  readonly name: string;
  readonly bib?: string;
  readonly time?: string;
}

const personStart = ({ name, bib = '', time }: Runner) => `<PersonStart>
<Person sex="F"><Name><Family>${name}</Family><Given>Ann</Given></Name><Nationality code="SUI"/></Person>
<Organisation><Name>OLG Bern</Name></Organisation>
<Start><BibNumber>${bib}</BibNumber>${time === undefined ? '' : `<StartTime>${time}</StartTime>`}</Start>
</PersonStart>`;

const classStart = (name: string, course: string, ...runners: readonly Runner[]) => `<ClassStart>
<Class><Name>${name}</Name></Class><Course><Name>${course}</Name></Course>${runners.map(personStart).join('')}
</ClassStart>`;

function startList(...content: readonly string[]): File {
  const text = `<?xml version="1.0" encoding="UTF-8"?>
<StartList xmlns="http://www.orienteering.org/datastandard/3.0" iofVersion="3.0">
<Event><Name>Spring cup</Name></Event>${content.join('')}</StartList>`;
  return new File([text], 'starts.xml');
}

const preview = (file: File, person = ada) => person.call('importStartList', { matchId, file });
const save = (file: File, person = ada) => person.call('importStartList', { matchId, file, save: true });
const listOf = async () => (await ada.call('queryParticipants', { matchId, pageSize: 100 })).list;
const errorOf = (call: Promise<unknown>) =>
  call.then(
    () => 'none',
    (error) => [error.errorName, error.details.line ?? null],
  );

/** A race course of this name. */
async function addCourse(courseName: string): Promise<number> {
  const { routeId } = await ada.call('addRoute', {
    ...{ routeName: courseName, type: 'walk' as const, color: '#336699' },
    dataPoints: [
      [12, 57.7],
      [12, 57.72],
    ],
  });
  return (await ada.call('addMatchCourse', { matchId, courseName, source: { kind: 'route', routeId } }))
    .courseId;
}

test('adds participants with the classes that the match does not have', async () => {
  const long = await addCourse('Long');
  const { classId: known } = await ada.call('saveMatchClass', {
    ...{ matchId, classId: null, className: 'M21', courseId: null, startMode: 'mass' as const },
  });
  const file = startList(
    classStart(
      'W21',
      'long',
      { name: 'Smith', bib: '1', time: '2027-05-01T10:02:00' },
      { name: 'Berg', bib: '2', time: '2027-05-01T02:04:00Z' },
    ),
    classStart('m21', 'Long', { name: 'Ohm', bib: '3' }),
    classStart(
      'Open',
      'Short',
      { name: 'Ek', time: '2027-05-01T10:30:00' },
      { name: 'Al', time: '2027-05-01T10:30:00' },
    ),
    '<TeamStart/>',
  );
  const checked = await preview(file);
  expect(checked).toMatchObject({
    ...{ eventName: 'Spring cup', added: null, total: 5, failed: 0 },
    ...{ newClasses: ['W21', 'Open'], unknownCourses: ['Short'] },
  });
  expect(checked.rows[0]).toEqual({
    row: 4,
    cells: ['1', 'Ann Smith', 'OLG Bern', 'SUI', 'Female', 'W21', '2027-05-01 10:02:00'],
    errors: [],
  });
  expect(await listOf()).toEqual([]);
  expect(await save(file)).toMatchObject({ added: 5 });
  const { classes } = await ada.call('queryMatchDetail', { matchId });
  const open = { className: 'Open', courseId: null, startMode: 'wave', startTime: START + 1_800_000 };
  expect(classes).toMatchObject([
    { className: 'M21', classId: known, participants: 1 },
    { ...open, participants: 2 },
    { className: 'W21', courseId: long, startMode: 'individual', startTime: null, participants: 2 },
  ]);
  const w21 = classes[2]?.classId;
  const list = await listOf();
  expect(list.find(({ number }) => number === '1')).toMatchObject({
    ...{ participantName: 'Ann Smith', club: 'OLG Bern', nationality: 'SUI', gender: 'female', classId: w21 },
    ...{ courseId: null, startTime: START + 120_000, trackerId: null },
  });
  expect(list.find(({ number }) => number === '2')).toMatchObject({ startTime: START + 240_000 });
  // The class of the match has no course: it is that of the participant.
  expect(list.find(({ number }) => number === '3')).toMatchObject({ classId: known, courseId: long });
  // They start with their class.
  expect(list.filter(({ number }) => number === '').map(({ startTime }) => startTime)).toEqual([null, null]);
  const [entry] = (await ada.call('queryAuditLog', { pageSize: 1 })).list;
  expect(entry).toMatchObject({
    ...{ action: 'importStartList', target: 'Spring' },
    after: { participants: 5, classes: ['W21', 'Open'] },
  });
});

test('stores nothing of a file with an error, and names each one', async () => {
  await ada.call('batchCreateParticipants', {
    matchId,
    participants: [{ participantName: 'Stored', number: 'A1' }],
  });
  const file = startList(
    classStart(
      'W21',
      '',
      { name: 'Fine', bib: '7' },
      { name: 'Taken', bib: 'a1' },
      { name: 'Twice', bib: '7' },
      { name: 'x'.repeat(41) },
      { name: 'Late', time: '2027-05-01T14:00:00' },
    ),
  );
  const { rows, failed } = await preview(file);
  expect(failed).toBe(4);
  expect(
    rows.flatMap(({ row, errors }) => errors.map(({ field, error }) => `${row} ${field} ${error}`)),
  ).toEqual([
    '8 number participant-number-taken',
    '12 number participant-number-repeated',
    '16 participantName field-invalid',
    '20 startTime participant-start',
  ]);
  expect(await errorOf(save(file))).toEqual(['start-list-rows', 8]);
  expect(await listOf()).toHaveLength(1);
  expect((await ada.call('queryMatchDetail', { matchId })).classes).toEqual([]);
});

describe('refuses', () => {
  const text = async (file: File) => file.text();

  test('files that are no start list, with the reason', async () => {
    const fine = await text(startList(classStart('W21', '', { name: 'Berg', time: '2027-05-01T10:00:00' })));
    const refused = (content: string) => errorOf(preview(new File([content], 'starts.xml')));
    expect(await refused(fine.replace('</StartList>', ''))).toEqual([
      'course-file-malformed',
      expect.any(Number),
    ]);
    expect(await refused(fine.slice(0, fine.length / 2))).toEqual([
      'course-file-malformed',
      expect.any(Number),
    ]);
    expect(await refused(fine.replaceAll('StartList', 'CourseData'))).toEqual(['start-list-type', 2]);
    expect(await refused('Number,Name')).toEqual(['start-list-type', null]);
    expect(await refused(fine.replace('"3.0"', '"2.0.3"'))).toEqual(['start-list-version', 2]);
    expect(
      await refused(fine.replace('<StartList', '<!DOCTYPE a [<!ENTITY b "c">]><StartList')),
    ).toMatchObject(['course-file-entities', expect.anything()]);
    expect(await refused(fine.replace(/<Name><Family>.*?<\/Name>/, '<Name/>'))).toEqual([
      'start-list-name',
      5,
    ]);
    expect(await refused(fine.replace('T10:00:00', 'T25:00:00'))).toEqual(['start-list-time', 7]);
    expect(await refused(await text(startList()))).toEqual(['start-list-empty', null]);
  });

  test('a finish before its start', async () => {
    const result = `<ResultList xmlns="http://www.orienteering.org/datastandard/3.0" iofVersion="3.0">
<ClassResult><Class><Name>W21</Name></Class><PersonResult><Person><Name><Family>Berg</Family><Given/></Name></Person>
<Result><StartTime>2027-05-01T10:00:00</StartTime><FinishTime>2027-05-01T09:59:59</FinishTime></Result>
</PersonResult></ClassResult></ResultList>`;
    expect(await errorOf(preview(new File([result], 'a.xml')))).toEqual(['start-list-finish', 3]);
    const reversed = result.replace('T09:59:59', 'T11:00:00');
    expect(await preview(new File([reversed], 'a.xml'))).toMatchObject({ total: 1, failed: 0 });
  });

  test('3,001 participants, and huge files', async () => {
    const runners = Array.from({ length: 3_000 }, (_, at) => ({ name: `R${at}`, bib: String(at) }));
    const many = startList(classStart('W21', '', ...runners, { name: 'Last' }));
    expect(await errorOf(preview(many))).toMatchObject(['participant-limit', expect.any(Number)]);
    expect(await save(startList(classStart('W21', '', ...runners)))).toMatchObject({ added: 3_000 });
    expect(await errorOf(save(startList(classStart('W21', '', { name: 'Last' }))))).toMatchObject([
      'start-list-rows',
      3 + 1,
    ]);
    const huge = (bytes: number) => new File([' '.repeat(bytes)], 'huge.xml');
    expect(await errorOf(preview(huge(4 * 1_048_576 + 1)))).toMatchObject(['start-list-too-large', null]);
    expect(await errorOf(preview(huge(5 * 1_048_576)))).toMatchObject(['start-list-too-large', null]);
  });

  test('more classes than a match has', async () => {
    const classes = Array.from({ length: 201 }, (_, at) => classStart(`C${at}`, '', { name: `R${at}` }));
    const { rows, failed } = await preview(startList(...classes));
    expect(failed).toBe(1);
    expect(rows.at(-1)?.errors).toMatchObject([{ field: 'className', error: 'match-class-limit' }]);
  });

  test('matches and users', async () => {
    const file = startList(classStart('W21', '', { name: 'Berg' }));
    const viewer = await account.person(`viewer ${count}`, { permission: 'viewer' });
    const outside = await (await world.account(`outside ${count}`)).person(`outside ${count}`);
    expect(await errorOf(save(file, viewer))).toMatchObject(['not-allowed', null]);
    expect(await errorOf(save(file, outside))).toMatchObject(['match-unknown', null]);
    await world.database.db
      .updateTable('match')
      .set({ state: 'archived' })
      .where('match_id', '=', matchId)
      .execute();
    for (const call of [preview, save])
      expect(await errorOf(call(file))).toMatchObject(['match-archived', null]);
    expect(await listOf()).toEqual([]);
  });
});

test('reads entry lists', async () => {
  const entries = `<EntryList xmlns="http://www.orienteering.org/datastandard/3.0" iofVersion="3.0">
<PersonEntry><Person><Name><Family>李</Family><Given>娜</Given></Name></Person><Class><Name>W21</Name></Class></PersonEntry>
</EntryList>`;
  expect(await save(new File([entries], 'entries.xml'))).toMatchObject({ added: 1, newClasses: ['W21'] });
  expect(await listOf()).toMatchObject([{ participantName: '李娜', startTime: null }]);
  expect((await ada.call('queryMatchDetail', { matchId })).classes).toMatchObject([{ startMode: 'mass' }]);
});
