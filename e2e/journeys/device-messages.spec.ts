import { readFile } from 'node:fs/promises';
import { expect, test } from '../support/journey.ts';

test('registers devices that report, and reads their messages', { tag: '@long' }, async ({
  page,
  console,
  server,
}) => {
  const send = async (target: string) =>
    (await fetch(`http://127.0.0.1:${server.ports.osmand}${target}`)).status;
  for (const id of ['pier-1', 'pier-2', 'pier-3'])
    expect(await send(`/?id=${id}&lat=36.07&lon=120.29&key=s3cret`)).toBe(404);

  await console.openSignedIn('/deviceManger?tab=unregistered');
  const row = (text: string) => page.getByRole('row').filter({ hasText: text });
  await expect(row('pier-3')).toContainText('OsmAnd, Traccar Client');
  await expect(row('pier-1').getByRole('link')).toHaveAttribute('href', '/Map?at=36.070000,120.290000');

  await page.getByRole('checkbox', { name: 'Select pier-1' }).check();
  await page.getByRole('checkbox', { name: 'Select pier-2' }).check();
  await page.getByRole('button', { name: 'Register 2 devices' }).click();
  const dialog = page.getByRole('dialog', { name: 'Register 2 devices' });
  await dialog.getByLabel('Model').fill('Phone');
  await dialog.getByRole('button', { name: 'Register' }).click();
  await expect(row('pier-2')).toBeHidden();
  await page.getByRole('button', { name: 'Register pier-3' }).click();
  const form = page.getByRole('dialog', { name: 'Add device' });
  await expect(form.getByLabel('IMEI/ID')).toHaveValue('pier-3');
  await form.getByLabel('Device name').fill('Lighthouse');
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('No device has reported that is not registered')).toBeVisible();

  await expect.poll(() => send('/?id=pier-3&lat=36.07&lon=120.29&speed=10&key=s3cret&pin=4711')).toBe(200);
  const { list } = await server.client.call('queryAllTrackers', {});
  const { trackerId } = list.find(({ imei }) => imei === 'pier-3') ?? { trackerId: 0 };
  await console.open(`/deviceManger/${trackerId}?section=messages`);
  await expect(page.getByText('Sends HTTP requests; no lasting connection')).toBeVisible();
  const report = page.getByRole('listitem').filter({ hasText: 'Report GET' }).first();
  await report.getByText('Report GET').click();
  await expect(report.getByText('18.52')).toBeVisible();
  await expect(report.getByText('Secret masked')).toBeVisible();
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download as text' }).click();
  const text = await readFile(await (await download).path(), 'utf8');
  expect(text).toContain('# Lighthouse (pier-3)');
  expect(text).toContain('latitude: 36.07');
  expect(text).not.toMatch(/s3cret|4711/);
});
