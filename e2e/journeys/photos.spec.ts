import { readFileSync } from 'node:fs';
import { createSamplePhoto } from '@wakeline/protocols/jt808/sample-photo';
import { chooseInstruction } from '../support/instruction-form.ts';
import { expect, test } from '../support/journey.ts';

const GULL = { name: 'Gull', imei: '860000000004501' };

test('takes a photo by an instruction, shows it, downloads and deletes it', { tag: '@long' }, async ({
  page,
  console,
  register,
  connect,
  server,
}) => {
  await register(GULL);
  const gull = await connect(GULL.imei);
  await gull.report({ lat: 36.07, lng: 120.29 });
  const { list } = await server.client.call('queryAllTrackers', {});
  const { trackerId } = list.find(({ imei }) => imei === GULL.imei) ?? { trackerId: 0 };

  await console.openSignedIn(`/deviceManger/${trackerId}?section=photos`);
  await expect(page.getByText('The device has sent no photos')).toBeVisible();
  await page.getByRole('button', { name: 'Send instruction' }).click();
  const dialog = page.getByRole('dialog', { name: 'Send instruction' });
  await chooseInstruction(page, 'photo');
  await dialog.getByLabel('Channel').fill('2');
  await dialog.getByRole('button', { name: 'Send', exact: true }).click();
  await page
    .getByRole('dialog', { name: 'Send "Take a photo" to 1 device?' })
    .getByRole('button', { name: 'Send' })
    .click();
  gull.acknowledge(await gull.nextInstruction(), 'accept');
  await expect(dialog.getByText('Sent successfully').first()).toBeVisible();
  await page.keyboard.press('Escape');

  // The list updates when the photo has arrived.
  const row = page.getByRole('row').filter({ hasText: '36.07000, 120.29000' });
  await expect(row).toContainText('Instruction');
  const picture = row.getByRole('img', { name: /^Photo of / });
  await expect(picture).toHaveJSProperty('naturalWidth', 320);
  await row
    .getByRole('button', { name: /^Download the photo of / })
    .or(row.getByRole('link', { name: /^Download/ }))
    .focus();
  const downloading = page.waitForEvent('download');
  await page.keyboard.press('Enter');
  const download = await downloading;
  expect(download.suggestedFilename()).toMatch(/^photo-\d{8}-\d{6}-2\.jpg$/);
  expect(readFileSync(await download.path())).toEqual(createSamplePhoto(1));

  await page.getByRole('tab', { name: 'Instructions' }).click();
  await page.getByRole('button', { name: 'Details of Take a photo to Gull' }).click();
  const details = page.getByRole('dialog', { name: 'Take a photo' });
  await expect(details.getByRole('img', { name: /^Photo of / })).toHaveJSProperty('naturalHeight', 240);
  await page.keyboard.press('Escape');

  await page.getByRole('tab', { name: 'Photos' }).click();
  await row.getByRole('button', { name: /^Delete the photo of / }).click();
  await page
    .getByRole('dialog', { name: 'Delete the photo?' })
    .getByRole('button', { name: 'Delete' })
    .click();
  await expect(page.getByText('The device has sent no photos')).toBeVisible();
});
