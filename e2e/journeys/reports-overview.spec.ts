import type { Page } from '@playwright/test';
import { expect, test } from '../support/journey.ts';

const MINUTE = 60_000;
const DAY = 86_400_000;
/** Degrees of latitude of a kilometre. */
const KILOMETRE = 1 / 111.195;

/** A day of the account's zone, 8 hours ahead of UTC, from today. */
const dayFrom = (days: number) =>
  new Date(Date.now() + 8 * 3_600_000 + days * DAY).toISOString().slice(0, 10);

/** The overview of a device that drove 30 km in 30 minutes and then stood for 10 minutes. */
test('shows what devices did in a period, sums it, exports it and opens the replay', {
  tag: '@long',
}, async ({ console, page, server, register, connect }) => {
  const { client } = server;
  await console.openSignedIn('/dataCenter');
  await expect(page).toHaveURL(/\/dataCenter\/operationCountRecord\?from=[\d-]+&to=[\d-]+/);
  await expect(page.getByText(/^There are no devices yet/)).toBeVisible();

  const { groupId } = await client.call('createGroup', { groupName: 'Ferries' });
  await register({ name: 'Petrel', imei: '13900000621', groupId });
  await register({ name: 'Skua of the north-western lifeboat station', imei: '13900000622' });
  const device = await connect('13900000621');
  const yesterday = dayFrom(-1);
  const start = Date.parse(`${yesterday}T10:00:00+08:00`);
  for (let minute = 0; minute <= 40; minute += 1) {
    const lat = 36 + Math.min(minute, 30) * KILOMETRE;
    await device.report({ lat, lng: 120.3, speed: minute < 30 ? 60 : 0, time: start + minute * MINUTE });
  }

  await page.reload();
  await choose(page, 'Period', 'Yesterday');
  await expect(page).toHaveURL(new RegExp(`from=${yesterday}&to=${yesterday}`));
  const row = (name: string | RegExp) => page.getByRole('row').filter({ hasText: name });
  await expect(row('Petrel')).toContainText('Ferries');
  await expect(row('Petrel')).toContainText(/30\.0\s*km/);
  await expect(row('Petrel')).toContainText('30 min');
  await expect(row('Skua')).toContainText('No trip in this period');
  await expect(row('Sum (1 with data)')).toContainText(/30\.0\s*km/);

  await page.getByRole('columnheader', { name: 'Mileage' }).click();
  await expect(page).toHaveURL(/sort=mileage/);
  await expect(page.getByRole('row').nth(1)).toContainText('Skua');
  await page.getByRole('columnheader', { name: 'Mileage' }).click();
  await expect(page).toHaveURL(/order=descending/);
  await expect(page.getByRole('row').nth(1)).toContainText('Petrel');

  await page.getByRole('button', { name: 'Show chart' }).click();
  await expect(page.getByRole('img', { name: /^Chart: Mileage: top 20 devices.*Petrel/ })).toBeVisible();
  await choose(page, 'Charted figure', 'Stops');
  await expect(page).toHaveURL(/chart=stops/);
  await page.getByRole('button', { name: 'Hide chart' }).click();

  await page.getByRole('button', { name: 'Export' }).click();
  await page.getByRole('menuitem', { name: 'Excel workbook (.xlsx)' }).click();
  await expect
    .poll(async () => (await client.call('queryAllTaskProgress', {})).list[0])
    .toMatchObject({ state: 'done', kind: 'exportReport' });

  await page.getByRole('button', { name: 'How figures are computed' }).click();
  const help = page.getByRole('dialog', { name: 'How figures are computed' });
  await expect(help).toContainText('A stop is a standstill of 3 minutes or more.');
  await help.getByRole('button', { name: 'Close' }).click();

  await page.getByRole('button', { name: 'Days of Petrel' }).click();
  await expect(page).toHaveURL(/devices=\d+&by=deviceDay/);
  await expect(row('Petrel')).toContainText(yesterday);
  await expect(row('Skua')).toHaveCount(0);

  await page.goto(`${server.url}/dataCount/operationCountRecord?from=${dayFrom(-8)}&to=${yesterday}`);
  await expect(page.getByRole('tab', { name: 'Operation statistics', selected: true })).toBeVisible();
  await expect(page.getByRole('img', { name: /^Chart: Mileage by day/ })).toBeVisible();
  await expect(row(yesterday).first()).toContainText(/30\.0\s*km/);
  await page.getByText('By group', { exact: true }).click();
  await expect(row('Ferries')).toContainText(/30\.0\s*km/);
  await expect(row('No group')).toContainText('No trip in this period');
  await page.getByText('By day', { exact: true }).click();
  await page.getByRole('link', { name: yesterday, exact: true }).click();
  await expect(page).toHaveURL(new RegExp(`/dataCenter/operationCountRecord\\?from=${yesterday}`));

  await page.getByRole('button', { name: 'Replay Petrel in this period' }).click();
  await expect(page).toHaveURL(/traceReplaySingle\?trackerId=\d+&start=\d+&end=\d+/);
  await page.goBack();

  const search = `by=deviceDay&from=${dayFrom(-40)}&to=${yesterday}`;
  await page.goto(`${server.url}/dataCenter/operationCountRecord?${search}`);
  await expect(page.getByRole('alert')).toContainText('at most 31 days');
  await expect(page.getByRole('button', { name: 'Export' })).toBeDisabled();
  await page.getByRole('button', { name: 'Show the last 31 days' }).click();
  await expect(page).toHaveURL(new RegExp(`from=${dayFrom(-31)}&to=${yesterday}`));
  await expect(row('Petrel').first()).toBeVisible();

  await page.setViewportSize({ width: 390, height: 844 });
  const list = page.getByRole('list', { name: 'Operation overview' });
  await expect(list.getByRole('listitem').first()).toContainText('Sum (1 with data)');
  await page.getByRole('searchbox', { name: 'Search name or IMEI' }).fill('Nothing');
  await page.getByRole('button', { name: 'Search', exact: true }).click();
  await expect(page.getByText('No device matches')).toBeVisible();
});

async function choose(page: Page, label: string, option: string): Promise<void> {
  await page.getByRole('combobox', { name: label }).click();
  await page.getByTitle(option, { exact: true }).last().click();
}
