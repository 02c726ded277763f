import type { Page } from '@playwright/test';
import { chooseByTitle } from '../support/instruction-form.ts';
import { expect, test } from '../support/journey.ts';

const GULL = { name: 'Gull', imei: '860000000004401' };
const TERN = { name: 'Tern', imei: '860000000004402' };
const AT = { lat: 36.07, lng: 120.29 };

/** Presses Send and confirms the number of devices. */
async function sendTo(page: Page, title: string, ok = 'Send'): Promise<void> {
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await page.getByRole('dialog', { name: title }).getByRole('button', { name: ok }).click();
}

test('sends instructions, shows the four statuses, recalls, resends, and saves a template', async ({
  page,
  console,
  register,
  connect,
  server,
}) => {
  for (const device of [GULL, TERN]) await register(device);
  const gull = await connect(GULL.imei);
  await gull.report(AT);
  const tern = await connect(TERN.imei);
  await tern.report(AT);
  tern.disconnect();

  await console.openSignedIn('/remoteInstruct');
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await expect(page.getByText('Please select the object before sending instructions')).toBeVisible();

  // Values are checked when a field loses focus.
  await page.getByRole('checkbox', { name: 'Gull', exact: true }).check();
  await chooseByTitle(page, 'Temporary tracking');
  const interval = page.getByLabel('Interval');
  await interval.fill('901');
  await interval.blur();
  await expect(page.getByText('Please enter a whole number within 1–900')).toBeVisible();
  await interval.fill('30');

  await page.getByRole('button', { name: 'Save as template' }).click();
  const naming = page.getByRole('dialog', { name: 'Save as template' });
  await naming.getByLabel('Template name').fill('Every 30 s');
  await naming.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Template Every 30 s saved')).toBeVisible();

  await sendTo(page, 'Send "Temporary tracking" to 1 device?');
  const results = page.getByRole('region', { name: 'Results' });
  const row = (name: string) => results.getByRole('row').filter({ hasText: name }).first();
  const tracking = await gull.nextInstruction();
  expect(tracking.description).toContain('0x8202');
  await expect(row('Gull')).toContainText('Interval 30 s · Duration 600 s');
  await expect(row('Gull')).toContainText('Waiting for receipt');
  gull.acknowledge(tracking, 'accept');
  await expect(row('Gull')).toContainText('Sent successfully');

  // A dangerous instruction needs a second confirmation, and the device rejects it.
  await chooseByTitle(page, 'Power off');
  await sendTo(page, 'Send "Power off" to 1 device?', 'Continue');
  const danger = page.getByRole('dialog', { name: 'Send the dangerous instruction "Power off"?' });
  await danger.getByRole('button', { name: 'Send it now' }).click();
  gull.acknowledge(await gull.nextInstruction(), 'reject');
  await expect(row('Gull')).toContainText('Rejected by the device');

  // An offline device: the instruction waits, and is recalled and resent.
  await page.getByRole('checkbox', { name: 'Gull', exact: true }).uncheck();
  await page.getByRole('checkbox', { name: 'Tern', exact: true }).check();
  await chooseByTitle(page, 'Restart');
  await sendTo(page, 'Send "Restart" to 1 device?');
  await expect(row('Tern')).toContainText('Waiting to send');
  await page.getByRole('button', { name: 'Recall Restart to Tern' }).click();
  await expect(row('Tern')).toContainText('Failed');
  await expect(row('Tern')).toContainText('Recalled');

  await page.getByRole('tab', { name: 'Records' }).click();
  const counts = page.getByRole('list', { name: 'Number by status' });
  await expect(counts).toContainText('Sent successfully1');
  await expect(counts).toContainText('Failed2');
  await page.getByRole('button', { name: 'Resend Restart to Tern' }).click();
  await page
    .getByRole('dialog', { name: 'Resend 1 instruction?' })
    .getByRole('button', { name: 'Resend' })
    .click();
  await expect(counts).toContainText('Waiting to send1');
  const again = await connect(TERN.imei);
  await again.report(AT);
  again.acknowledge(await again.nextInstruction(), 'accept');
  await page.getByRole('button', { name: 'Details of Temporary tracking to Gull' }).click();
  await expect(page.getByRole('dialog', { name: 'Temporary tracking' })).toContainText('7e 82 02 40');

  // The device page lists the instructions of its device; the dialog starts with the template.
  const { list } = await server.client.call('queryAllTrackers', {});
  const { trackerId } = list.find(({ imei }) => imei === GULL.imei) ?? { trackerId: 0 };
  await console.open(`/deviceManger/${trackerId}?section=instructions`);
  await expect(page.getByRole('row').filter({ hasText: 'Power off' })).toContainText('Failed');
  await page.getByRole('button', { name: 'Send instruction' }).click();
  const dialog = page.getByRole('dialog', { name: 'Send instruction' });
  const template = dialog.getByRole('combobox', { name: 'Choose a template' });
  await template.fill('Every');
  await template.press('Enter');
  await expect(dialog.getByLabel('Interval')).toHaveValue('30');
});
