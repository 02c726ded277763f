import { expect } from '../support/journey.ts';
import { test } from '../support/mailing-server.ts';

/** Of this journey only: other journeys may have the same server. */
const EMAIL = 'reports@harbour.example';

test('saves a filter, schedules the report with it, runs it now and deletes it', async ({
  page,
  console,
  mails,
  server,
  register,
  connect,
}) => {
  const { client } = server;
  const { groupId } = await client.call('createGroup', { groupName: 'Ferries' });
  await register({ name: 'Petrel', imei: '13900000631', groupId });
  await register({ name: 'Skua', imei: '13900000632' });
  // It drove yesterday, in the account's zone 8 hours ahead of UTC.
  const device = await connect('13900000631');
  const yesterday = new Date(Date.now() + 8 * 3_600_000 - 86_400_000).toISOString().slice(0, 10);
  const start = Date.parse(`${yesterday}T10:00:00+08:00`);
  for (let minute = 0; minute <= 10; minute += 1)
    await device.report({ lat: 36 + minute / 100, lng: 120.3, speed: 66, time: start + minute * 60_000 });
  await console.openSignedIn(`/dataCenter/operationCountRecord?keywords=petrel`);
  const row = (name: string) => page.getByRole('row').filter({ hasText: name });
  await expect(row('Petrel')).toBeVisible();
  await expect(row('Skua')).toHaveCount(0);

  await page.getByRole('button', { name: 'Saved filters' }).click();
  await page.getByRole('button', { name: 'Save the present filter' }).click();
  const naming = page.getByRole('dialog', { name: 'Save the present filter' });
  await naming.getByLabel('Name').fill('Petrels');
  await naming.getByLabel('Share with all users of the account').check();
  await naming.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Petrels was saved')).toBeVisible();
  await page.getByRole('button', { name: 'Clear', exact: true }).click();
  await expect(row('Skua')).toBeVisible();
  await page.getByRole('button', { name: 'Saved filters' }).click();
  await page.getByRole('button', { name: 'Petrels', exact: true }).click();
  await expect(page).toHaveURL(/keywords=petrel/);
  await expect(row('Skua')).toHaveCount(0);

  await page.getByRole('button', { name: 'Schedule', exact: true }).click();
  const form = page.getByRole('dialog', { name: 'Schedule a report' });
  await expect(form.getByLabel('Name or IMEI contains')).toHaveValue('petrel');
  await form.getByLabel('Name', { exact: true }).fill('Petrels daily');
  await form.getByRole('button', { name: 'Add an address' }).click();
  await form.getByLabel('E-mail address', { exact: true }).fill(EMAIL);
  await form.getByLabel('Time').fill('06:30');
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Petrels daily was saved')).toBeVisible();

  await page.getByRole('tab', { name: 'Schedules' }).click();
  await expect(row('Petrels daily')).toContainText('Daily at 06:30');
  await expect(row('Petrels daily')).toContainText('Not yet');
  // The address is confirmed with the code that it got.
  const code = /Your code is (\d{6})\./.exec(await mails.next(EMAIL, 1))?.[1] ?? '';
  const { list } = await client.call('queryRecipients', {});
  const recipientId = list.find(({ recipientName }) => recipientName === EMAIL)?.recipientId ?? 0;
  await client.call('confirmAddress', { recipientId, channel: 'email', code });

  await page.getByRole('button', { name: 'Run Petrels daily now' }).click();
  await expect(row('Petrels daily')).toContainText('Done');
  expect(await mails.next(EMAIL, 2)).toContain('Petrels daily');
  await page.getByRole('button', { name: 'Runs of Petrels daily' }).click();
  const runs = page.getByRole('dialog', { name: 'Runs of Petrels daily' });
  await expect(runs).toContainText('1 row');
  await expect(runs).toContainText('1 delivered');
  await runs.getByRole('button', { name: 'Close' }).click();

  await page.getByRole('button', { name: 'Edit Petrels daily' }).click();
  const edited = page.getByRole('dialog', { name: 'Edit Petrels daily' });
  await edited.getByText('Weekly', { exact: true }).click();
  await edited.getByRole('button', { name: 'Save' }).click();
  await expect(row('Petrels daily')).toContainText('Mondays at 06:30');
  await page.getByRole('switch', { name: 'Turn Petrels daily on' }).click();
  await expect(row('Petrels daily')).toContainText('Off');
  await page.getByRole('button', { name: 'Delete Petrels daily' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('No scheduled reports yet.')).toBeVisible();
});

test('edits the conditions of a report in the form of its schedule', { tag: '@long' }, async ({
  page,
  console,
  server,
}) => {
  const { client } = server;
  const contentOf = async () => {
    const { list } = await client.call('queryReportSchedules', {});
    return list.find(({ scheduleName }) => scheduleName === 'Night stops')?.content;
  };
  await console.openSignedIn('/dataCenter/deviceStopRecord?min=15');
  await page.getByRole('button', { name: 'Schedule', exact: true }).click();
  const form = page.getByRole('dialog', { name: 'Schedule a report' });
  await form.getByLabel('Name', { exact: true }).fill('Night stops');
  await form.getByRole('combobox', { name: 'Least duration' }).click();
  await page.getByTitle('≥ 60 min').click();
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Night stops was saved')).toBeVisible();
  expect(await contentOf()).toMatchObject({ report: 'stops', filter: { minMinutes: 60, fenceIds: [] } });

  await page.getByRole('tab', { name: 'Schedules' }).click();
  await page.getByRole('button', { name: 'Schedule a report' }).click();
  await form.getByLabel('Name', { exact: true }).fill('Night stops 2');
  await form.getByRole('combobox', { name: 'Report' }).click();
  await page.getByTitle('Alarm statistics').click();
  await expect(form.getByRole('combobox', { name: 'Least duration' })).toHaveCount(0);
  await form.getByRole('combobox', { name: 'Rows' }).click();
  await page.getByTitle('By hour').click();
  await form.getByRole('combobox', { name: 'All levels' }).click();
  await page.getByTitle('Urgent').click();
  await page.keyboard.press('Escape');
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Night stops 2 was saved')).toBeVisible();
  const { list } = await client.call('queryReportSchedules', {});
  expect(list.find(({ scheduleName }) => scheduleName === 'Night stops 2')?.content).toMatchObject({
    ...{ report: 'warnCount', filter: { by: 'hour', levels: ['urgent'], msgTypes: [] } },
  });
  for (const { scheduleId } of list) await client.call('deleteReportSchedule', { scheduleId });
});
