import type { TaskProgress } from '@wakeline/contract/tasks';
import { openSheet } from '@wakeline/formats/spreadsheets/open-sheet';
import type { SheetCell } from '@wakeline/formats/spreadsheets/sheet-cell';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { eventually } from '../../../ingest/testing/eventually.ts';
import type { Person } from '../../../testing/person.ts';
import { readTaskFile } from '../../../testing/task-file.ts';
import { startWorld, type World, type WorldAccount } from '../../../testing/world.ts';

const SHEET_LIMITS = { rows: 1_000, columns: 100, unpackedBytes: 1_048_576 };

let world: World;
let account: WorldAccount;
let ada: Person;
let mei: Person;
let outsider: Person;
let count = 0;

beforeAll(async () => {
  world = await startWorld();
  outsider = await (await world.account('outside')).person('outsider');
});
afterAll(() => world.stop());
beforeEach(async () => {
  count += 1;
  account = await world.account(`harbour ${count}`);
  ada = await account.person(`ada ${count}`);
  mei = await account.person(`mei ${count}`, { language: 'zh_CN' });
});

/** Cards are unique on the server. */
const card = (index: number) => String(4_500_000 + count * 100 + index);
const imei = (index: number) => `3002341${String(count * 100 + index).padStart(8, '0')}`;
const csv = (...lines: readonly string[]) => new File([`${lines.join('\n')}\n`], 'terminals.csv');
const HEAD = 'Name,Card number/IMEI,Network,Device,Level,Service frequency (s),Gateway,Note,Password';

const create = (form: object, person = ada) =>
  person.call('createBdUsers', {
    bdUsers: [{ bdUserName: 'Old', cardNumber: card(1), network: 'beidou', password: 'abc123', ...form }],
  });
const listOf = async (person = ada) => (await person.call('queryBdUsers', { pageSize: 100 })).list;
const hashOf = async (cardNumber: string) =>
  (
    await world.database.db
      .selectFrom('communication_account')
      .where('card_number', '=', cardNumber)
      .select('password_hash')
      .executeTakeFirst()
  )?.password_hash;

async function save(file: File, person = ada): Promise<TaskProgress> {
  const { taskProgressId } = await person.call('importBdUsers', { file, save: true });
  return eventually('the import ends', async () => {
    const { list } = await person.call('queryAllTaskProgress', {});
    const task = list.find((one) => one.taskProgressId === taskProgressId);
    return task?.state === 'done' || task?.state === 'failed' ? task : null;
  });
}

/** Errors of each row, as `row field error`. */
async function errorsOf(file: File, person = ada): Promise<readonly string[]> {
  const { rows } = await person.call('importBdUsers', { file });
  return rows.flatMap(({ row, errors }) => errors.map(({ field, error }) => `${row} ${field} ${error}`));
}

const cellsOf = (bytes: Uint8Array): readonly (readonly SheetCell[])[] =>
  [...openSheet(bytes, SHEET_LIMITS).rows()].flat().map(({ cells }) => cells);

describe('the import of communication accounts', () => {
  test('stores the valid rows with all fields, and returns the others as a sheet', async () => {
    await account.tracker(`${count}-1`, `Boat ${count}`);
    const file = csv(
      HEAD,
      `渔船1,${card(1)},北斗,Boat ${count},3,60,BeiDou operator,bridge,abc123`,
      `Buoy7,${imei(1)},iridium,,,,,,pass12`,
      `Bad name,${card(2)},BeiDou,,,,,,abc123`,
    );
    const preview = await ada.call('importBdUsers', { file });
    expect(preview).toMatchObject({ taskProgressId: null, total: 3, failed: 1, unknownColumns: [] });
    expect(await listOf()).toEqual([]);
    // Passwords are not displayed.
    expect(preview.rows.map(({ cells }) => cells.at(-1))).toEqual(['••••', '••••', '••••']);

    const task = await save(file);
    expect(task).toMatchObject({
      state: 'done',
      name: 'Import communication accounts (terminals.csv): added 2, changed 0, failed 1',
    });
    expect(await listOf()).toMatchObject([
      { bdUserName: 'Buoy7', cardNumber: imei(1), network: 'iridium', trackerId: null, note: '' },
      {
        bdUserName: '渔船1',
        cardNumber: card(1),
        network: 'beidou',
        trackerName: `Boat ${count}`,
        level: 3,
        frequency: 60,
        gateway: 'beidou-operator',
        note: 'bridge',
      },
    ]);
    expect(await hashOf(card(1))).toMatch(/^\$argon2id\$/);
    const failures = cellsOf(await readTaskFile(world, ada, task.taskProgressId));
    expect(failures.map((cells) => [cells[1], cells.at(-1)])).toEqual([
      ['Card number/IMEI', 'Error'],
      [card(2), 'Name: the name must have 1 to 8 Chinese characters, letters or digits'],
    ]);
    const entries = (await ada.call('queryAuditLog', { action: 'importBdUsers' })).list;
    expect(entries).toMatchObject([
      { after: { added: 2, changed: 0, failed: 1, cardNumbers: [card(1), imei(1)] } },
      { target: 'terminals.csv' },
    ]);
  });

  test('takes back an exported sheet, in which something was corrected', async () => {
    await account.tracker(`${count}-1`, 'Twin');
    const twin = await account.tracker(`${count}-2`, 'Twin');
    await create({ trackerId: twin, note: 'old', level: 3, gateway: 'beidou-machine' });
    await create({ bdUserName: 'Buoy', cardNumber: imei(1), network: 'inreach', note: 'north' });
    const before = await listOf();
    const hash = await hashOf(card(1));
    const { taskProgressId } = await ada.call('exportBdUserExcelFile', { format: 'csv' });
    const text = (await readTaskFile(world, ada, taskProgressId)).toString('utf8');
    expect(await save(new File([text], 'export.csv'))).toMatchObject({
      name: 'Import communication accounts (export.csv): added 0, changed 0, failed 0',
      url: null,
    });
    expect(await listOf()).toEqual(before);

    const corrected = text.replace('old', 'new').replace('BeiDou command machine', '');
    expect(await save(new File([corrected], 'export.csv'))).toMatchObject({
      name: 'Import communication accounts (export.csv): added 0, changed 1, failed 0',
    });
    expect(await listOf()).toEqual(
      before.map((one) => (one.cardNumber === card(1) ? { ...one, note: 'new', gateway: null } : one)),
    );
    expect(await hashOf(card(1))).toBe(hash);
  });

  test('changes what the sheet has, and keeps what it lacks', { tags: ['long'] }, async () => {
    const trackerId = await account.tracker(`00${count}77`, 'Boat');
    await create({ trackerId, note: 'keep', level: 3 });
    await save(csv('Name,Card number/IMEI,Network,Device', `New,0${card(1)},BeiDou,${count}77`));
    expect(await listOf()).toMatchObject([{ bdUserName: 'New', trackerId, note: 'keep', level: 3 }]);
    const hash = await hashOf(card(1));
    await save(csv('Name,Card number/IMEI,Network,Device,Password', `New,${card(1)},BeiDou,,xyz789`));
    expect(await listOf()).toMatchObject([{ bdUserName: 'New', trackerId: null, note: 'keep' }]);
    expect(await hashOf(card(1))).not.toBe(hash);
  });

  test('names the error of each cell', async () => {
    const carrier = await account.tracker(`${count}-1`, 'Taken');
    await account.tracker(`${count}-2`, 'Free');
    for (const index of [3, 4]) await account.tracker(`${count}-${index}`, 'Twin');
    await create({ cardNumber: card(90), trackerId: carrier });
    await create({ cardNumber: imei(90), network: 'iridium' });
    expect(
      await errorsOf(
        csv(
          HEAD,
          `,${card(1)},BeiDou,,,,,,abc123`,
          `A,,BeiDou,,,,,,abc123`,
          `A,12345,BeiDou,,,,,,abc123`,
          `A,8.6E+14,Iridium,,,,,,abc123`,
          `A,${card(1)},,,,,,,abc123`,
          `A,${card(1)},Starlink,,,,,,abc123`,
          `A,${card(1)},Iridium,,,,,,abc123`,
          `A,${card(1)},BeiDou,Nowhere,,,,,abc123`,
          `A,${card(2)},BeiDou,Twin,,,,,abc123`,
          `A,${card(3)},BeiDou,Taken,,,,,abc123`,
          `A,${card(4)},BeiDou,,6,,,,abc123`,
          `A,${card(4)},BeiDou,,x,,,,abc123`,
          `A,${card(4)},BeiDou,,,0,,,abc123`,
          `A,${card(4)},BeiDou,,,,Pigeon,,abc123`,
          `A,${card(4)},BeiDou,,,,Iridium e-mail,,abc123`,
          `A,${card(4)},BeiDou,,,,,,short`,
          `A,${card(5)},BeiDou,,,,,,`,
          `A,${imei(90)},inReach,,,,,,`,
          `A,${card(6)},BeiDou,Free,,,,,abc123`,
          `A,0${card(6)},BeiDou,,,,,,abc123`,
          `A,${card(7)},BeiDou,Free,,,,,abc123`,
        ),
      ),
    ).toEqual([
      '2 bdUserName field-invalid',
      '3 cardNumber field-invalid',
      '4 cardNumber field-invalid',
      '5 cardNumber cell-rounded',
      '6 network network-unknown',
      '7 network network-unknown',
      '8 cardNumber card-network-mismatch',
      '9 trackerName tracker-unknown',
      '10 trackerName tracker-ambiguous',
      '11 trackerName tracker-has-terminal',
      '12 level field-invalid',
      '13 level field-invalid',
      '14 frequency field-invalid',
      '15 gateway terminal-gateway-unknown',
      '16 gateway terminal-gateway-mismatch',
      '17 password field-invalid',
      '18 password field-invalid',
      '19 network card-network-mismatch',
      '21 cardNumber card-number-repeated',
      '22 trackerName tracker-has-terminal',
    ]);
  });

  test('names errors in the language of the reader, and which row has the same card', async () => {
    const file = csv(HEAD, `A,${card(1)},北斗,,,,,,abc123`, `A,${card(1)},北斗,,,,,,abc123`);
    const { rows } = await mei.call('importBdUsers', { file });
    expect(rows[1]?.errors).toEqual([
      { field: 'cardNumber', error: 'card-number-repeated', message: '该卡号在表格中重复（第2行）' },
    ]);
  });

  test('does not reveal whose a card is, and changes no terminal of others', async () => {
    await create({ cardNumber: card(1), bdUserName: 'Secret', note: 'hidden' }, outsider);
    await create({ cardNumber: imei(1), network: 'iridium', bdUserName: 'Modem' });
    const bdhl = await account.person(`bdhl ${count}`, { roles: ['eob_plugin_bdhl'] });
    const file = csv(HEAD, `Mine,${card(1)},BeiDou,,,,,,abc123`, `Mine,${imei(1)},BeiDou,,,,,,abc123`);
    const { rows } = await bdhl.call('importBdUsers', { file });
    expect(JSON.stringify(rows)).not.toMatch(/Secret|hidden|outside|Modem/);
    expect(rows[0]?.errors).toEqual([
      {
        field: 'cardNumber',
        error: 'card-number-taken',
        message: 'This card number is already in use; please check the number',
      },
    ]);
    const irim = csv(HEAD, `Mine,${imei(1)},Iridium,,,,,,abc123`);
    expect(await errorsOf(irim, bdhl)).toEqual(['2 cardNumber card-number-taken', '2 network not-allowed']);
    expect(await save(file, bdhl)).toMatchObject({
      name: expect.stringContaining('added 0, changed 0, failed 2'),
    });
    expect(await listOf(outsider)).toContainEqual(expect.objectContaining({ bdUserName: 'Secret' }));
  });

  test('keeps users of some groups to the devices of these groups', async () => {
    const { groupId } = await ada.call('createGroup', { groupName: `North ${count}` });
    await account.tracker(`${count}-1`, 'Inside', groupId);
    await account.tracker(`${count}-2`, 'Outside');
    const eve = await account.person(`eve ${count}`, { groupIds: [groupId] });
    expect(
      await errorsOf(
        csv(
          HEAD,
          `A,${card(1)},BeiDou,Inside,,,,,abc123`,
          `A,${card(2)},BeiDou,Outside,,,,,abc123`,
          `A,${card(3)},BeiDou,,,,,,abc123`,
        ),
        eve,
      ),
    ).toEqual(['3 trackerName tracker-unknown', '4 trackerName not-allowed']);
  });

  test('refuses rows above the limit of the account', async () => {
    const { db } = world.database;
    const { accountId } = account;
    await db
      .insertInto('communication_account')
      .columns([
        'account_id',
        'name',
        'note',
        'password_hash',
        'network',
        'card_number',
        'card_key',
        'created_at',
      ])
      .expression((query) =>
        query
          .selectFrom(query.fn<{ n: number }>('generate_series', [query.lit(1), query.lit(19_999)]).as('n'))
          .select((one) => [
            one.val(accountId).as('account_id'),
            one.val('Row').as('name'),
            one.val('').as('note'),
            one.val('').as('password_hash'),
            one.val('beidou' as const).as('network'),
            one.val('').as('card_number'),
            one.cast<string>(one.ref('n'), 'text').as('card_key'),
            one.fn<Date>('now', []).as('created_at'),
          ]),
      )
      .execute();
    const file = csv(HEAD, `A,${card(1)},BeiDou,,,,,,abc123`, `A,${card(2)},BeiDou,,,,,,abc123`);
    expect(await errorsOf(file)).toEqual(['3 cardNumber communication-account-limit']);
    await db.deleteFrom('communication_account').where('account_id', '=', accountId).execute();
  });

  test('refuses viewers, and users without a function', async () => {
    const file = csv(HEAD);
    for (const options of [{ permission: 'viewer' }, { roles: [] }] as const) {
      const person = await account.person(`no ${count} ${Object.keys(options)}`, options);
      await expect(person.call('importBdUsers', { file })).rejects.toMatchObject({
        errorName: 'not-allowed',
      });
    }
  });

  test('refuses files that are no sheet of communication accounts', async () => {
    const refused = (content: string, name = 'terminals.csv') =>
      expect(ada.call('importBdUsers', { file: new File([content], name) })).rejects;
    await refused('%PDF-1.7 terminals').toMatchObject({ errorName: 'sheet-type' });
    await refused('PK\u0003\u0004 not a workbook', 'terminals.xlsx').toMatchObject({
      errorName: 'sheet-malformed',
    });
    await refused('Colour,Size\nred,3\n').toMatchObject({ errorName: 'sheet-headings' });
    await refused('').toMatchObject({ errorName: 'sheet-empty' });
  });

  test('refuses more rows than a sheet may have, and a cell of 20 MB', { tags: ['long'] }, async () => {
    const many = csv(HEAD, ...Array.from({ length: 100_001 }, () => 'A,1,BeiDou'));
    await expect(ada.call('importBdUsers', { file: many })).rejects.toMatchObject({
      errorName: 'sheet-rows',
    });
    const large = csv(HEAD, `A,${card(1)},BeiDou,,,,,${'x'.repeat(20 * 1_048_576)},abc123`);
    await expect(ada.call('importBdUsers', { file: large })).rejects.toMatchObject({
      errorName: 'sheet-malformed',
      details: { row: 2 },
    });
  });
});

test.each([
  ['zh_CN', '名称'],
  ['en_US', 'Name'],
] as const)('the template in %s has the columns, and its example is not imported', async (lang, heading) => {
  const stream = await ada.client.stream('getBdUserTemplate', { lang });
  const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
  const [headings] = cellsOf(bytes);
  expect(headings).toHaveLength(11);
  expect(headings?.[0]).toBe(heading);
  expect(await ada.call('importBdUsers', { file: new File([bytes], 'template.xlsx') })).toMatchObject({
    total: 0,
    failed: 0,
    unknownColumns: [],
  });
});
