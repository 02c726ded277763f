import { readFileSync } from 'node:fs';
import { expect, test } from '../support/journey.ts';

/** Rows of a CSV file: one is valid, one has an unknown group, one has lost digits. */
const SHEET = [
  'Name,IMEI/ID,Group,Wheels',
  'Crane 1,868120100000901,,4',
  'Crane 2,868120100000902,Pier 9,4',
  'Crane 3,8.6812E+14,,4',
].join('\n');

test('imports devices from a sheet, corrects the failed rows, and exports them', { tag: '@long' }, async ({
  page,
  console,
  server,
}) => {
  // The server's texts are in the language of the user.
  await server.client.call('editUserLang', { lang: 'en_US' });
  await console.openSignedIn('/deviceManger');
  const row = (name: string) => page.getByRole('row').filter({ hasText: name });
  await page.getByRole('button', { name: 'Import', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Import devices' });
  const template = page.waitForEvent('download');
  await dialog.getByRole('button', { name: 'English' }).click();
  expect((await template).suggestedFilename()).toBe('devices.xlsx');

  // Nothing can be started before a file was checked.
  await expect(dialog.getByRole('button', { name: 'Start import' })).toBeDisabled();
  const file = dialog.locator('input[type=file]');
  await file.setInputFiles({ name: 'photo.png', mimeType: 'image/png', buffer: Buffer.from('x') });
  await expect(dialog.getByRole('alert')).toHaveText('Only .xlsx and .csv spreadsheets are supported');
  await file.setInputFiles({ name: 'cranes.csv', mimeType: 'text/csv', buffer: Buffer.from(SHEET) });
  await expect(dialog.getByText('1 of 3 rows are valid, 2 have errors.')).toBeVisible();
  await expect(dialog.getByText('These columns are ignored: Wheels')).toBeVisible();
  await expect(dialog.getByText('This group does not exist')).toBeVisible();
  await expect(dialog.getByText(/^The number has lost digits/)).toBeVisible();

  await dialog.getByRole('button', { name: 'Import 1 device' }).click();
  await expect(dialog.getByText('Import devices (cranes.csv): registered 1, failed 2')).toBeVisible();
  await expect(row('Crane 1')).toBeVisible();
  const failed = page.waitForEvent('download');
  await dialog.getByRole('link', { name: 'Download failed rows' }).click();
  const path = await (await failed).path();

  // With its group, one of the failed rows is valid.
  await server.client.call('createGroup', { groupName: 'Pier 9' });
  await dialog.getByRole('button', { name: 'Import another file' }).click();
  await dialog.locator('input[type=file]').setInputFiles({
    name: 'corrected.xlsx',
    mimeType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    buffer: readFileSync(path),
  });
  await dialog.getByRole('button', { name: 'Import 1 device' }).click();
  await expect(dialog.getByText('Import devices (corrected.xlsx): registered 1, failed 1')).toBeVisible();
  await dialog.getByRole('button', { name: 'Close' }).last().click();
  await expect(dialog).toBeHidden();
  await expect(row('Crane 2')).toContainText('Pier 9');

  await page.getByRole('button', { name: 'Export', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Excel workbook (.xlsx)' }).click();
  await expect(page.getByText('The export has started.')).toBeVisible();
  await server.client.call('editUserLang', { lang: 'zh_CN' });
});
