import type { Locator } from '@playwright/test';
import { expect, test } from '../support/journey.ts';
import type { ServerProcess } from '../support/server.ts';

const PATH = '/planeManage';

/** Selects an option of a field by its text. */
async function choose(form: Locator, label: string, text: string): Promise<void> {
  await form.getByLabel(label, { exact: true }).click();
  await form.page().locator('.ant-select-item-option').filter({ hasText: text, visible: true }).click();
}

async function deletePlanes({ client }: ServerProcess): Promise<void> {
  const { list } = await client.call('queryPlanesByPage', { pageIndex: 1, pageSize: 100 });
  if (list.length > 0) await client.call('deletePlanes', { planeIds: list.map(({ planeId }) => planeId) });
}

test('creates planes, binds a device to another one, filters, exports and deletes', {
  tag: '@long',
}, async ({ console, page, server, register }) => {
  const trackerId = await register({ name: 'Skylark', imei: '13900000401' });
  const { groupId } = await server.client.call('createGroup', { groupName: 'Airfield' });
  await console.openSignedIn(PATH);
  const row = (name: string) => page.getByRole('row').filter({ hasText: name });
  await expect(page.getByText(/^No planes yet/)).toBeVisible();

  // Fields are checked when they lose focus.
  await page.getByRole('button', { name: 'Add plane' }).click();
  const form = page.getByRole('dialog', { name: 'Add plane' });
  await form.getByLabel('Tail number').fill('B 10');
  await form.getByLabel('Hex address').fill('78012');
  await form.getByLabel('Model').focus();
  await expect(form.getByText('a tail number has 2 to 12 letters, digits or hyphens')).toBeVisible();
  await expect(form.getByText(/^a hex address has 6 digits/)).toBeVisible();
  await form.getByLabel('Tail number').fill('b-10ka');
  await form.getByLabel('Hex address').fill('780A1C');
  await form.getByLabel('Model').fill('C172');

  // The limits are those of the kind until they are changed, and the icon follows the kind.
  await expect(form.getByLabel('Take-off speed')).toHaveAttribute('placeholder', '90');
  await choose(form, 'Kind', 'Helicopter');
  await expect(form.getByLabel('Take-off speed')).toHaveAttribute('placeholder', '40');
  await expect(form.getByTitle('Helicopter')).toHaveCount(2);
  await form.getByLabel('Landing speed').fill('60');
  await choose(form, 'Device', 'Skylark');
  await choose(form, 'Group', 'Airfield');
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(form.getByText('The landing speed must be less than the take-off speed')).toBeVisible();
  await form.getByLabel('Landing speed').fill('900');
  await form.getByLabel('Note').focus();
  await expect(form.getByText('must be between 2 and 300')).toBeVisible();
  await form.getByLabel('Landing speed').fill('20');
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(form).toBeHidden();
  await expect(row('B-10KA')).toContainText('Helicopter');
  await expect(row('B-10KA')).toContainText('780A1C');
  await expect(row('B-10KA')).toContainText('Airfield');
  await expect(row('B-10KA').getByRole('link', { name: 'Skylark' })).toHaveAttribute(
    'href',
    `/deviceManger/${trackerId}`,
  );
  const { list } = await server.client.call('queryPlanesByPage', { pageIndex: 1, pageSize: 20 });
  expect(list).toMatchObject([
    {
      tailNumber: 'B-10KA',
      kind: 'helicopter',
      icon: 'helicopter',
      thresholds: { landingSpeed: 20 },
      groupId,
    },
  ]);

  // A tail number and a device belong to one plane.
  await page.getByRole('button', { name: 'Add plane' }).click();
  await form.getByLabel('Tail number').fill('B-10KA');
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(form.getByText('Another plane has this tail number')).toBeVisible();
  await form.getByLabel('Tail number').fill('B-8812');
  await choose(form, 'Device', 'Skylark');
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(form.getByText('This device is bound to another plane; unbind it first')).toBeVisible();
  await form.getByRole('button', { name: 'Cancel' }).click();

  // Unbinding ends the binding, which stays in the history.
  await row('B-10KA').getByRole('button', { name: 'Edit B-10KA' }).click();
  const edit = page.getByRole('dialog', { name: 'Edit B-10KA' });
  await edit.getByLabel('Device', { exact: true }).hover();
  await edit.locator('.ant-select-clear').first().click();
  await edit.getByRole('button', { name: 'Save' }).click();
  await expect(edit).toBeHidden();
  await expect(row('B-10KA')).toContainText('Not bound');
  await row('B-10KA').getByRole('button', { name: 'Devices of B-10KA' }).click();
  const history = page.getByRole('dialog', { name: 'Devices of B-10KA' });
  await expect(history.getByRole('row').filter({ hasText: 'Skylark' })).toContainText('13900000401');
  await expect(history.getByText('On board')).toHaveCount(0);
  await page.keyboard.press('Escape');

  // Planes of others arrive, and the address contains filter and order.
  await expect(console.freshness).toContainText('Live');
  await server.client.call('createPlane', { tailNumber: 'B-9170', kind: 'glider', trackerId });
  await expect(row('B-9170')).toContainText('Skylark');
  await page.getByRole('columnheader', { name: 'Tail number' }).click();
  await expect(page).toHaveURL(/\?order=descending$/);
  await expect(page.getByRole('row').nth(1)).toContainText('B-9170');
  await page.getByRole('combobox', { name: 'Device' }).click();
  await page.getByTitle('Not bound').last().click();
  await expect(page).toHaveURL(/bound=no/);
  await expect(row('B-9170')).toHaveCount(0);
  await page.getByRole('button', { name: 'Export' }).click();
  await page.getByRole('button', { name: /Batch tasks/ }).click();
  const download = page.waitForEvent('download');
  const exported = page.getByRole('listitem').filter({ hasText: /导出飞机|Export planes/ });
  await exported.getByRole('link', { name: 'View result' }).click();
  expect((await download).suggestedFilename()).toMatch(/\.xlsx$/);
  await page.keyboard.press('Escape');

  await row('B-10KA').getByRole('button', { name: 'Delete B-10KA' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('No plane matches the filter.')).toBeVisible();
  await deletePlanes(server);
});

test('imports planes from a sheet and shows which rows failed', {
  tag: '@long',
}, async ({ console, page, server, register }) => {
  await server.client.call('editUserLang', { lang: 'en_US' });
  await register({ name: 'Kestrel', imei: '13900000402' });
  await console.openSignedIn(PATH);
  await page.getByRole('button', { name: 'Import', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Import planes' });
  const template = page.waitForEvent('download');
  await dialog.getByRole('button', { name: '中文' }).click();
  expect((await template).suggestedFilename()).toBe('飞机.xlsx');
  const sheet = [
    'Tail number,Kind,Model,Device',
    'B-12ME,Light aeroplane,C172,Kestrel',
    'B-12MF,Zeppelin,NT,',
    'B-12ME,Drone,,',
  ].join('\n');
  await dialog
    .locator('input[type=file]')
    .setInputFiles({ name: 'planes.csv', mimeType: 'text/csv', buffer: Buffer.from(sheet) });
  await expect(dialog.getByText('1 of 3 rows are valid, 2 have errors.')).toBeVisible();
  await expect(dialog.getByText(/^This kind of aircraft does not exist/)).toBeVisible();
  await expect(dialog.getByText(/^This tail number is repeated/)).toBeVisible();
  await dialog.getByRole('button', { name: 'Import 1 plane' }).click();
  await expect(dialog.getByRole('link', { name: 'Download failed rows' })).toBeVisible();
  await dialog.getByRole('button', { name: 'Close' }).last().click();
  await expect(page.getByRole('row').filter({ hasText: 'B-12ME' })).toContainText('Kestrel');
  await deletePlanes(server);
  await server.client.call('editUserLang', { lang: 'zh_CN' });
});

test('keeps landing places with typed coordinates', { tag: '@long' }, async ({ console, page, server }) => {
  await console.openSignedIn(PATH);
  await page.getByRole('tab', { name: 'Landing places' }).click();
  await expect(page).toHaveURL(/\/planeManage\/landingPlaces$/);
  await expect(page.getByText(/^No landing places yet/)).toBeVisible();
  await page.getByRole('button', { name: 'Add landing place' }).click();
  const form = page.getByRole('dialog', { name: 'Add landing place' });
  await form.getByLabel('Name').fill('Dam');
  await form.getByLabel('Code').fill('d');
  await form.getByLabel('Coordinates').fill('at the dam');
  await form.getByLabel('Radius').fill('50');
  await form.getByLabel('Note').focus();
  await expect(form.getByText('a code has 2 to 8 letters, digits or hyphens')).toBeVisible();
  await expect(form.getByText('These are no coordinates')).toBeVisible();
  await expect(form.getByText('cannot be below 100')).toBeVisible();
  await form.getByLabel('Code').fill('dam1');
  await form.getByLabel('Coordinates').fill("24°30'N 110°15'E");
  await form.getByLabel('Radius').fill('600');
  await form.getByLabel('Elevation').fill('140');
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(form).toBeHidden();
  const row = page.getByRole('row').filter({ hasText: 'Dam' });
  await expect(row).toContainText('DAM1');
  await expect(row).toContainText('24.50000, 110.25000');

  await page.getByRole('button', { name: 'Add landing place' }).click();
  await form.getByLabel('Name').fill('Other');
  await form.getByLabel('Code').fill('DAM1');
  await form.getByLabel('Coordinates').fill('24.6, 110.4');
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(form.getByText('Another landing place has this code')).toBeVisible();
  await form.getByRole('button', { name: 'Cancel' }).click();

  await row.getByRole('button', { name: 'Edit Dam' }).click();
  const edit = page.getByRole('dialog', { name: 'Edit Dam' });
  await edit.getByLabel('Name').fill('Dam north');
  await edit.getByRole('button', { name: 'Save' }).click();
  await expect(edit).toBeHidden();
  const { list } = await server.client.call('queryLandingPlaces', {});
  expect(list).toMatchObject([
    {
      landingPlaceName: 'Dam north',
      code: 'DAM1',
      latitude: 24.5,
      longitude: 110.25,
      radius: 600,
      elevation: 140,
    },
  ]);
  await page.getByRole('button', { name: 'Delete Dam north' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText(/^No landing places yet/)).toBeVisible();
});
