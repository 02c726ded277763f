import { expect, test } from '../support/journey.ts';

const REEF = { lat: 35.98, lng: 120.44 };

test('finds the records of one device, and deletes one after a confirmation', async ({
  console,
  page,
  register,
  connect,
}) => {
  await register({ name: 'Faded', imei: '13900000057' });
  await register({ name: 'Swift', imei: '13900000058' });
  await (await connect('13900000057')).report({ ...REEF, alarms: ['LOWPOWER'] });
  await (await connect('13900000058')).report({ ...REEF, speed: 99, alarms: ['OVERSPEED'] });
  await console.openSignedIn('/notificationRecord');
  const list = page.getByRole('region', { name: 'Notification records' });
  const remove = list.getByRole('button', { name: 'Delete the notification “Low battery” of Faded' });
  await expect(list.getByRole('cell', { name: 'Swift', exact: true })).toBeVisible();
  const device = list.getByRole('combobox', { name: 'Device' });
  await device.fill('Faded');
  await device.press('Enter');
  await expect(list.getByRole('cell', { name: 'Swift', exact: true })).toHaveCount(0);

  await remove.click();
  const question = page.getByRole('dialog');
  await expect(question).toContainText('The notification is deleted for all users of the account.');
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(question).toHaveCount(0);
  await expect(remove).toBeVisible();
  await remove.click();
  await question.getByRole('button', { name: 'Delete' }).click();
  await expect(list).toContainText('No notification message record');
});
