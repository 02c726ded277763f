import { expect, test } from '../support/journey.ts';

test('changes all devices that match, and transfers them to a customer', { tag: '@long' }, async ({
  page,
  console,
  server,
}) => {
  await server.createCustomer('harbour-customer', 'Harbour customer');
  const trackers = Array.from({ length: 25 }, (_, index) => ({
    trackerName: `Rental ${index + 1}`,
    imei: `B-4${index + 10}`,
  }));
  await server.client.call('batchAddTrackers', {
    trackers: [...trackers, { trackerName: 'Tug', imei: 'B-499' }],
  });
  await console.openSignedIn('/deviceManger?keywords=rental');
  await page.getByRole('checkbox', { name: 'Tick all rows of this page' }).check();
  await expect(page.getByText('20 devices ticked')).toBeVisible();
  await page.getByRole('button', { name: 'Select all 25 devices that match' }).click();
  const choose = async (item: string) => {
    await page.getByRole('button', { name: 'Batch edit' }).click();
    await page.getByRole('menuitem', { name: item }).click();
  };
  await choose('Note');
  const note = page.getByRole('dialog', { name: 'Note' });
  await note.getByRole('textbox', { name: 'Note' }).fill('For rent');
  await note.getByRole('button', { name: 'Change 25 devices' }).click();
  await expect(page.getByText('25 devices were changed')).toBeVisible();
  const { list } = await server.client.call('queryAllTrackers', {});
  expect(list.filter(({ note }) => note === 'For rent')).toHaveLength(25);

  await page.getByRole('checkbox', { name: 'Tick all rows of this page' }).check();
  await page.getByRole('button', { name: 'Select all 25 devices that match' }).click();
  await choose('Transfer to account…');
  const dialog = page.getByRole('dialog', { name: 'Transfer 25 devices' });
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await expect(dialog.getByText('Please choose an account')).toBeVisible();
  await dialog.getByRole('combobox', { name: 'Account' }).fill('customer');
  await page.locator('.ant-select-item-option').getByText('Harbour customer').click();
  await dialog.getByRole('radio', { name: 'Delete' }).check();
  await dialog.getByRole('button', { name: 'Continue' }).click();
  const question = page.getByRole('dialog', { name: 'Transfer 25 devices to Harbour customer?' });
  await expect(question.getByText(/Their tracks are deleted and cannot be restored\./)).toBeVisible();

  // With another number of matching devices nothing is transferred, and the new number is confirmed.
  await server.client.call('addTracker', { trackerName: 'Rental 26', imei: 'B-498' });
  await question.getByRole('button', { name: 'Transfer 25 devices' }).click();
  await expect(page.getByText(/The number of matching devices has changed/)).toBeVisible();
  const again = page.getByRole('dialog', { name: 'Transfer 26 devices' });
  await again.getByRole('button', { name: 'Continue' }).click();
  await again.getByRole('button', { name: 'Transfer 26 devices' }).click();
  await expect(page.getByText('26 devices were transferred to Harbour customer')).toBeVisible();
  await expect(page.getByText('No device matches the filter.')).toBeVisible();
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await expect(page.getByText('1 device', { exact: true })).toBeVisible();
  expect(await server.operator('admin', 'accounts')).toMatch(/harbour-customer .* 26 /);
});
