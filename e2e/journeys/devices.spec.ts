import type { Page } from '@playwright/test';
import { expect, test } from '../support/journey.ts';

const row = (page: Page, name: string) =>
  page.getByRole('table', { name: 'Devices' }).getByRole('row').filter({ hasText: name });

const dialog = (page: Page, name: string) => page.getByRole('dialog', { name });

test('finds, changes and deletes devices in the table', async ({ page, console, server, register }) => {
  await register({ name: 'Tug 1', imei: 'B-301' });
  const second = await register({ name: 'Tug 2', imei: 'B-302' });
  await register({ name: 'Pilot 1', imei: 'B-303' });
  await console.openSignedIn('/deviceManger');
  await expect(page.getByText('3 devices', { exact: true })).toBeVisible();

  // A change needs ticked devices.
  await page.getByRole('button', { name: 'Batch edit' }).click();
  await page.getByRole('menuitem', { name: 'Model' }).click();
  await expect(page.getByText('Please tick devices first')).toBeVisible();

  // The search is part of the address.
  const search = page.getByRole('searchbox', { name: 'Name, IMEI, number or card' });
  await search.fill('tug');
  await search.press('Enter');
  await expect(page).toHaveURL(/keywords=tug/);
  await expect(row(page, 'Pilot 1')).toBeHidden();
  // The second click of a double click reverses the order of the first.
  await page.getByRole('columnheader', { name: 'IMEI/ID' }).dblclick();
  await expect(page).toHaveURL(/sort=imei&order=descending/);
  await expect(page.getByRole('table', { name: 'Devices' }).getByRole('row').nth(1)).toContainText('Tug 2');

  await page.getByRole('checkbox', { name: 'Tick all rows of this page' }).check();
  await expect(page.getByText('2 devices ticked')).toBeVisible();
  await page.getByRole('button', { name: 'Batch edit' }).click();
  await page.getByRole('menuitem', { name: 'Model' }).click();
  await dialog(page, 'Model').getByRole('combobox', { name: 'Model' }).fill('Sea beacon 7');
  await dialog(page, 'Model').getByRole('button', { name: 'Change 2 devices' }).click();
  await expect(page.getByText('2 devices were changed')).toBeVisible();
  await expect(row(page, 'Tug 1')).toContainText('Sea beacon 7');
  expect((await server.client.call('queryTrackerById', { trackerId: second })).model).toBe('Sea beacon 7');

  await page.getByRole('checkbox', { name: 'Tick Tug 1' }).check();
  await page.getByRole('toolbar').getByRole('button', { name: 'Delete' }).click();
  await dialog(page, 'Delete 1 device?').getByRole('button', { name: 'Delete' }).click();
  await expect(row(page, 'Tug 1')).toBeHidden();
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await expect(page.getByText('2 devices', { exact: true })).toBeVisible();

  // A page that no longer exists leads to the last one.
  await page.goto(`${server.url}/deviceManger?page=9`);
  await expect(row(page, 'Pilot 1')).toBeVisible();
  await expect(page).toHaveURL(/\/deviceManger$/);
});

test('registers a device with all fields and shows its page', async ({ page, console, server, register }) => {
  await register({ name: 'Tug 1', imei: 'B-311' });
  await console.openSignedIn('/deviceManger');
  await page.getByRole('button', { name: 'Add device' }).click();
  const form = dialog(page, 'Add device');
  await form.getByLabel('Device name').fill('Gull');
  await form.getByLabel('IMEI/ID').fill('B-311');
  await form.getByRole('combobox', { name: 'Model' }).fill('Sea beacon 7');
  await form.getByLabel('Device password').fill('no spaces');
  await form.getByLabel('IoT card number').fill('8986 0012');
  await form.getByLabel('Valid until').fill('2030-02-28');
  await form.getByLabel('Valid until').press('Enter');
  await form.getByLabel('Note').fill('On loan');
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(form.getByText('The password may contain only letters, digits and hyphens')).toBeVisible();
  await form.getByLabel('Device password').fill('secret-7');
  // The server's refusal is shown at its field, and nothing that was typed is lost.
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(form.getByText('This IMEI/ID is already registered')).toBeVisible();
  await form.getByLabel('IMEI/ID').fill('B-312');
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(form).toBeHidden();

  await page.getByRole('link', { name: 'Gull' }).click();
  await expect(page).toHaveURL(/\/deviceManger\/\d+$/);
  for (const value of ['B-312', 'Sea beacon 7', '8986 0012', '2030-02-28', 'Not activated', 'On loan'])
    await expect(page.getByText(value, { exact: true })).toBeVisible();
  const { list } = await server.client.call('queryAllTrackers', {});
  // The end of the day in the account's time zone, UTC+8.
  expect(list.find(({ imei }) => imei === 'B-312')?.validUntil).toBe(Date.UTC(2030, 1, 28, 16));

  await page.getByRole('tab', { name: 'Notices' }).click();
  await expect(page.getByText('No notices about this device in the last 7 days.')).toBeVisible();
  await page.getByRole('button', { name: 'Edit Gull' }).click();
  await dialog(page, 'Edit device').getByLabel('Device name').fill('Herring gull');
  await dialog(page, 'Edit device').getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('heading', { name: 'Herring gull' })).toBeVisible();
  await page.goto(`${server.url}/deviceManger/2147483647`);
  await expect(page.getByText('This device does not exist')).toBeVisible();
});

test('arranges groups, by drag and drop and by menu', { tag: '@long' }, async ({
  page,
  console,
  server,
  register,
}) => {
  const create = async (groupName: string, parentId: number | null = null) =>
    (await server.client.call('createGroup', { groupName, parentId })).groupId;
  const harbour = await create('Harbour');
  await register({ name: 'Tug 1', imei: 'B-321', groupId: await create('Tugs', harbour) });
  await create('Pilots');
  await console.openSignedIn('/deviceManger?tab=groups');
  const line = (name: string) => page.locator('.ant-tree-treenode').filter({ hasText: name });
  await expect(line('Harbour')).toContainText('1 device');

  await line('Pilots')
    .locator('.ant-tree-node-content-wrapper')
    .dragTo(line('Harbour').locator('.ant-tree-node-content-wrapper'));
  await expect(page.getByText('Pilots was moved to Harbour')).toBeVisible();
  await page.getByRole('button', { name: 'Actions of Pilots' }).click();
  await page.getByRole('menuitem', { name: 'Move…' }).click();
  await dialog(page, 'Move Pilots').getByRole('combobox').fill('Top');
  await page.locator('.ant-select-tree-node-content-wrapper').getByText('Top level').click();
  await dialog(page, 'Move Pilots').getByRole('button', { name: 'Move' }).click();
  await expect(page.getByText('Pilots was moved to the top level')).toBeVisible();

  // Deleting says what happens to the content, and asks what to do with the devices.
  await page.getByRole('button', { name: 'Actions of Tugs' }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  const removal = dialog(page, 'Delete group Tugs?');
  await expect(removal.getByText('Its subgroups move to Harbour.')).toBeVisible();
  await removal.getByRole('radio', { name: 'Move to another group' }).check();
  await removal.getByRole('combobox', { name: 'Target group' }).fill('Pilots');
  await page.locator('.ant-select-item-option').getByText('Pilots').click();
  await removal.getByRole('button', { name: 'Delete' }).click();
  await expect(line('Tugs')).toBeHidden();
  await expect(line('Pilots')).toContainText('1 device');

  await page.getByRole('button', { name: 'Actions of Pilots' }).click();
  await page.getByRole('menuitem', { name: 'Merge into…' }).click();
  const merging = dialog(page, 'Merge Pilots into another group');
  await merging.getByRole('combobox', { name: 'Target group' }).fill('Harbour');
  await page.locator('.ant-select-item-option').getByText('Harbour').click();
  await merging.getByRole('button', { name: 'Merge' }).click();
  await expect(line('Pilots')).toBeHidden();
  await page.getByRole('link', { name: '1 device' }).click();
  await expect(row(page, 'Tug 1')).toContainText('Harbour');
});
