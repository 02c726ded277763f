import { expect, test } from '../support/journey.ts';

const PATH = '/satelliteNews/settings';

test('edits contacts, templates, addresses and the quota of satellite messages', {
  tag: '@long',
}, async ({ console, page, server }) => {
  const { bdUserIds } = await server.client.call('createBdUsers', {
    bdUsers: [{ bdUserName: 'Gull', cardNumber: '4207901', network: 'beidou', password: 'signal66' }],
  });
  await console.openSignedIn('/satelliteNews/phoneAccount');
  await page.getByRole('tab', { name: 'Settings' }).click();
  await expect(page).toHaveURL(new RegExp(`${PATH}$`));
  const row = (name: string) => page.getByRole('row').filter({ hasText: name });
  const section = (name: string) =>
    page.getByRole('navigation', { name: 'Sections' }).getByRole('link', { name }).click();

  // The form offers the next short number, and names errors at their field.
  await expect(page.getByText(/^No contacts yet/)).toBeVisible();
  await page.getByRole('button', { name: 'Add contact' }).click();
  const form = page.getByRole('dialog', { name: 'Add contact' });
  await form.getByLabel('Name').fill('Duty desk of the harbour');
  await form.getByLabel('Phone number').fill('12');
  await expect(form.getByLabel('Short number')).toHaveValue('1');
  await form.getByLabel('Short number').focus();
  await expect(form.getByText(/^Enter a phone number with its area code/)).toBeVisible();
  await form.getByLabel('Phone number').fill('+86 138-0013-8000');
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(form).toBeHidden();
  await expect(row('Duty desk')).toContainText('13800138000');
  await expect(row('Duty desk')).toContainText('Never');

  await page.getByRole('button', { name: 'Add contact' }).click();
  await form.getByLabel('Name').fill('Agent');
  await form.getByLabel('Phone number').fill('13800138000');
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(form.getByText('There is a contact with this address')).toBeVisible();
  await form.getByText('E-mail', { exact: true }).click();
  await form.getByLabel('E-mail address').fill('Agent@Harbour.example');
  await form.getByLabel('Short number').fill('1');
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(form.getByText('Another contact has this short number')).toBeVisible();
  await form.getByLabel('Short number').fill('7');
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(row('Agent')).toContainText('agent@harbour.example');
  await row('Agent').getByRole('button', { name: 'Delete Agent' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expect(row('Agent')).toHaveCount(0);

  await section('Templates');
  await page.getByRole('button', { name: 'Add template' }).click();
  const template = page.getByRole('dialog', { name: 'Add template' });
  await template.getByLabel('Name').fill('Home');
  await template.getByLabel('Text').fill('Return to port');
  await template.getByRole('button', { name: 'Save' }).click();
  await expect(row('Home')).toContainText('Return to port');

  // Examples follow the form; an ambiguous word is named at its fields, and nothing is saved.
  await section('Addresses');
  const examples = page.getByRole('region', { name: 'Examples' });
  await expect(examples).toContainText('#4207733 in port');
  await page.getByLabel('Card prefix').fill('*');
  await expect(examples).toContainText('*4207733 in port');
  await page.getByLabel('WeChat', { exact: true }).fill('wbx');
  await page.keyboard.press('Enter');
  await expect(page.getByText(/^The word stands twice.*: wbx$/)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Save' })).toBeDisabled();
  await page.locator('.ant-select-selection-item[title="wbx"] .ant-select-selection-item-remove').click();
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText(/^Addresses saved/)).toBeVisible();
  expect((await server.client.call('querySatelliteSettings', {})).convention).toMatchObject({
    cardPrefix: '*',
    wechatWords: ['wx'],
  });

  await section('Monthly quota');
  await page.getByRole('switch', { name: 'Limit the monthly usage' }).click();
  await page.getByLabel('Monthly quota', { exact: true }).fill('500');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Monthly quota saved')).toBeVisible();
  await expect(page.getByRole('region', { name: 'Usage this month' })).toContainText('0 of 500 units');
  for (const bdUserId of bdUserIds) await server.client.call('deleteBdUser', { bdUserId });
});
