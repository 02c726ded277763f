import { expect, test } from '../support/journey.ts';

test('adds a model, registers a device of it, reads how to connect it, renames and deletes the model', {
  tag: '@long',
}, async ({ page, console }) => {
  await console.openSignedIn('/deviceManger?tab=models');
  const row = (name: string) => page.getByRole('row').filter({ hasText: name });
  await expect(row('GT06N 4G')).toBeVisible();

  await page.getByRole('button', { name: 'New model' }).click();
  const form = page.getByRole('dialog', { name: 'New model' });
  await form.getByLabel('Model', { exact: true }).fill('Pier box');
  await form.getByLabel('Based on').fill('Concox GT06N');
  await form.getByLabel('Based on').press('Enter');
  await expect(form.getByLabel('Vendor')).toHaveValue('Concox');
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(form).toBeHidden();
  await page.getByLabel('Model or vendor').fill('pier');
  await expect(row('Pier box')).toContainText('GT06');
  await expect(row('GT06N 4G')).toBeHidden();

  await page.getByRole('tab', { name: 'Devices' }).click();
  await page.getByRole('button', { name: 'Add device' }).click();
  const device = page.getByRole('dialog', { name: 'Add device' });
  await device.getByLabel('Device name').fill('Crane 4');
  await device.getByLabel('IMEI/ID').fill('868120100000777');
  await device.getByLabel('Model', { exact: true }).fill('pier box');
  // The model proposes its icon and its protocol.
  await expect(device.getByRole('radio', { name: 'Car', exact: true })).toBeChecked();
  await expect(device.getByText('GT06', { exact: true })).toBeVisible();
  await device.getByLabel('Model', { exact: true }).blur();
  await device.getByRole('button', { name: 'Save' }).click();
  await expect(device).toBeHidden();

  await page.getByRole('button', { name: 'How to connect' }).click();
  const help = page.getByRole('dialog', { name: 'Connect Crane 4' });
  await expect(help.getByText(/^SERVER,0,127\.0\.0\.1,\d+,0#$/)).toBeVisible();
  await help.getByLabel('APN of the card').fill('cmnet');
  await expect(help.getByText('APN,cmnet#', { exact: true })).toBeVisible();
  await help.getByRole('button', { name: 'Close' }).click();

  await page.getByRole('tab', { name: 'Models' }).click();
  await page.getByRole('button', { name: 'Edit model Pier box' }).click();
  const edit = page.getByRole('dialog', { name: 'Edit model Pier box' });
  await expect(edit.getByText('A new name is entered in 1 device, too.')).toBeVisible();
  await edit.getByLabel('Model', { exact: true }).fill('Quay box');
  await edit.getByRole('button', { name: 'Save' }).click();
  await expect(row('Quay box')).toBeVisible();
  await page.getByRole('link', { name: 'Show 1 device of Quay box' }).click();
  await expect(row('Crane 4')).toContainText('Quay box');
  await row('Crane 4').getByRole('link', { name: 'Crane 4' }).click();
  await page.getByRole('tab', { name: 'How to connect' }).click();
  await expect(page.getByText(/^SERVER,0,127/)).toBeVisible();
  await page.getByRole('link', { name: 'Device management' }).first().click();

  await page.getByRole('tab', { name: 'Models' }).click();
  await page.getByRole('button', { name: 'Delete model Quay box' }).click();
  await expect(page.getByText('1 device keeps the text “Quay box” as its model.')).toBeVisible();
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(row('Quay box')).toBeHidden();
});
