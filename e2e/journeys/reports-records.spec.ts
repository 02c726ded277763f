import type { Page } from '@playwright/test';
import type { Device } from '../support/device.ts';
import { expect, test } from '../support/journey.ts';
import type { ServerProcess } from '../support/server.ts';

const MINUTE = 60_000;
const DAY = 86_400_000;
/** Degrees of latitude of a kilometre, and of longitude of a metre on the equator. */
const KILOMETRE = 1 / 111.195;
const METRE = 1 / 111_195;
const DATA_CENTER = '/dataCenter';

/** A day of the account's zone, 8 hours ahead of UTC. */
const dayOf = (time: number) => new Date(time + 8 * 3_600_000).toISOString().slice(0, 10);
/** Days that contain what is reported during a journey, also across midnight. */
const presentDays = () => `from=${dayOf(Date.now() - 60 * MINUTE)}&to=${dayOf(Date.now() + 60 * MINUTE)}`;
const rowsOf = (page: Page, text: string | RegExp) => page.getByRole('row').filter({ hasText: text });

/** Exports the rows of a report as a workbook and waits for the end of its task. */
async function exportWorkbook(page: Page, { client }: ServerProcess): Promise<void> {
  const before = await client.call('queryAllTaskProgress', {});
  await page.getByRole('button', { name: 'Export', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Excel workbook (.xlsx)' }).click();
  await expect
    .poll(async () => {
      const { list } = await client.call('queryAllTaskProgress', {});
      return { added: list.length - before.list.length, state: list[0]?.state };
    })
    .toEqual({ added: 1, state: 'done' });
}

/** Saves the present filter, and applies it to the page without one. */
async function saveAndApplyFilter(page: Page, name: string, filter: RegExp): Promise<void> {
  const path = new URL(page.url()).pathname;
  await page.getByRole('button', { name: 'Saved filters' }).click();
  await page.getByRole('button', { name: 'Save the present filter' }).click();
  const naming = page.getByRole('dialog', { name: 'Save the present filter' });
  await naming.getByLabel('Name').fill(name);
  await naming.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText(`${name} was saved`)).toBeVisible();
  await page.goto(new URL(path, page.url()).href);
  await expect(page).not.toHaveURL(filter);
  await page.getByRole('button', { name: 'Saved filters' }).click();
  await page.getByRole('button', { name, exact: true }).click();
  await expect(page).toHaveURL(filter);
}

/** Chooses an option of a filter with several values. */
async function chooseIn(page: Page, label: string, option: string): Promise<void> {
  const field = page.getByRole('combobox', { name: label, exact: true });
  await field.fill(option);
  await field.press('Enter');
  await field.press('Escape');
}

/** Opens the replay and the map of a record, and returns from both. */
async function visitReplayAndMap(page: Page, row: ReturnType<typeof rowsOf>): Promise<void> {
  await row
    .first()
    .getByRole('button', { name: /^Replay .* at this time$/ })
    .click();
  await expect(page).toHaveURL(/\/traceReplaySingle\?trackerId=\d+&start=\d+&end=\d+/);
  await page.goBack();
  await row
    .first()
    .getByRole('button', { name: /on the map/ })
    .click();
  await expect(page).toHaveURL(/\/Map\?at=-?[\d.]+,-?[\d.]+/);
  await page.goBack();
  await expect(row.first()).toBeVisible();
}

type Connect = (imei: string) => Promise<Device>;

/** Yesterday: 10 minutes of driving at 60 km/h, a stop of 30, again 10, a stop of 6, and 5 minutes of driving. */
async function driveYesterday(connect: Connect, imei: string): Promise<{ day: string; start: number }> {
  const device = await connect(imei);
  const day = dayOf(Date.now() - DAY);
  const start = Date.parse(`${day}T10:00:00+08:00`);
  let kilometres = 0;
  for (let minute = 0; minute <= 61; minute += 1) {
    const isMoving = minute < 10 || (minute >= 40 && minute < 50) || minute >= 56;
    if (isMoving) kilometres += 1;
    await device.report({
      ...{ lat: 36 + kilometres * KILOMETRE, lng: 120.3, speed: isMoving ? 60 : 0 },
      time: start + minute * MINUTE,
    });
  }
  return { day, start };
}

test('lists stops, limits them by duration and leads to their replay', async ({
  console,
  page,
  server,
  register,
  connect,
}) => {
  await register({ name: 'Petrel', imei: '13900000651' });
  const { day } = await driveYesterday(connect, '13900000651');
  await console.openSignedIn(`${DATA_CENTER}/deviceStopRecord?from=${day}&to=${day}`);
  await expect(rowsOf(page, 'Petrel')).toHaveCount(2);
  await expect(rowsOf(page, `${day} 10:10:00`)).toContainText('30 min');
  await expect(rowsOf(page, `${day} 10:50:00`)).toContainText('6 min');
  await expect(rowsOf(page, '2 stops')).toContainText('36 min');

  await page.getByRole('combobox', { name: 'Least duration' }).click();
  await page.getByTitle('≥ 10 min', { exact: true }).click();
  await expect(page).toHaveURL(/min=10/);
  await expect(rowsOf(page, 'Petrel')).toHaveCount(1);
  await expect(rowsOf(page, 'Petrel')).toContainText('30 min');
  await page.getByRole('button', { name: 'Replay Petrel at this time' }).click();
  await expect(page).toHaveURL(new RegExp(`${server.url}/traceReplaySingle\\?trackerId=\\d+&start=\\d+`));
});

test('sorts stops, exports them, shows them on the map and saves their filter', {
  tag: '@long',
}, async ({ console, page, server, register, connect }) => {
  await register({ name: 'Petrel', imei: '13900000652' });
  const { day } = await driveYesterday(connect, '13900000652');
  await console.openSignedIn(`${DATA_CENTER}/deviceStopRecord?from=${day}&to=${day}`);
  const rows = rowsOf(page, 'Petrel');
  await page.getByRole('columnheader', { name: 'Duration' }).click();
  await expect(page).toHaveURL(/sort=duration/);
  await expect(rows.first()).toContainText('10:50:00');
  await page.getByRole('columnheader', { name: 'Duration' }).click();
  await expect(rows.first()).toContainText('10:10:00');
  await visitReplayAndMap(page, rows);
  await exportWorkbook(page, server);
  await page.getByRole('searchbox', { name: 'Search name or IMEI' }).fill('nothing');
  await page.getByRole('button', { name: 'Search', exact: true }).click();
  await expect(page.getByText('No stop matches')).toBeVisible();
  await page.getByRole('searchbox', { name: 'Search name or IMEI' }).fill('petrel');
  await page.getByRole('button', { name: 'Search', exact: true }).click();
  await expect(rows).toHaveCount(2);
  await saveAndApplyFilter(page, 'Stops of Petrel', /keywords=petrel/);
});

test('lists positions of devices, leads to map and replay, and exports them', { tag: '@long' }, async ({
  console,
  page,
  server,
  register,
  connect,
}) => {
  const trackerId = await register({ name: 'Petrel', imei: '13900000653' });
  await register({ name: 'Skua', imei: '13900000654' });
  const { day } = await driveYesterday(connect, '13900000653');
  await console.openSignedIn(`${DATA_CENTER}/locationRecord?from=${day}&to=${day}&devices=${trackerId}`);
  const rows = rowsOf(page, 'Petrel');
  // Newest first: the last report is of 11:01, on the way.
  await expect(rows.first()).toContainText(`${day} 11:01:00`);
  await expect(rows.first()).toContainText(/60(\.0)?\s*km\/h/);
  await expect(rows.first()).toContainText('Moving');
  await expect(rowsOf(page, `${day} 10:20:00`)).toContainText('Stationary');
  await visitReplayAndMap(page, rows);
  await exportWorkbook(page, server);
  await saveAndApplyFilter(page, 'Track of Petrel', new RegExp(`devices=${trackerId}`));
});

test('lists alarms, limits them by type, and counts them', { tag: '@long' }, async ({
  console,
  page,
  server,
  register,
  connect,
}) => {
  await register({ name: 'Petrel', imei: '13900000655' });
  await register({ name: 'Skua', imei: '13900000656' });
  const petrel = await connect('13900000655');
  const skua = await connect('13900000656');
  // The alarm is over at the second report, and a new one more than 5 minutes later.
  const start = Math.floor(Date.now() / 1_000) * 1_000 - 20 * MINUTE;
  await petrel.report({ lat: 36, lng: 120.3, time: start, alarms: ['VIBRATION'] });
  for (const minute of [1, 7]) await petrel.report({ lat: 36, lng: 120.3, time: start + minute * MINUTE });
  await petrel.report({ lat: 36, lng: 120.3, time: start + 8 * MINUTE, alarms: ['VIBRATION'] });
  await skua.report({ lat: 36.1, lng: 120.4, time: start + 10 * MINUTE, alarms: ['OUTAGE'] });
  await console.openSignedIn(`${DATA_CENTER}/warnDataRecord?${presentDays()}`);
  await expect(rowsOf(page, 'Vibration')).toHaveCount(2);
  await expect(rowsOf(page, 'Power cut')).toContainText('Skua');
  await page.getByRole('columnheader', { name: 'Time' }).click();
  await expect(page).toHaveURL(/order=ascending/);
  await expect(page.getByRole('row').nth(1)).toContainText('Petrel');

  await chooseIn(page, 'All types', 'Power cut');
  await expect(page).toHaveURL(/types=OUTAGE/);
  await expect(rowsOf(page, 'Vibration')).toHaveCount(0);
  await visitReplayAndMap(page, rowsOf(page, 'Skua'));
  await page.getByRole('button', { name: 'Handling of Skua' }).click();
  const drawer = page.getByRole('dialog', { name: 'Handling of an alarm' });
  await drawer.getByRole('button', { name: 'Acknowledge' }).click();
  await expect(drawer).toContainText('harbour acknowledged it');
  await drawer.getByRole('button', { name: 'Close' }).click();
  await expect(rowsOf(page, 'Skua')).toContainText('Acknowledged');
  await exportWorkbook(page, server);
  await saveAndApplyFilter(page, 'Power cuts', /types=OUTAGE/);

  await page.goto(`${server.url}/dataCount/warnDataRecord?${presentDays()}`);
  await expect(page.getByRole('img', { name: /^Chart: .*Vibration/ })).toBeVisible();
  const vibrations = page.getByRole('row', { name: /^Vibration 2/ });
  await expect(vibrations).toBeVisible();
  await expect(page.getByRole('row', { name: /^Power cut 1/ })).toBeVisible();
  await page.getByRole('columnheader', { name: 'Alarms', exact: true }).click();
  await expect(page).toHaveURL(/order=ascending/);
  await expect(page.getByRole('row').nth(1)).toContainText('Power cut');
  await exportWorkbook(page, server);
  await saveAndApplyFilter(page, 'Numbers', /order=ascending/);
  await page.getByText('By device', { exact: true }).click();
  await expect(page.getByRole('row', { name: /^Petrel 2/ })).toBeVisible();
  await page
    .getByRole('row', { name: /^Petrel 2/ })
    .getByRole('button', { name: 'Show the alarms' })
    .click();
  await expect(page).toHaveURL(/\/dataCenter\/warnDataRecord\?.*devices=\d+/);
  await expect(rowsOf(page, 'Vibration')).toHaveCount(2);
});

test('counts visits of fences by fence and device', { tag: '@long' }, async ({
  console,
  page,
  server,
  register,
  connect,
}) => {
  const { client } = server;
  const { fenceId } = await client.call('createFence', {
    fenceName: 'Dock',
    fenceType: 'RECTANGLE',
    fenceData: { west: 1 + 1_000 * METRE, south: -0.01, east: 1 + 3_000 * METRE, north: 0.01 },
    ...{ color: '#0b5cad', notice: 'NONE', holdSeconds: 0, holdMetres: 0 },
  });
  const probeId = await register({ name: 'Probe', imei: '13900000657' });
  const petrelId = await register({ name: 'Petrel', imei: '13900000658' });
  const probe = await connect('13900000657');
  const start = Math.floor(Date.now() / 1_000) * 1_000 - 28 * MINUTE;
  const cross = async (device: typeof probe, time: number) => {
    for (const [at, east] of [0, 2_000, 2_200, 4_000].entries())
      await device.report({ lat: 0, lng: 1 + east * METRE, speed: 60, time: time + at * MINUTE });
  };
  // The server reads fences within a second: the first device crosses the dock until it is known.
  const days = { startDay: dayOf(start), endDay: dayOf(Date.now() + 60 * MINUTE) };
  let crossings = 0;
  await expect
    .poll(async () => {
      await cross(probe, start + crossings * 30_000);
      crossings += 1;
      return (await client.call('queryFenceDataRecord', { ...days, trackerIds: [probeId] })).total;
    })
    .toBeGreaterThan(0);
  // Three visits: across, back to the start at once, and across again.
  const petrel = await connect('13900000658');
  await cross(petrel, start);
  await cross(petrel, start + 10 * MINUTE);

  await console.openSignedIn(`/dataCount/fenceDataRecord?${presentDays()}&devices=${petrelId}`);
  await expect(page.getByRole('img', { name: /^Chart: Visits/ })).toBeVisible();
  await page.getByText('By fence', { exact: true }).click();
  await expect(page).toHaveURL(/by=fence/);
  await expect(page.getByRole('row', { name: /^Dock 3 3 3 1/ })).toBeVisible();
  await page.getByText('By device', { exact: true }).click();
  await expect(page.getByRole('row', { name: /^Petrel 3 3 3/ })).toBeVisible();
  await expect(rowsOf(page, 'Probe')).toHaveCount(0);
  await page.getByRole('columnheader', { name: 'Visits', exact: true }).click();
  await expect(page).toHaveURL(/sort=visits/);
  await exportWorkbook(page, server);
  await saveAndApplyFilter(page, 'Visits of Petrel', new RegExp(`devices=${petrelId}`));
  await page.goto(`${server.url}${DATA_CENTER}/fenceDataRecord?${presentDays()}&devices=${petrelId}`);
  await visitReplayAndMap(page, rowsOf(page, 'Petrel'));
  await client.call('deleteFence', { fenceId });
});

test('lists notifications in the data center, limits and exports them', { tag: '@long' }, async ({
  console,
  page,
  server,
  register,
  connect,
}) => {
  await register({ name: 'Petrel', imei: '13900000659' });
  await register({ name: 'Skua', imei: '13900000660' });
  await (await connect('13900000659')).report({ lat: 36, lng: 120.3, alarms: ['VIBRATION'] });
  await (await connect('13900000660')).report({ lat: 36.1, lng: 120.4, alarms: ['OUTAGE'] });
  await console.openSignedIn(`${DATA_CENTER}/noticeRecord`);
  await expect(page.getByRole('tab', { name: 'Notifications', selected: true })).toBeVisible();
  await expect(rowsOf(page, 'Skua').first()).toContainText('Power cut');
  await chooseIn(page, 'Type', 'Vibration');
  await expect(rowsOf(page, 'Skua')).toHaveCount(0);
  const row = rowsOf(page, 'Petrel');
  await expect(row.first()).toContainText('Vibration');
  await row.first().getByRole('button', { name: 'Replay Petrel at this time' }).click();
  await expect(page).toHaveURL(/\/traceReplaySingle\?trackerId=\d+/);
  await page.goBack();
  await row.first().getByRole('button', { name: 'Show on the map where Petrel was' }).click();
  await expect(page).toHaveURL(/\/Map\?at=36\.\d+,120\.\d+/);
  await page.goBack();
  await expect(row.first()).toBeVisible();
  await page.getByRole('button', { name: 'Export' }).click();
  // The second one is of the handling of alarms.
  await page.getByRole('menuitem', { name: 'Excel workbook (.xlsx)' }).first().click();
  await expect
    .poll(async () => (await server.client.call('queryAllTaskProgress', {})).list[0]?.state)
    .toBe('done');
  await saveAndApplyFilter(page, 'Vibrations', /type=VIBRATION/i);
  await expect(rowsOf(page, 'Skua')).toHaveCount(0);
});

test('lists instructions in the data center, limits and exports them', { tag: '@long' }, async ({
  console,
  page,
  server,
  register,
  connect,
}) => {
  const { client } = server;
  const petrelId = await register({ name: 'Petrel', imei: '13900000661' });
  const skuaId = await register({ name: 'Skua', imei: '13900000662' });
  for (const imei of ['13900000661', '13900000662']) {
    const device = await connect(imei);
    await device.report({ lat: 36, lng: 120.3 });
    device.disconnect();
  }
  await client.call('sendInstruction', { trackerIds: [petrelId], instruction: 'locate' });
  await client.call('sendInstruction', { trackerIds: [skuaId], instruction: 'restart', confirmed: true });
  await console.openSignedIn(`${DATA_CENTER}/instructionRecord`);
  await expect(page.getByRole('tab', { name: 'Instructions', selected: true })).toBeVisible();
  await expect(rowsOf(page, 'Petrel').first()).toBeVisible();
  await expect(rowsOf(page, 'Skua').first()).toContainText('Restart');
  await chooseIn(page, 'Instruction', 'Restart');
  await expect(rowsOf(page, 'Petrel')).toHaveCount(0);
  await exportWorkbook(page, server);
  await saveAndApplyFilter(page, 'Restarts', /restart/);
  await expect(rowsOf(page, 'Petrel')).toHaveCount(0);
  await page.getByRole('button', { name: 'Replay Skua when “Restart” was created' }).click();
  await expect(page).toHaveURL(new RegExp(`/traceReplaySingle\\?trackerId=${skuaId}&.*time=`));
  await page.goBack();
  await page.getByRole('button', { name: 'Show Skua on the map' }).click();
  await expect(page).toHaveURL(new RegExp(`/Map\\?device=${skuaId}`));
});
