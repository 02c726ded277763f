import { expect, test } from '../support/journey.ts';

const DAY = 86_400_000;
const REEF = { lat: 35.98, lng: 120.44 };

test('shows devices as expired, renews them and lists the changes of a validity', { tag: '@long' }, async ({
  page,
  server,
  console,
  register,
  connect,
}) => {
  const faded = await register({ name: 'Faded', imei: '13900000071' });
  const swift = await register({ name: 'Swift', imei: '13900000072' });
  await (await connect('13900000071')).report({ ...REEF });
  const { client } = server;
  await client.call('editTracker', { trackerId: faded, validUntil: Date.now() - DAY });
  await client.call('editTracker', { trackerId: swift, validUntil: Date.now() + 5 * DAY });
  await console.openSignedIn('/deviceManger');
  const row = (name: string) => page.getByRole('row').filter({ hasText: name });
  await expect(row('Faded')).toContainText('Expired');
  await expect(page.getByText('The validity of 1 device ends within 30 days.')).toBeVisible();

  const batch = page.getByRole('toolbar', { name: 'Changes of several devices' });
  await batch.getByRole('button', { name: 'Renew' }).click();
  await expect(page.getByText('Please tick devices first')).toBeVisible();
  await row('Faded').getByRole('checkbox').check();
  await row('Swift').getByRole('checkbox').check();
  await batch.getByRole('button', { name: 'Renew' }).click();
  const dialog = page.getByRole('dialog', { name: 'Renew 2 devices' });
  await dialog.getByRole('spinbutton', { name: 'Months' }).fill('3');
  await dialog.getByRole('button', { name: 'Renew' }).click();
  await expect(page.getByText('2 devices were renewed')).toBeVisible();
  await expect(row('Faded')).not.toContainText('Expired');
  await expect(page.getByText(/ends within 30 days/)).toBeHidden();

  await page.goto(page.url().replace('/deviceManger', `/deviceManger/${faded}`));
  await page.getByRole('tab', { name: 'Validity' }).click();
  const history = page.getByRole('table');
  await expect(history.getByRole('row')).toHaveCount(3);
  await expect(history.getByRole('row').nth(2)).toContainText('Unlimited');

  // The page of an expired device says so and renews it.
  await client.call('editTracker', { trackerId: swift, validUntil: Date.now() - DAY });
  await page.goto(`${server.url}/deviceManger/${swift}`);
  await expect(page.getByText(/^The validity ended on/)).toBeVisible();
  await page.getByRole('button', { name: 'Renew' }).click();
  const one = page.getByRole('dialog', { name: 'Renew 1 device' });
  await one.getByRole('button', { name: 'Renew' }).click();
  await expect(page.getByText(/^The validity ended on/)).toBeHidden();
});
