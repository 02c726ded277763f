import { openSheet } from '@wakeline/formats/spreadsheets/open-sheet';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { eventually } from '../../../ingest/testing/eventually.ts';
import type { Person } from '../../../testing/person.ts';
import { readTaskFile } from '../../../testing/task-file.ts';
import { startWorld, type World, type WorldAccount } from '../../../testing/world.ts';

const SHEET_LIMITS = { rows: 1_000, columns: 100, unpackedBytes: 1_048_576 };
const HEAD =
  'Race number,Name,Gender,Age,Nationality,Phone,Device,Communication account,Emergency contact,Emergency phone,Club,Note';

let world: World;
let account: WorldAccount;
let ada: Person;
let count = 0;

beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.stop());
beforeEach(async () => {
  count += 1;
  account = await world.account(`race ${count}`);
  ada = await account.person(`ada ${count}`);
});

const csv = (...lines: readonly string[]) => new File([`${lines.join('\n')}\n`], 'people.csv');
const listOf = async (person = ada) => (await person.call('queryPeoplesByPage', { pageSize: 100 })).list;

async function save(file: File, person = ada) {
  const { taskProgressId } = await person.call('batchCreatePeople', { file, save: true });
  return eventually('the import ends', async () => {
    const { list } = await person.call('queryAllTaskProgress', {});
    const task = list.find((one) => one.taskProgressId === taskProgressId);
    return task?.state === 'done' || task?.state === 'failed' ? task : null;
  });
}

/** Errors of each row, as `row field error`. */
async function errorsOf(file: File, person = ada): Promise<readonly string[]> {
  const { rows } = await person.call('batchCreatePeople', { file });
  return rows.flatMap(({ row, errors }) => errors.map(({ field, error }) => `${row} ${field} ${error}`));
}

function textsOf(bytes: Uint8Array): readonly (readonly unknown[])[] {
  return [...openSheet(bytes, SHEET_LIMITS).rows()].flat().map(({ cells }) => cells);
}

async function addTerminals(...names: readonly string[]): Promise<readonly number[]> {
  const bdUsers = names.map((bdUserName, index) => ({
    bdUserName,
    cardNumber: String(4_400_000 + 10 * count + index),
    network: 'beidou' as const,
    password: 'abc123',
  }));
  return (await ada.call('createBdUsers', { bdUsers })).bdUserIds;
}

test('creates people, and returns the rows with errors as a sheet', async () => {
  const trackerId = await account.tracker(`${count}-1`, 'Tag');
  const [communicationAccountId] = await addTerminals('北斗1');
  const task = await save(
    csv(
      HEAD,
      'A12,陈静,女,31,中国,13800000000,Tag,北斗1,陈伟,13900000000,桂林定向,diabetic',
      'A2,Li Na,F,,SUI,+41 44 668 18 00,,,,,,',
      'a12,Repeated,,,,,,,,,,',
    ),
  );
  expect(task).toMatchObject({ state: 'done', name: 'Import people (people.csv): added 2, failed 1' });
  expect(await listOf()).toMatchObject([
    {
      raceNumber: 'A2',
      personName: 'Li Na',
      gender: 'female',
      age: null,
      nationality: 'SUI',
      trackerId: null,
    },
    {
      raceNumber: 'A12',
      personName: '陈静',
      gender: 'female',
      age: 31,
      nationality: 'CHN',
      phone: '13800000000',
      trackerId,
      communicationAccountId,
      emergencyContactName: '陈伟',
      emergencyContactPhone: '13900000000',
      club: '桂林定向',
      note: 'diabetic',
      status: 'IN_RACE',
    },
  ]);
  const personId = (await listOf())[1]?.personId ?? 0;
  const bindings = await ada.call('queryPersonBindings', { personId });
  expect(bindings.list).toMatchObject([{ trackerId, boundBy: ada.login, boundTime: world.clock.now() }]);
  const failures = textsOf(await readTaskFile(world, ada, task.taskProgressId));
  expect(failures).toHaveLength(2);
  expect(failures[1]?.slice(0, 2)).toEqual(['a12', 'Repeated']);
  expect(failures[1]?.at(-1)).toMatch(/^Race number: .*repeated/);
  const [entry] = (await ada.call('queryAuditLog', { pageSize: 1 })).list;
  expect(entry).toMatchObject({ action: 'batchCreatePeople', target: 'people.csv' });
});

describe('names the error of', () => {
  test('each invalid cell', async () => {
    expect(
      await errorsOf(
        csv(
          HEAD,
          `${'1'.repeat(17)},,robot,121,Atlantis,abc,,,,12,,`,
          `,${'x'.repeat(41)},,old,DEU,,,,${'x'.repeat(41)},,${'x'.repeat(65)},${'x'.repeat(501)}`,
          ',Old,,1.5,,,,,,,,',
          ',Fine,unspecified,0,cn,,,,,,,',
        ),
      ),
    ).toEqual([
      '2 raceNumber field-invalid',
      '2 personName field-invalid',
      '2 gender gender-unknown',
      '2 age field-invalid',
      '2 nationality nationality-unknown',
      '2 phone field-invalid',
      '2 emergencyContactPhone field-invalid',
      '3 personName field-invalid',
      '3 age field-invalid',
      '3 nationality nationality-unknown',
      '3 emergencyContactName field-invalid',
      '3 club field-invalid',
      '3 note field-invalid',
      '4 age field-invalid',
    ]);
    expect(await listOf()).toEqual([]);
  });

  test('a race number or device of an earlier row, or of a stored person', async () => {
    const trackerId = await account.tracker(`${count}-1`, 'Tag');
    await account.tracker(`${count}-2`, 'Free');
    await ada.call('createPeople', { raceNumber: 'A1', personName: 'Stored', trackerId });
    expect(
      await errorsOf(
        csv(HEAD, 'a1,One,,,,,Tag,,,,,', 'A2,Two,,,,,Free,,,,,', 'a2,Three,,,,,Free,,,,,', ',Four,,,,,,,,,,'),
      ),
    ).toEqual([
      '2 raceNumber race-number-taken',
      '2 trackerName tracker-has-person',
      '4 raceNumber race-number-repeated',
      '4 trackerName tracker-has-person',
    ]);
  });

  test('unknown devices and communication accounts', async () => {
    await addTerminals('北斗1', '北斗2', '北斗2');
    const card = String(4_400_000 + 10 * count + 1);
    expect(
      await errorsOf(
        csv(HEAD, ',One,,,,,Nothing,北斗9,,,,', ',Two,,,,,,北斗2,,,,', `,Three,,,,,,${card},,,,`),
      ),
    ).toEqual([
      '2 trackerName tracker-unknown',
      '2 communicationAccount communication-account-unknown',
      '3 communicationAccount communication-account-ambiguous',
    ]);
    const outsider = await (await world.account('outside')).person('outsider');
    expect(await errorsOf(csv(HEAD, `,Spy,,,,,,${card},,,,`), outsider)).toEqual([
      '2 communicationAccount communication-account-unknown',
    ]);
  });

  test('a person whom a user of a limited scope would not see', async () => {
    const { groupId } = await ada.call('createGroup', { groupName: 'Visible' });
    await account.tracker(`${count}-1`, 'Hidden tag');
    await account.tracker(`${count}-2`, 'Tag', groupId);
    const guide = await account.person(`guide ${count}`, { permission: 'editor', groupIds: [groupId] });
    const file = csv(HEAD, ',One,,,,,,,,,,', ',Two,,,,,Hidden tag,,,,,', ',Three,,,,,Tag,,,,,');
    expect(await errorsOf(file, guide)).toEqual([
      '2 trackerName person-device-required',
      '3 trackerName tracker-unknown',
    ]);
  });

  test('a sheet without names', async () => {
    await expect(ada.call('batchCreatePeople', { file: csv('Age', '3') })).rejects.toMatchObject({
      errorName: 'sheet-headings',
    });
  });
});

test('imports its template without the example, and the file that it exports', async () => {
  const stream = await ada.client.stream('getPeopleTemplate', { lang: 'zh_CN' });
  const template = new Uint8Array(await new Response(stream).arrayBuffer());
  expect(textsOf(template)[0]).toEqual([
    '参赛号',
    '姓名',
    '性别',
    '年龄',
    '国籍',
    '电话',
    '绑定设备',
    '通信账号',
    '紧急联系人',
    '紧急联系电话',
    '俱乐部',
    '备注',
  ]);
  const file = new File([template], 'template.xlsx');
  expect(await ada.call('batchCreatePeople', { file })).toMatchObject({ total: 0, failed: 0 });

  await expect(ada.call('exportPeopleExcel', {})).rejects.toMatchObject({ errorName: 'export-empty' });
  const { personId } = await ada.call('createPeople', {
    raceNumber: '007',
    personName: 'Kari Nordmann',
    gender: 'female',
    age: 9,
    nationality: 'NOR',
    phone: '+47 22 00 00 00',
  });
  await ada.call('withdrawPeople', { personIds: [personId] });
  const { taskProgressId } = await ada.call('exportPeopleExcel', { status: 'WITHDRAWN' });
  const exported = await readTaskFile(world, ada, taskProgressId);
  expect(textsOf(exported)[1]).toEqual([
    '007',
    'Kari Nordmann',
    'Female',
    '9',
    'Norway',
    '+47 22 00 00 00',
    ...Array(6).fill(null),
    'Withdrawn',
  ]);
  await ada.call('batchDeletePeople', { personIds: [personId] });
  await save(new File([new Uint8Array(exported)], 'exported.xlsx'));
  expect(await listOf()).toMatchObject([
    { raceNumber: '007', gender: 'female', age: 9, nationality: 'NOR', status: 'IN_RACE' },
  ]);
});
