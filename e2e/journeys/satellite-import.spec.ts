import { readFileSync } from 'node:fs';
import { expect, test } from '../support/journey.ts';

/** Rows of a CSV file: one is valid, one names no device, one has an unknown network. */
const SHEET = [
  'Name,Card number/IMEI,Network,Device,Password,Harbour',
  'Tern11,4207811,BeiDou,,signal66,North',
  'Tern12,4207812,BeiDou,Shearwater,signal66,North',
  'Tern13,4207813,Starlink,,signal66,North',
].join('\n');

test('imports communication accounts from a sheet, and corrects the failed rows', {
  tag: '@long',
}, async ({ page, console, server, register }) => {
  // The server's texts are in the language of the user.
  await server.client.call('editUserLang', { lang: 'en_US' });
  await console.openSignedIn('/satelliteNews/phoneAccount');
  const row = (name: string) => page.getByRole('row').filter({ hasText: name });
  await page.getByRole('button', { name: 'Import', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Import communication accounts' });
  const template = page.waitForEvent('download');
  await dialog.getByRole('button', { name: '中文' }).click();
  expect((await template).suggestedFilename()).toBe('通信账号.xlsx');

  const file = dialog.locator('input[type=file]');
  await file.setInputFiles({ name: 'terns.csv', mimeType: 'text/csv', buffer: Buffer.from(SHEET) });
  await expect(dialog.getByText('1 of 3 rows are valid, 2 have errors.')).toBeVisible();
  await expect(dialog.getByText('These columns are ignored: Harbour')).toBeVisible();
  await expect(dialog.getByText('This device does not exist')).toBeVisible();
  await expect(dialog.getByText('The network must be BeiDou, Iridium or inReach')).toBeVisible();
  await expect(dialog.getByText('signal66')).toBeHidden();
  await dialog.getByRole('button', { name: 'Import 1 account' }).click();
  await expect(
    dialog.getByText('Import communication accounts (terns.csv): added 1, changed 0, failed 2'),
  ).toBeVisible();
  await expect(row('Tern11')).toContainText('4207811');
  const failed = page.waitForEvent('download');
  await dialog.getByRole('link', { name: 'Download failed rows' }).click();
  const path = await (await failed).path();

  // With its device, one of the failed rows is valid.
  await register({ name: 'Shearwater', imei: '13900000398' });
  await dialog.getByRole('button', { name: 'Import another file' }).click();
  await dialog.locator('input[type=file]').setInputFiles({
    name: 'corrected.xlsx',
    mimeType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    buffer: readFileSync(path),
  });
  await dialog.getByRole('button', { name: 'Import 1 account' }).click();
  await expect(dialog.getByText('(corrected.xlsx): added 1, changed 0, failed 1')).toBeVisible();
  await dialog.getByRole('button', { name: 'Close' }).last().click();
  await expect(row('Tern12')).toContainText('Shearwater');
  await server.client.call('editUserLang', { lang: 'zh_CN' });
});
