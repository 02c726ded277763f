import type { ReportScheduleForm } from '@wakeline/contract/reports/schedules';
import { openSheet } from '@wakeline/formats/spreadsheets/open-sheet';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { confirmRecipient } from '../../../delivery/recipients.ts';
import { eventually } from '../../../ingest/testing/eventually.ts';
import { MailServer } from '../../../testing/mail-server.ts';
import { readPdf } from '../../../testing/pdf-text.ts';
import type { Person } from '../../../testing/person.ts';
import {
  attachmentsOf,
  contentOf,
  dailySchedule,
  subjectOf,
  textOf,
} from '../../../testing/scheduled-reports.ts';
import { startWorld, type World, type WorldAccount } from '../../../testing/world.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
/** Of the server. */
const CHECK_INTERVAL = 10_000;
const PUBLIC = 'https://watch.example';
const SHEET_LIMITS = { rows: 1_000, columns: 100, unpackedBytes: 4 * 1_048_576 };

let mails: MailServer;
let world: World;

const environment = () => ({
  WAKELINE_SMTP_URL: mails.url,
  WAKELINE_SMTP_FROM: 'reports@harbour.example',
  WAKELINE_PUBLIC_URL: PUBLIC,
});

beforeAll(async () => {
  mails = await MailServer.start();
  world = await startWorld({ environment: environment() });
});
// Schedules of former tests are not due in later ones.
afterEach(async () => {
  await world.database.db.updateTable('report_schedule').set({ next_at: null }).execute();
});
afterAll(async () => {
  await world.stop();
  await mails.stop();
});

/** A second server on the same database and files. */
function startSecond(): Promise<World> {
  const shared = { ...environment(), WAKELINE_DATA: world.dataDir };
  return startWorld({ sharesDatabaseWith: world, environment: shared });
}

let count = 0;

interface Harbour {
  readonly account: WorldAccount;
  readonly ada: Person;
  readonly groupId: number;
  readonly email: string;
}

/** An account with a device in a group, another device, and its holder with a confirmed address. */
async function createHarbour(): Promise<Harbour> {
  count += 1;
  const account = await world.account(`harbour ${count}`);
  const ada = await account.person(`ada ${count}`);
  const { groupId } = await ada.call('createGroup', { groupName: 'Quay' });
  const gull = await account.tracker(`1380000${String(count).padStart(4, '0')}`, 'Gull', groupId);
  await account.tracker(`1390000${String(count).padStart(4, '0')}`, 'Tern');
  // Gull drove on each day.
  const day = Date.UTC(2026, 4, 1) / DAY;
  await world.database.db
    .insertInto('device_day')
    .values(
      Array.from({ length: 120 }, (_, at) => ({
        tracker_id: gull,
        day: day + at,
        trip_time: HOUR,
        trips: 1,
      })),
    )
    .execute();
  const email = `ada${count}@harbour.example`;
  await confirmUser(ada, ada, email);
  return { account, ada, groupId, email };
}

/** Gives a user an address that is confirmed. */
async function confirmUser(manager: Person, user: Person, email: string): Promise<void> {
  const { recipientId } = await manager.call('addRecipient', {
    recipient: { kind: 'user', userId: user.userId, email, phone: null },
  });
  await confirm(recipientId);
}

function confirm(recipientId: number): Promise<void> {
  const now = world.clock.now();
  return world.database.db.transaction().execute((tx) => confirmRecipient(tx, recipientId, 'email', now));
}

/** Advances to 06:00 of the next day in the time zone of accounts. */
async function advanceToSix(person: Person): Promise<void> {
  const now = world.clock.now();
  // 06:00 in China is 22:00 UTC.
  const next = Math.floor((now - 22 * HOUR) / DAY) * DAY + DAY + 22 * HOUR;
  world.clock.advance(next - now);
  await person.signIn();
}

async function scheduleOf(person: Person, scheduleId: number) {
  const { list } = await person.call('queryReportSchedules', {});
  const schedule = list.find((one) => one.scheduleId === scheduleId);
  if (schedule === undefined) throw new Error('the schedule is not listed');
  return schedule;
}

function readRow(scheduleId: number) {
  return world.database.db
    .selectFrom('report_schedule')
    .selectAll()
    .where('schedule_id', '=', scheduleId)
    .executeTakeFirstOrThrow();
}

/** Waits until the last run of a schedule has ended. */
function ended(person: Person, scheduleId: number) {
  return eventually('the run has ended', async () => {
    const { lastRun } = await scheduleOf(person, scheduleId);
    return lastRun !== null && lastRun.endTime !== null && lastRun;
  });
}

async function nextMail(address: string, number: number) {
  await mails.next(address, number);
  const mail = mails.to(address)[number - 1];
  if (mail === undefined) throw new Error('there is no mail');
  return mail;
}

const cellsOf = (bytes: Uint8Array) =>
  [...openSheet(new Uint8Array(bytes), SHEET_LIMITS).rows()].flat().map(({ cells }) => cells);

async function refusalOf(call: Promise<unknown>): Promise<string | null> {
  return call.then(
    () => null,
    (error: { errorName: string }) => error.errorName,
  );
}

describe('a run', () => {
  test('sends files to users and addresses, in their languages, attached and linked', async () => {
    const { account, ada, email } = await createHarbour();
    const lin = await account.person(`lin ${count}`, { permission: 'viewer', language: 'zh_CN' });
    await confirmUser(ada, lin, `lin${count}@harbour.example`);
    const [duty, other] = [`duty${count}@port.example`, `other${count}@port.example`];
    const { scheduleId } = await ada.call('saveReportSchedule', {
      schedule: dailySchedule({
        formats: ['xlsx', 'csv'],
        userIds: [ada.userId, lin.userId],
        addresses: [
          { address: duty, language: 'zh_CN' },
          { address: other, language: 'en_US' },
        ],
      }),
    });
    // Both addresses get a code; one of them confirms.
    await nextMail(duty, 1);
    await nextMail(other, 1);
    const { list: recipients } = await ada.call('queryRecipients', {});
    await confirm(recipients.find(({ recipientName }) => recipientName === duty)?.recipientId ?? 0);
    const before = await scheduleOf(ada, scheduleId);
    // 06:00 on 2 June in China.
    expect(before).toMatchObject({ nextTime: Date.UTC(2026, 5, 1, 22), lastRun: null });
    expect(before.addresses).toEqual([
      { address: duty, language: 'zh_CN', state: 'confirmed' },
      { address: other, language: 'en_US', state: 'unconfirmed' },
    ]);
    await advanceToSix(ada);
    const run = await ended(ada, scheduleId);
    expect(run).toMatchObject({ state: 'done', rows: 2, startDay: '2026-06-01', endDay: '2026-06-01' });
    expect(run).toMatchObject({ isManual: false, dueTime: Date.UTC(2026, 5, 1, 22), reason: null });

    const mail = await nextMail(email, 1);
    expect(subjectOf(mail)).toMatch(/^\[.+\] Daily overview: Operation overview, 2026-06-01$/);
    expect(mail.text).toContain('Period: 2026-06-01 (Asia/Shanghai)');
    expect(mail.text).toContain('The report is attached.');
    // Seven days after the run.
    expect(mail.text).toContain('The links end at 2026-06-09 06:00.');
    expect([...attachmentsOf(mail).keys()]).toEqual([
      'Operation overview 2026-06-02.csv',
      'Operation overview 2026-06-02.xlsx',
    ]);
    const sheet = attachmentsOf(mail).get('Operation overview 2026-06-02.xlsx') ?? Buffer.alloc(0);
    expect(cellsOf(sheet).map(([name]) => name)).toEqual(['Device', 'Gull', 'Tern', 'Total']);

    const ofLin = await nextMail(`lin${count}@harbour.example`, 1);
    expect(subjectOf(ofLin)).toContain('Daily overview: 运行总览, 2026-06-01');
    const ofDuty = await nextMail(duty, 2);
    expect(textOf(ofDuty)).toContain('统计时间：2026-06-01（Asia/Shanghai）');
    expect(textOf(ofDuty)).not.toContain('批量任务');
    expect([...attachmentsOf(ofDuty).keys()]).toEqual([
      '运行总览 2026-06-02.csv',
      '运行总览 2026-06-02.xlsx',
    ]);
    const [head] = cellsOf(attachmentsOf(ofDuty).get('运行总览 2026-06-02.xlsx') ?? Buffer.alloc(0));
    expect(head?.[0]).toBe('设备名称');
    // Nothing but the code.
    expect(mails.to(other)).toHaveLength(1);

    // Users have the files in their task lists as well.
    for (const [person, name] of [
      [ada, 'Scheduled report “Daily overview”: operation overview 2026-06-01'],
      [lin, '定时报表“Daily overview”：运行总览 2026-06-01'],
    ] as const) {
      await person.signIn();
      const { list } = await person.call('queryAllTaskProgress', {});
      expect(list.map((task) => ({ name: task.name, state: task.state, retryable: task.retryable }))).toEqual(
        [
          { name, state: 'done', retryable: false },
          { name, state: 'done', retryable: false },
        ],
      );
      for (const { url } of list) {
        const response = await fetch(`${world.url}${url}`, {
          headers: { authorization: `Bearer ${await person.token()}` },
        });
        expect(response.status).toBe(200);
      }
    }
    const { list: tasks } = await lin.call('queryAllTaskProgress', {});
    const outsider = await account.person(`vic ${count}`, { permission: 'administrator' });
    const refused = await fetch(`${world.url}${tasks[0]?.url}`, {
      headers: { authorization: `Bearer ${await outsider.token()}` },
    });
    expect(await refused.json()).toMatchObject({ error: 'file-unknown' });
    const { mails: counts } = (await scheduleOf(ada, scheduleId)).lastRun ?? {};
    expect(counts).toEqual({ waiting: 0, delivered: 3, failed: 0 });
  });

  test('has links that open one file without a session, until the file or the schedule ends', async () => {
    const { ada } = await createHarbour();
    const duty = `duty${count}@port.example`;
    const { scheduleId } = await ada.call('saveReportSchedule', {
      schedule: dailySchedule({ enabled: false, addresses: [{ address: duty, language: 'en_US' }] }),
    });
    await nextMail(duty, 1);
    const { list } = await ada.call('queryRecipients', {});
    const recipientId = list.find(({ recipientName }) => recipientName === duty)?.recipientId ?? 0;
    await confirm(recipientId);
    await ada.call('runReportSchedule', { scheduleId });
    const mail = await nextMail(duty, 2);
    const link = new RegExp(`${PUBLIC}/service/report-files/[\\w.-]+`).exec(mail.text)?.[0] ?? '';
    const open = (address: string, language = 'en') =>
      fetch(address.replace(PUBLIC, world.url), { headers: { 'accept-language': language } });
    const response = await open(link);
    expect(response.status).toBe(200);
    expect(response.headers.get('content-disposition')).toMatch(/^attachment; filename="Operation overview/);
    expect(response.headers.get('referrer-policy')).toBe('no-referrer');
    expect(response.headers.get('cache-control')).toBe('private, no-store');
    expect(cellsOf(new Uint8Array(await response.arrayBuffer()))[1]?.[0]).toBe('Gull');
    // Forged for another recipient, and with another signature.
    const [fileId, , signature] = link.slice(link.lastIndexOf('/') + 1).split('.');
    const base = link.slice(0, link.lastIndexOf('/') + 1);
    for (const token of [
      `${fileId}.${recipientId + 1}.${signature}`,
      `${fileId}.${recipientId}.${'A'.repeat(24)}`,
      'x',
    ]) {
      const invalid = await open(`${base}${token}`);
      expect(invalid.status).toBe(404);
      expect(await invalid.text()).toContain('This link is not valid or has expired.');
    }
    expect(await (await open(`${base}x`, 'zh-CN')).text()).toContain('此链接无效或已过期');
    world.clock.advance(7 * DAY - 1);
    expect((await open(link)).status).toBe(200);
    world.clock.advance(2);
    expect((await open(link)).status).toBe(404);
    await ada.signIn();
    await ada.call('runReportSchedule', { scheduleId });
    const newer = new RegExp(`${PUBLIC}/service/report-files/[\\w.-]+`);
    const second = newer.exec((await nextMail(duty, 3)).text)?.[0] ?? '';
    expect((await open(second)).status).toBe(200);
    await ada.call('deleteReportSchedule', { scheduleId });
    expect((await open(second)).status).toBe(404);
  });

  test('says that there was no data, without a file or an error', async () => {
    const { ada, email } = await createHarbour();
    const { scheduleId } = await ada.call('saveReportSchedule', {
      schedule: dailySchedule({ content: contentOf({ keywords: 'nothing' }), userIds: [ada.userId] }),
    });
    await ada.call('runReportSchedule', { scheduleId });
    expect(await ended(ada, scheduleId)).toMatchObject({ state: 'done', rows: 0, isManual: true });
    const mail = await nextMail(email, 1);
    expect(mail.text).toContain('There was no data in this period, so no file was created.');
    expect(attachmentsOf(mail).size).toBe(0);
    const { list } = await ada.call('queryAllTaskProgress', {});
    expect(list).toMatchObject([{ state: 'done', url: null }]);
    // A device that did not report is no data, although it has a row.
    const schedule = dailySchedule({ content: contentOf({ keywords: 'tern' }), userIds: [ada.userId] });
    await ada.call('saveReportSchedule', { scheduleId, schedule });
    await ada.call('runReportSchedule', { scheduleId });
    expect((await nextMail(email, 2)).text).toContain('There was no data in this period');
  });

  test('links files that are too large to be attached', async () => {
    const { account, ada, email } = await createHarbour();
    const { db } = world.database;
    // 31 days of 1,500 devices with long names are about 6 MB of CSV.
    await db
      .insertInto('tracker')
      .values(
        Array.from({ length: 1_500 }, (_, at) => ({
          ...{ account_id: account.accountId, imei: `long-${count}-${at}`, password: '123456' },
          name: `${'Long name '.repeat(6)}${at}`,
        })),
      )
      .execute();
    const { scheduleId } = await ada.call('saveReportSchedule', {
      schedule: dailySchedule({
        content: contentOf({ by: 'deviceDay' }),
        ...{ period: 'lastMonth', formats: ['csv'], userIds: [ada.userId] },
      }),
    });
    await ada.call('runReportSchedule', { scheduleId });
    expect(await ended(ada, scheduleId)).toMatchObject({ state: 'done', rows: 46_562 });
    const mail = await nextMail(email, 1);
    expect(attachmentsOf(mail).size).toBe(0);
    expect(mail.text).not.toContain('attached');
    const link = new RegExp(`${PUBLIC}/service/report-files/[\\w.-]+`).exec(mail.text)?.[0] ?? '';
    const response = await fetch(link.replace(PUBLIC, world.url));
    expect((await response.arrayBuffer()).byteLength).toBeGreaterThan(5_000_000);
  });

  /** Sends a report of more rows than a PDF has space for in these formats. */
  async function expectAllRows(formats: readonly ('pdf' | 'csv')[], attached: readonly string[]) {
    const { account, ada, email } = await createHarbour();
    await world.database.db
      .insertInto('tracker')
      .values(
        Array.from({ length: 300 }, (_, at) => ({
          ...{ account_id: account.accountId, imei: `many-${count}-${at}`, password: '123456' },
          name: `Plover ${at}`,
        })),
      )
      .execute();
    const { scheduleId } = await ada.call('saveReportSchedule', {
      schedule: dailySchedule({
        content: contentOf({ by: 'deviceDay' }),
        ...{ period: 'lastMonth', formats: [...formats], userIds: [ada.userId] },
      }),
    });
    await ada.call('runReportSchedule', { scheduleId });
    const findRun = async () => (await scheduleOf(ada, scheduleId)).lastRun?.state;
    await expect.poll(findRun, { timeout: 150_000 }).toBe('done');
    // 302 devices and 31 days of May.
    expect((await scheduleOf(ada, scheduleId)).lastRun).toMatchObject({ rows: 9_362, reason: null });
    const files = attachmentsOf(await nextMail(email, 1));
    expect([...files.keys()].map((name) => name.slice(-4)).sort()).toEqual(attached);
    const [, printed] = [...files].find(([name]) => name.endsWith('.pdf')) ?? [];
    const texts = (await readPdf(printed ?? Buffer.alloc(0))).flat().map(({ text }) => text);
    expect(texts).toContain(
      '5,000 of 9,362 rows: the complete list is in the .xlsx or .csv file. Charts and totals are of all rows.',
    );
  }

  test('has all rows in a spreadsheet if a PDF has no space for them', { timeout: 300_000 }, () =>
    expectAllRows(['pdf'], ['.pdf', 'xlsx']),
  );

  test('has no further file if all rows are in one already', { timeout: 300_000, tags: ['long'] }, () =>
    expectAllRows(['pdf', 'csv'], ['.csv', '.pdf']),
  );

  test('reports notifications of groups and the handling of alarms', async () => {
    const { account, ada, groupId, email } = await createHarbour();
    await advanceToSix(ada);
    const { list: devices } = await ada.call('queryAllTrackers', {});
    const idOf = (name: string) => devices.find((one) => one.trackerName === name)?.trackerId ?? 0;
    const raise = (name: string) =>
      world.appendNotice(account.accountId, idOf(name), { noticeType: 'SOS', time: world.clock.now() });
    const sos = await raise('Gull');
    await raise('Tern');
    await ada.call('acknowledgeAlarm', { messageId: sos });
    const devicesOf = { trackerIds: [], keywords: '' };
    for (const content of [
      { report: 'notices', filter: { ...devicesOf, groupIds: [groupId] }, order: {} },
      // Times are none of a schedule.
      { report: 'alarmHandling', filter: { ...devicesOf, groupIds: [], endTime: 1 }, order: {} },
      { report: 'instructions', filter: { ...devicesOf, groupIds: [] }, order: {} },
    ] as const)
      await ada.call('saveReportSchedule', {
        schedule: dailySchedule({
          ...{ scheduleName: content.report, userIds: [ada.userId] },
          content: content as unknown as ReportScheduleForm['content'],
        }),
      });
    await advanceToSix(ada);
    await nextMail(email, 3);
    const rowsOf = (name: string) => {
      const [mail] = mails.to(email).filter((one) => subjectOf(one).includes(` ${name}: `));
      if (mail === undefined) throw new Error(`there is no mail of ${name}`);
      const [sheet] = attachmentsOf(mail).values();
      return sheet === undefined ? null : cellsOf(sheet);
    };
    expect(rowsOf('notices')?.map(([type, device]) => [type, device])).toEqual([
      ['Type', 'Device'],
      ['SOS', 'Gull'],
    ]);
    expect(rowsOf('alarmHandling')?.map((cells) => [cells[1], cells[6]])).toEqual([
      ['Device', 'Step'],
      ['Gull', 'Acknowledged'],
    ]);
    // Nothing was sent.
    expect(rowsOf('instructions')).toBeNull();
  });
});

describe('the time of a run', () => {
  test('has one run although two servers look for it', async () => {
    const { ada, email } = await createHarbour();
    const second = await startSecond();
    try {
      const schedules = [];
      for (let at = 0; at < 5; at += 1) {
        const form = dailySchedule({ scheduleName: `Report ${at}`, userIds: [ada.userId] });
        schedules.push((await ada.call('saveReportSchedule', { schedule: form })).scheduleId);
      }
      const next = (await scheduleOf(ada, schedules[0] ?? 0)).nextTime ?? 0;
      second.clock.advance(next - second.clock.now());
      world.clock.advance(next - world.clock.now());
      await ada.signIn();
      await nextMail(email, 5);
      for (const scheduleId of schedules) {
        await ended(ada, scheduleId);
        const { list } = await ada.call('queryReportRuns', { scheduleId });
        expect(list).toMatchObject([{ dueTime: next, state: 'done' }]);
      }
      expect(mails.to(email)).toHaveLength(5);
    } finally {
      await second.stop();
    }
  });

  test('that passed while no server ran has one run, of the last time', async () => {
    const { ada } = await createHarbour();
    const { scheduleId } = await ada.call('saveReportSchedule', {
      schedule: dailySchedule({ userIds: [ada.userId] }),
    });
    const { nextTime } = await scheduleOf(ada, scheduleId);
    const due = nextTime ?? 0;
    // Three more runs are missed; the last one was two hours ago.
    world.clock.advance(due + 3 * DAY + 2 * HOUR - world.clock.now());
    await ada.signIn();
    const run = await ended(ada, scheduleId);
    const dayOf = (instant: number) => new Date(instant + 8 * HOUR).toISOString().slice(0, 10);
    expect(run).toMatchObject({ dueTime: due + 3 * DAY, startDay: dayOf(due + 2 * DAY) });
    const { list } = await ada.call('queryReportRuns', { scheduleId });
    expect(list).toHaveLength(1);
    expect((await scheduleOf(ada, scheduleId)).nextTime).toBe(due + 4 * DAY);
  });

  test('is found by a server that starts after it', async () => {
    const { ada } = await createHarbour();
    const { scheduleId } = await ada.call('saveReportSchedule', {
      schedule: dailySchedule({ userIds: [ada.userId] }),
    });
    await world.database.db
      .updateTable('report_schedule')
      .set({ next_at: new Date(Date.UTC(2026, 4, 31, 22)) })
      .where('schedule_id', '=', scheduleId)
      .execute();
    const second = await startSecond();
    try {
      // Its clock is at noon of 1 June.
      expect(await ended(ada, scheduleId)).toMatchObject({
        dueTime: Date.UTC(2026, 4, 31, 22),
        state: 'done',
      });
    } finally {
      await second.stop();
    }
  });

  test('follows the time zone of the account', async () => {
    const { ada } = await createHarbour();
    const { scheduleId } = await ada.call('saveReportSchedule', {
      schedule: dailySchedule({ userIds: [ada.userId] }),
    });
    await ada
      .call('editAccountTimeZone' as never, { timeZone: 'Europe/Berlin' } as never)
      .catch(() => undefined);
    await world.database.db
      .updateTable('account')
      .set({ time_zone: 'Europe/Berlin' })
      .where('account_id', '=', ada.accountId)
      .execute();
    const { nextTime } = await scheduleOf(ada, scheduleId);
    // 06:00 of summer time is 04:00 UTC.
    expect(new Date(nextTime ?? 0).toISOString()).toMatch(/T04:00:00/);
    world.clock.advance(CHECK_INTERVAL);
    await eventually('the next time is computed again', async () => {
      const row = await readRow(scheduleId);
      return row.time_zone === 'Europe/Berlin' && row.next_at?.getTime() === nextTime;
    });
    world.clock.advance((nextTime ?? 0) - world.clock.now());
    await ada.signIn();
    const run = await ended(ada, scheduleId);
    expect(run.dueTime).toBe(nextTime);
    expect(run.startDay).toBe(new Date((nextTime ?? 0) - DAY).toISOString().slice(0, 10));
  });

  test('is not kept by a schedule that is off', async () => {
    const { ada } = await createHarbour();
    const { scheduleId } = await ada.call('saveReportSchedule', {
      schedule: dailySchedule({ userIds: [ada.userId], enabled: false }),
    });
    expect(await scheduleOf(ada, scheduleId)).toMatchObject({ nextTime: null, enabled: false });
    await ada.call('switchReportSchedule', { scheduleId, enabled: true });
    const { nextTime } = await scheduleOf(ada, scheduleId);
    expect(nextTime).toBeGreaterThan(world.clock.now());
    await ada.call('switchReportSchedule', { scheduleId, enabled: false });
    await advanceToSix(ada);
    expect(await scheduleOf(ada, scheduleId)).toMatchObject({ nextTime: null, lastRun: null });
  });
});

describe('the rights of the owner', () => {
  test('decide what is in the file when it runs', async () => {
    const { account, ada, groupId } = await createHarbour();
    const bob = await account.person(`bob ${count}`, { permission: 'editor', groupIds: [groupId] });
    await confirmUser(ada, bob, `bob${count}@harbour.example`);
    const trackerId = await account.tracker(`1370000${String(count).padStart(4, '0')}`, 'Puffin', groupId);
    const { scheduleId } = await bob.call('saveReportSchedule', {
      schedule: dailySchedule({
        content: contentOf({ groupIds: [groupId], trackerIds: [trackerId] }),
        userIds: [bob.userId],
      }),
    });
    await bob.call('runReportSchedule', { scheduleId });
    const namesIn = async (number: number) => {
      const files = attachmentsOf(await nextMail(`bob${count}@harbour.example`, number));
      return [...files.values()].map((bytes) => cellsOf(bytes).map(([name]) => name));
    };
    expect(await namesIn(1)).toEqual([['Device', 'Gull', 'Puffin', 'Total']]);
    await ended(bob, scheduleId);
    await ada.call('removeTracker', { trackerId });
    expect((await scheduleOf(bob, scheduleId)).missing).toEqual({ groups: 0, devices: 1 });
    await bob.call('runReportSchedule', { scheduleId });
    expect(await namesIn(2)).toEqual([['Device', 'Gull', 'Total']]);
    await ended(bob, scheduleId);
    await world.database.db.deleteFrom('user_group').where('user_id', '=', bob.userId).execute();
    await bob.call('runReportSchedule', { scheduleId });
    const mail = await nextMail(`bob${count}@harbour.example`, 3);
    expect(mail.text).toContain('There was no data in this period');
    expect(await scheduleOf(bob, scheduleId)).toMatchObject({ missing: { groups: 1, devices: 1 } });
  });

  test('pause the schedule when the report is lost, and its owner learns why', async () => {
    const { account, ada } = await createHarbour();
    const bob = await account.person(`bob ${count}`, { permission: 'viewer' });
    const bobsEmail = `bob${count}@harbour.example`;
    await confirmUser(ada, bob, bobsEmail);
    const { scheduleId } = await bob.call('saveReportSchedule', {
      schedule: dailySchedule({ userIds: [bob.userId] }),
    });
    const setRoles = (roles: string[]) =>
      world.database.db.updateTable('app_user').set({ roles }).where('user_id', '=', bob.userId).execute();
    await setRoles(['eob_plugin_loc_monitor']);
    await advanceToSix(bob);
    const mail = await nextMail(bobsEmail, 1);
    expect(subjectOf(mail)).toContain('Scheduled report failed: Daily overview');
    expect(mail.text).toContain('The report could not be created: You are not allowed to do this');
    expect(mail.text).toContain('The schedule is paused.');
    const { list: tasks } = await bob.call('queryAllTaskProgress', {});
    expect(tasks).toMatchObject([{ state: 'failed', reason: 'You are not allowed to do this', url: null }]);
    await ada.signIn();
    expect(await scheduleOf(ada, scheduleId)).toMatchObject({
      ...{ pauseReason: 'right', nextTime: null, enabled: true, owner: bob.login },
      lastRun: { state: 'failed', reason: 'You are not allowed to do this' },
      abilities: { edit: false, switch: false, remove: true },
    });
    // Turning it on again ends the pause.
    await setRoles(['eob_plugin_data_center']);
    await bob.call('switchReportSchedule', { scheduleId, enabled: true });
    expect(await scheduleOf(bob, scheduleId)).toMatchObject({ pauseReason: null });
    await advanceToSix(bob);
    await nextMail(bobsEmail, 2);
    expect(await ended(bob, scheduleId)).toMatchObject({ state: 'done' });
  });

  test('pause the schedule of an owner who is disabled or deleted', async () => {
    const { account, ada } = await createHarbour();
    const { db } = world.database;
    const [bob, eve] = [
      await account.person(`bob ${count}`, { permission: 'viewer' }),
      await account.person(`eve ${count}`, { permission: 'viewer' }),
    ];
    const save = (person: Person) =>
      person.call('saveReportSchedule', { schedule: dailySchedule({ userIds: [person.userId] }) });
    const [ofBob, ofEve] = [(await save(bob)).scheduleId, (await save(eve)).scheduleId];
    await db.updateTable('app_user').set({ disabled: true }).where('user_id', '=', bob.userId).execute();
    await db.deleteFrom('app_user').where('user_id', '=', eve.userId).execute();
    await advanceToSix(ada);
    const run = { state: 'failed' };
    await ended(ada, ofBob);
    await ended(ada, ofEve);
    expect(await scheduleOf(ada, ofBob)).toMatchObject({ pauseReason: 'owner-disabled', lastRun: run });
    expect(await scheduleOf(ada, ofEve)).toMatchObject({ pauseReason: 'owner-deleted', owner: eve.login });
    await ada.call('deleteReportSchedule', { scheduleId: ofEve });
    expect(await refusalOf(scheduleOf(ada, ofEve))).not.toBeNull();
  });
});

describe('a schedule', () => {
  test('of another user is refused, except to administrators who see everything', async () => {
    const { account, ada, groupId } = await createHarbour();
    const bob = await account.person(`bob ${count}`, { permission: 'editor' });
    const kim = await account.person(`kim ${count}`, { permission: 'administrator', groupIds: [groupId] });
    const { scheduleId } = await bob.call('saveReportSchedule', {
      schedule: dailySchedule({ userIds: [bob.userId] }),
    });
    const vic = await account.person(`vic ${count}`, { permission: 'editor' });
    const schedule = dailySchedule({ userIds: [vic.userId] });
    for (const person of [vic, kim]) {
      expect((await person.call('queryReportSchedules', {})).list).toEqual([]);
      expect(await refusalOf(person.call('saveReportSchedule', { scheduleId, schedule }))).toBe(
        'report-schedule-unknown',
      );
      const switched = person.call('switchReportSchedule', { scheduleId, enabled: false });
      expect(await refusalOf(switched)).toBe('report-schedule-unknown');
      for (const name of ['runReportSchedule', 'deleteReportSchedule', 'queryReportRuns'] as const)
        expect(await refusalOf(person.call(name, { scheduleId }))).toBe('report-schedule-unknown');
    }
    // The holder pauses it, but does not decide what it sends to whom.
    expect(await refusalOf(ada.call('saveReportSchedule', { scheduleId, schedule }))).toBe('not-allowed');
    expect(await refusalOf(ada.call('runReportSchedule', { scheduleId }))).toBe('not-allowed');
    await ada.call('switchReportSchedule', { scheduleId, enabled: false });
    expect(await refusalOf(ada.call('switchReportSchedule', { scheduleId, enabled: true }))).toBe(
      'not-allowed',
    );
    const { list } = await ada.call('queryAuditLog', { pageSize: 10 });
    expect(list.map(({ action }) => action)).toEqual(
      expect.arrayContaining(['saveReportSchedule', 'switchReportSchedule']),
    );
  });

  test('has recipients whom its owner can choose', async () => {
    const { account, ada } = await createHarbour();
    const bob = await account.person(`bob ${count}`, { permission: 'viewer' });
    const save = (person: Person, form: Parameters<typeof dailySchedule>[0]) =>
      refusalOf(person.call('saveReportSchedule', { schedule: dailySchedule(form) }));
    const outsider = await (await world.account('elsewhere')).person('outsider');
    expect(await save(ada, {})).toBe('report-recipients');
    const addresses = Array.from({ length: 20 }, (_, at) => ({
      address: `a${at}@port.example`,
      language: 'zh_CN' as const,
    }));
    expect(await save(ada, { userIds: [ada.userId], addresses })).toBe('report-recipients');
    expect(await save(ada, { userIds: [outsider.userId] })).toBe('report-recipient-unknown');
    expect(await save(bob, { userIds: [ada.userId] })).toBe('report-recipient-unknown');
    const address = { address: 'duty@port.example', language: 'zh_CN' as const };
    expect(await save(bob, { addresses: [address] })).toBe('report-addresses-denied');
    expect((await bob.call('queryReportSchedules', {})).abilities).toEqual({ addAddresses: false });
    // The same address twice is one recipient.
    const { scheduleId } = await ada.call('saveReportSchedule', {
      schedule: dailySchedule({ addresses: [address, { ...address, address: 'DUTY@port.example' }] }),
    });
    expect((await scheduleOf(ada, scheduleId)).addresses).toHaveLength(1);
  });

  test('with an address needs a server that sends e-mail', async () => {
    const silent = await startWorld();
    try {
      const ada = await (await silent.account('harbour')).person('ada');
      const addresses = [{ address: 'duty@port.example', language: 'zh_CN' as const }];
      expect(
        await refusalOf(ada.call('saveReportSchedule', { schedule: dailySchedule({ addresses }) })),
      ).toBe('channel-unavailable');
      expect((await ada.call('queryReportSchedules', {})).hasEmail).toBe(false);
    } finally {
      await silent.stop();
    }
  });

  test('is one of 20 of a user, and runs on request a limited number of times', async () => {
    const { ada } = await createHarbour();
    const save = () => ada.call('saveReportSchedule', { schedule: dailySchedule({ userIds: [ada.userId] }) });
    const { scheduleId } = await save();
    for (let at = 1; at < 20; at += 1) await save();
    expect(await refusalOf(save())).toBe('report-schedule-limit');
    await ada.call('saveReportSchedule', {
      scheduleId,
      schedule: dailySchedule({ scheduleName: 'Renamed', userIds: [ada.userId] }),
    });
    expect((await scheduleOf(ada, scheduleId)).scheduleName).toBe('Renamed');
    const { db } = world.database;
    const run = {
      ...{ schedule_id: scheduleId, account_id: ada.accountId, manual: true, time_zone: 'Asia/Shanghai' },
      ...{ due_at: new Date(world.clock.now()), start_day: '2026-06-01', end_day: '2026-06-01' },
      ...({ state: 'done', failure: null } as const),
    };
    await db
      .insertInto('report_run')
      .values(Array.from({ length: 20 }, () => run))
      .execute();
    expect(await refusalOf(ada.call('runReportSchedule', { scheduleId }))).toBe('report-run-limit');
    world.clock.advance(HOUR);
    await ada.call('runReportSchedule', { scheduleId });
    await ended(ada, scheduleId);
  });

  test('has one requested run at a time', async () => {
    const { ada } = await createHarbour();
    const { scheduleId } = await ada.call('saveReportSchedule', {
      schedule: dailySchedule({ userIds: [ada.userId] }),
    });
    // Its task waits for the table that it reads.
    await world.database.db.transaction().execute(async (tx) => {
      await sql`lock table device_day in access exclusive mode`.execute(tx);
      await ada.call('runReportSchedule', { scheduleId });
      expect(await refusalOf(ada.call('runReportSchedule', { scheduleId }))).toBe('report-run-open');
    });
    await ended(ada, scheduleId);
  });
});
