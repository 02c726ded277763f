import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { eventually } from '../../ingest/testing/eventually.ts';
import { filesInFolder } from '../../testing/files.ts';
import type { Person } from '../../testing/person.ts';
import { sheetCells } from '../../testing/sheet-cells.ts';
import { readTaskFile } from '../../testing/task-file.ts';
import { startWorld, type World, type WorldAccount } from '../../testing/world.ts';
import { sendEobBdMsgsWorker } from './send-batch.ts';

let world: World;
let account: WorldAccount;
let ada: Person;
let outsider: Person;
let count = 0;
let terminals = 0;

beforeAll(async () => {
  // Nothing listens on port 9: all messages wait.
  world = await startWorld({
    environment: {
      WAKELINE_SMTP_URL: 'smtp://127.0.0.1:9',
      WAKELINE_SMTP_FROM: 'wakeline@harbour.example',
      WAKELINE_IRIDIUM_EMAIL: 'data@iridium.example',
    },
  });
  outsider = await (await world.account('outside')).person('outsider');
});
afterAll(() => world.stop());
beforeEach(async () => {
  count += 1;
  account = await world.account(`harbour ${count}`);
  ada = await account.person(`ada ${count}`);
});

async function create(amount: number, form: object = {}): Promise<number[]> {
  const bdUsers = Array.from({ length: amount }, () => {
    terminals += 1;
    return {
      bdUserName: `Buoy${terminals}`,
      cardNumber: `30023402${String(terminals).padStart(7, '0')}`,
      network: 'iridium' as const,
      password: 'abc123',
      ...form,
    };
  });
  return (await ada.call('createBdUsers', { bdUsers })).bdUserIds;
}

const openFiles = () =>
  filesInFolder({
    db: world.database.db,
    root: world.dataDir,
    prefix: world.prefix,
    now: () => world.clock.now(),
  });
const contents = async () =>
  (await ada.call('queryHistoryEobBdMsgs', {})).list.map(({ bdUserId, content }) => [bdUserId, content]);
const taskOf = async (taskProgressId: number) =>
  (await ada.call('queryAllTaskProgress', {})).list.find((task) => task.taskProgressId === taskProgressId);

describe('a message to many terminals', () => {
  test('is stored for each, and the result names the ones that are refused', async () => {
    const [first = 0, second = 0] = await create(2);
    // No gateway of BeiDou is configured.
    const [beidou = 0] = await create(1, {
      bdUserName: 'Gull',
      network: 'beidou',
      cardNumber: String(5_000_000 + count),
    });
    const sent = await ada.call('batchSendEobBdMsg', {
      bdUserIds: [second, first, beidou, first],
      content: ' 返港 ',
    });
    expect(sent.terminals).toBe(3);
    const cells = sheetCells(await readTaskFile(world, ada, sent.taskProgressId));
    expect(cells.slice(1).map(([name, , result]) => [name, result])).toEqual([
      [`Buoy${terminals - 2}`, 'Stored'],
      [`Buoy${terminals - 1}`, 'Stored'],
      ['Gull', 'Refused'],
    ]);
    expect(cells[3]?.[3]).toBe('No gateway to this terminal is configured; ask the operator of the server');
    expect((await contents()).toSorted()).toEqual([
      [first, '返港'],
      [second, '返港'],
    ]);
    expect(await taskOf(sent.taskProgressId)).toMatchObject({
      name: 'Send a satellite message to 3 terminals: 2 stored, 1 refused',
      cancellable: false,
    });
    const { list: audit } = await ada.call('queryAuditLog', { pageSize: 1 });
    expect(audit[0]).toMatchObject({ action: 'batchSendEobBdMsg', target: '返港', after: { count: 3 } });
  });

  test('goes to the terminals that match a filter when it is called', async () => {
    const [first = 0] = await create(1, { note: 'north' });
    await create(1);
    const { taskProgressId, terminals: matching } = await ada.call('batchSendEobBdMsg', {
      filter: { keywords: 'NORTH' },
      content: 'x',
    });
    await readTaskFile(world, ada, taskProgressId);
    expect(matching).toBe(1);
    expect(await contents()).toEqual([[first, 'x']]);
  });

  test('is not stored again by a task that runs again, nor by a repeated call', async () => {
    const bdUserIds = await create(3);
    const payload = { bdUserIds, content: 'x', requestKey: 'request-1' };
    const { taskProgressId } = await ada.call('batchSendEobBdMsg', payload);
    await readTaskFile(world, ada, taskProgressId);
    const { db } = world.database;
    const { subject } = await db
      .selectFrom('task')
      .where('task_id', '=', taskProgressId)
      .select('subject')
      .executeTakeFirstOrThrow();
    const worker = sendEobBdMsgsWorker({
      db,
      clock: world.clock,
      satelliteGateways: new Set(['iridium-email']),
      files: openFiles(),
    });
    const again = await worker.run({
      taskId: taskProgressId,
      accountId: account.accountId,
      userId: null,
      subject: subject as never,
      signal: new AbortController().signal,
      progress: async () => undefined,
    });
    expect(again?.outcome).toEqual({ stored: 3, refused: 0 });
    const repeated = await ada.call('batchSendEobBdMsg', payload);
    await readTaskFile(world, ada, repeated.taskProgressId);
    expect(await contents()).toHaveLength(3);
  });

  test('refuses terminals of others, none, too many, and urgent ones of editors', async () => {
    const [id = 0] = await create(1);
    const send = (form: object, person = ada) => person.call('batchSendEobBdMsg', { content: 'x', ...form });
    await expect(send({ bdUserIds: [id] }, outsider)).rejects.toMatchObject({
      errorName: 'communication-account-unknown',
    });
    for (const form of [{}, { filter: { keywords: 'nobody' } }, { bdUserIds: [id], filter: {} }])
      await expect(send(form)).rejects.toMatchObject({ errorName: 'satellite-receiver-missing' });
    const editor = await account.person(`editor ${count}`, { permission: 'editor' });
    await expect(send({ bdUserIds: [id], urgent: true }, editor)).rejects.toMatchObject({
      errorName: 'not-allowed',
    });
    await expect(send({ bdUserIds: [id], content: ' ' })).rejects.toMatchObject({
      errorName: 'field-invalid',
    });
    await sql`
      insert into communication_account
        (account_id, name, note, password_hash, network, card_number, card_key, created_at)
      select ${account.accountId}, 'Many', '', '', 'iridium', number, number, now()
      from (select lpad((300235000000000 + number)::text, 15, '0') as number
        from generate_series(1, 5001) as number) as numbers`.execute(world.database.db);
    await expect(send({ filter: {} })).rejects.toMatchObject({ errorName: 'satellite-batch-limit' });
  });

  test('stops when its user loses the right', async () => {
    const bdUserIds = await create(1);
    const editor = await account.person(`editor ${count}`, { permission: 'editor' });
    const { db } = world.database;
    const worker = sendEobBdMsgsWorker({
      db,
      clock: world.clock,
      satelliteGateways: new Set(['iridium-email']),
      files: openFiles(),
    });
    const subject = {
      userId: editor.userId,
      bdUserIds,
      content: 'x',
      urgent: true,
      requestKey: 'batch:lost-right',
      language: 'en_US' as const,
      timeZone: 'UTC',
    };
    const run = { taskId: 1, accountId: account.accountId, userId: editor.userId, subject };
    const signal = new AbortController().signal;
    await expect(worker.run({ ...run, signal, progress: async () => undefined })).rejects.toMatchObject({
      errorName: 'not-allowed',
    });
    expect(await contents()).toEqual([]);
  });
});

describe('the export of the record', () => {
  test('has the messages that match, with their times in the zone of the account', async () => {
    const [first = 0, second = 0] = await create(2);
    await ada.call('sendEobBdMsg', { bdUserIds: [first], content: '返港' });
    const { messages } = await ada.call('sendEobBdMsg', { bdUserIds: [second], content: '=1+1' });
    await ada.call('sendEobBdMsg', { bdUserIds: [second], content: 'other' });
    const messageId = messages[0]?.messageId ?? 0;
    await eventually(
      'the mail server is not there',
      async () => (await ada.call('queryEobBdMsgSteps', { messageId })).message.reason === 'offline',
    );
    await sql`
      update satellite_message set created_at = '2026-11-23T04:05:06Z', latitude = 22.25, longitude = 113.5,
        altitude = 3, place_at = '2026-11-23T04:00:00Z'
      where message_id = ${messageId}`.execute(world.database.db);
    const filter = { bdUserId: second, keywords: '=1+1', states: ['waiting' as const] };
    const { taskProgressId } = await ada.call('exportEobBdMsgExcelFile', filter);
    const [headings = [], ...rows] = sheetCells(await readTaskFile(world, ada, taskProgressId));
    expect(rows).toHaveLength(1);
    const byHeading = Object.fromEntries(headings.map((heading, index) => [heading, rows[0]?.[index]]));
    expect(byHeading).toMatchObject({
      Terminal: `Buoy${terminals}`,
      Network: 'Iridium',
      Type: 'Console to terminal',
      Sender: `ada ${count}`,
      Text: '=1+1',
      State: 'Waiting',
      Reason: 'Gateway not connected',
      Latitude: 22.25,
      Longitude: 113.5,
    });
    const { taskProgressId: csvId } = await ada.call('exportEobBdMsgExcelFile', { ...filter, format: 'csv' });
    const csv = (await readTaskFile(world, ada, csvId)).toString('utf8');
    // 8 hours before UTC: Shanghai.
    expect(csv).toContain('2026-11-23 12:05:06');
    expect(csv).toContain('2026-11-23 12:00:00');
    expect(csv).not.toContain('other');
  });

  test('refuses an empty one, a wrong order of times, and terminals of others', async () => {
    const [id = 0] = await create(1);
    const start = (form: object, person = ada) => person.call('exportEobBdMsgExcelFile', form);
    await expect(start({})).rejects.toMatchObject({ errorName: 'export-empty' });
    await expect(start({ startTime: 2, endTime: 1 })).rejects.toMatchObject({ errorName: 'time-order' });
    await expect(start({ bdUserId: id }, outsider)).rejects.toMatchObject({
      errorName: 'communication-account-unknown',
    });
  });
});
