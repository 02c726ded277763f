import type { Locator } from '@playwright/test';
import { expect, test } from '../support/journey.ts';

const PATH = '/flightManage';
const DAY_MS = 86_400_000;

/** Chooses the first option that a search finds. */
async function choose(form: Locator, label: string, keywords: string, text: RegExp): Promise<void> {
  await form.getByLabel(label, { exact: true }).fill(keywords);
  await form
    .page()
    .locator('.ant-select-item-option')
    .filter({ hasText: text, visible: true })
    .first()
    .click();
}

test('plans a flight, repeats it weekly, cancels, filters and deletes', { tag: '@long' }, async ({
  console,
  page,
  server,
  register,
}) => {
  const { client } = server;
  const { planeId } = await client.call('createPlane', { tailNumber: 'B-10KF', kind: 'light' });
  await client.call('createLandingPlace', { landingPlaceName: 'Meadow', latitude: 24.8, longitude: 110.5 });
  await console.openSignedIn(PATH);
  await expect(page.getByText(/^No flights yet/)).toBeVisible();
  const rows = (text: string) => page.getByRole('row').filter({ hasText: text });

  // Required fields, and an arrival before the take-off, are named at once.
  await page.getByRole('button', { name: 'Add flight' }).click();
  const form = page.getByRole('dialog', { name: 'Add flight' });
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(form.getByText('Choose a place')).toHaveCount(2);
  await form.getByLabel('Flight number').fill('wl100');
  await choose(form, 'Plane', '10kf', /B-10KF/);
  await choose(form, 'From', 'zgkl', /ZGKL/);
  await choose(form, 'To', 'meadow', /Meadow/);
  await form.getByLabel('Arrival (ETA)').fill('2020-01-01 00:00');
  await form.getByLabel('Arrival (ETA)').press('Enter');
  await expect(form.getByText(/The arrival must be after the take-off/)).toBeVisible();
  await form.getByLabel('Off-block (EOBT)').fill('2027-03-01 08:00');
  await form.getByLabel('Off-block (EOBT)').press('Enter');
  await form.getByLabel('Arrival (ETA)').fill('2027-03-01 09:10');
  await form.getByLabel('Arrival (ETA)').press('Enter');
  await expect(form.getByText(/The arrival must be after the take-off/)).toBeHidden();

  // 2027-03-01 is a Monday: three Mondays until the 15th.
  await form.getByLabel('Mon').check();
  await form.getByLabel('Last day').fill('2027-03-15');
  await form.getByLabel('Last day').press('Enter');
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Saved 3 flights WL100')).toBeVisible();
  await expect(form).toBeHidden();
  await expect(rows('WL100')).toHaveCount(3);
  // The account is in China: 08:00 there is 00:00 in UTC.
  await expect(rows('2027-03-08')).toContainText('08:0000:00Z');
  await expect(rows('2027-03-08')).toContainText('B-10KF');
  await expect(rows('2027-03-08')).toContainText('Meadow');

  await rows('2027-03-08').getByRole('button', { name: 'Edit WL100' }).click();
  const edit = page.getByRole('dialog', { name: 'Edit WL100' });
  await expect(edit.getByText('Weekly repeat')).toBeHidden();
  await choose(edit, 'To', 'zgkl', /ZGKL/);
  await expect(edit.getByText('Local flight')).toBeVisible();
  await edit.getByLabel('People on board').fill('1001');
  await edit.getByLabel('Note').focus();
  await expect(edit.getByText(/1,?000/)).toBeVisible();
  await edit.getByLabel('People on board').fill('4');
  await edit.getByRole('button', { name: 'Save' }).click();
  await expect(edit).toBeHidden();
  await expect(rows('2027-03-08')).toContainText('Local flight');

  await rows('2027-03-15').getByRole('button', { name: 'Cancel WL100' }).click();
  await page.getByRole('button', { name: 'Cancel the flight' }).click();
  await expect(rows('2027-03-15')).toContainText('Cancelled');
  await expect(rows('2027-03-15').getByRole('button', { name: 'Edit WL100' })).toHaveCount(0);

  // A copy has the details of the flight, and is a new one.
  await rows('2027-03-15').getByRole('button', { name: 'Copy WL100' }).click();
  await form.getByLabel('Flight number').fill('wl200');
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(form).toBeHidden();
  await expect(rows('WL200')).toContainText('Planned');
  await page.getByLabel('State', { exact: true }).click();
  await page.locator('.ant-select-item-option').filter({ hasText: 'Cancelled', visible: true }).click();
  await expect(rows('WL200')).toHaveCount(0);
  await expect(rows('WL100')).toHaveCount(1);
  await expect(page).toHaveURL(/state=cancelled/);
  await rows('WL100').getByRole('button', { name: 'Delete WL100' }).click();
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(page.getByText('No flight matches the filter.')).toBeVisible();
  expect((await client.call('queryFlightsByPage', {})).total).toBe(3);

  // A sheet with one valid row of two.
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await page.getByRole('button', { name: 'Import', exact: true }).click();
  const sheet = page.getByRole('dialog', { name: 'Import flights' });
  const rowsOfSheet = [
    'Flight number,From,To,EOBT,ETA',
    'wl500,ZGKL,Meadow,2027-04-01 08:00,2027-04-01 09:00',
    'wl501,ZGKL,Nowhere,2027-04-01 08:00,2027-04-01 09:00',
  ];
  const file = { name: 'flights.csv', mimeType: 'text/csv', buffer: Buffer.from(rowsOfSheet.join('\n')) };
  await sheet.locator('input[type=file]').setInputFiles(file);
  // The texts of a sheet are in the language of the user, which is Chinese here.
  await expect(sheet.getByText(/机场不存在/)).toBeVisible();
  await sheet.getByRole('button', { name: 'Import 1 flight' }).click();
  await expect(sheet.getByRole('link', { name: 'Download failed rows' })).toBeVisible();
  await sheet.getByRole('button', { name: 'Close' }).last().click();
  await expect(rows('WL500')).toContainText('Meadow');
  await expect(rows('WL501')).toHaveCount(0);

  // A flight of a plane with a device that did not take off is overdue.
  const at = Date.now() - 40 * 60_000;
  const airport = { ident: 'ZGKL', landingPlaceId: null };
  const details = { departure: airport, arrival: airport, takeoffTime: at, arrivalTime: at + DAY_MS };
  const trackerId = await register({ name: 'Skylark', imei: '13900000701' });
  await client.call('editPlane', { planeId, tailNumber: 'B-10KF', kind: 'light', trackerId });
  await client.call('createFlight', { flightNumber: 'WL300', planeId, ...details });
  await console.open(`${PATH}?state=overdue`);
  await expect(rows('WL300')).toContainText('No take-off');

  // A task from the row: the form has the flight, its device and time.
  await rows('WL300').getByRole('button', { name: 'Create task for WL300' }).click();
  const task = page.getByRole('dialog', { name: 'New task' });
  await expect(task.getByLabel('Flight number')).toHaveValue('WL300');
  await expect(task.getByLabel('Task', { exact: true })).toHaveValue('WL300 ZGKL – ZGKL');
  await expect(task).toContainText('Skylark');
  await expect(task.getByLabel('From', { exact: true })).not.toHaveValue('');
  await task.getByLabel('Task', { exact: true }).fill('Watch WL300');
  await task.getByRole('button', { name: 'Save' }).click();
  await expect(task).toBeHidden();
  await rows('WL300').getByRole('link', { name: 'Task Watch WL300' }).click();
  await expect(page).toHaveURL(/\/taskTracking\?tasks=\d+$/);
  await expect(page.getByRole('region', { name: 'Watch WL300' })).toContainText('No take-off');

  // A flight that is chosen in the form fills what is empty, and the link can be removed.
  await page.getByRole('link', { name: 'All tasks' }).click();
  await expect(rows('Watch WL300')).toContainText('ZGKL');
  await page.getByRole('button', { name: 'New task' }).click();
  await task.getByLabel('Task', { exact: true }).fill('Second');
  await choose(task, 'Planned flight', 'b-10kf', /WL300/);
  await expect(task.getByLabel('Flight number')).toHaveValue('WL300');
  await expect(task.getByLabel('Task', { exact: true })).toHaveValue('Second');
  await expect(task).toContainText('Skylark');
  await task.getByRole('button', { name: 'Save' }).click();
  await expect(task).toBeHidden();
  await expect(rows('Second')).toContainText('No take-off');
  await rows('Second').getByRole('button', { name: 'Edit Second' }).click();
  const editTask = page.getByRole('dialog', { name: 'Edit Second' });
  await expect(editTask).toContainText('WL300 · B-10KF');
  await editTask.locator('.ant-select', { hasText: 'WL300 · B-10KF' }).hover();
  await editTask.locator('.ant-select', { hasText: 'WL300 · B-10KF' }).locator('.ant-select-clear').click();
  await editTask.getByRole('button', { name: 'Save' }).click();
  await expect(editTask).toBeHidden();
  await expect(rows('Second')).toContainText('WL300');
  await expect(rows('Second')).not.toContainText('No take-off');
  await client.call('deleteFlight', {
    flightIds: (await client.call('queryFlightsByPage', { state: 'overdue' })).list.map(
      ({ flightId }) => flightId,
    ),
  });
  await page.reload();
  await expect(rows('Watch WL300')).toContainText('WL300');
  await expect(rows('Watch WL300')).not.toContainText('No take-off');
});
