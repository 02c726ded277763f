import { createHash } from 'node:crypto';
import type { Locator } from '@playwright/test';
import { Console } from '../support/console.ts';
import { expect, test } from '../support/journey.ts';

const PATH = '/satelliteNews/phoneAccount';
const PASSWORD = 'Lighthouse7';
const DIGEST = createHash('md5').update(PASSWORD).digest('hex');

/** Selects a device by its name in the form. */
async function chooseDevice(form: Locator, name: string): Promise<void> {
  await form.getByLabel('Device').fill(name);
  await form.page().locator('.ant-select-item-option').filter({ hasText: name }).click();
}

test('creates communication accounts, edits one, assigns another card, exports and deletes', {
  tag: '@long',
}, async ({ console, page, server, register }) => {
  const trackerId = await register({ name: 'Albatross', imei: '13900000391' });
  await register({ name: 'Cormorant', imei: '13900000392' });
  await console.openSignedIn(PATH);
  const row = (name: string) => page.getByRole('row').filter({ hasText: name });
  await expect(page.getByText(/^No communication accounts yet/)).toBeVisible();

  // Fields are checked when they lose focus, and a number is one of the network.
  await page.getByRole('button', { name: 'Add account' }).click();
  const form = page.getByRole('dialog', { name: 'Add account' });
  await form.getByLabel('Name').fill('Ship No 1');
  await form.getByLabel('Card number').fill('12345');
  await form.getByLabel('Password').fill('abc');
  await form.getByLabel('Note').focus();
  await expect(
    form.getByText('the name must have 1 to 8 Chinese characters, letters or digits'),
  ).toBeVisible();
  await expect(form.getByText('a card number has 7 or 8 digits, an IMEI 15')).toBeVisible();
  await expect(form.getByText('the password must have 6 to 12 English letters or digits')).toBeVisible();
  await form.getByLabel('Card number').fill('300234063904190');
  await form.getByLabel('Name').fill('Tern1');
  await expect(form.getByText(/^The number does not fit the network/)).toBeVisible();
  await form.getByLabel('Card number').fill('04207733');
  await form.getByLabel('Password').fill('signal66');
  await form.getByLabel('Service frequency').fill('60');
  await form.getByLabel('Level').click();
  await page.getByTitle('Level 3').click();
  await chooseDevice(form, 'Albatross');

  // A second terminal has what repeats; the server refuses the card that it shares with the first one.
  await form.getByRole('button', { name: 'Add another' }).click();
  const second = form.getByRole('group', { name: /Terminal 2/ });
  await second.getByLabel('Name').fill('Tern2');
  await second.getByLabel('Card number').fill('4207733');
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(second.getByText('This card number is already in use; please check the number')).toBeVisible();
  await second.getByLabel('Card number').fill('4207734');
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(form).toBeHidden();
  await expect(row('Tern1')).toContainText('04207733');
  await expect(row('Tern1')).toContainText('60 s');
  await expect(row('Tern2')).toContainText('60 s');
  await expect(row('Tern1').getByRole('link', { name: 'Albatross' })).toHaveAttribute(
    'href',
    `/deviceManger/${trackerId}`,
  );

  // A device carries one terminal.
  await row('Tern2').getByRole('button', { name: 'Edit Tern2' }).click();
  const edit = page.getByRole('dialog', { name: 'Edit Tern2' });
  await expect(edit.getByLabel('Card number')).toBeDisabled();
  await edit.getByLabel('Name').fill('Tern3');
  await chooseDevice(edit, 'Albatross');
  await edit.getByRole('button', { name: 'Save' }).click();
  await expect(edit.getByText(/^Another communication account is bound to this device/)).toBeVisible();
  await chooseDevice(edit, 'Cormorant');
  await edit.getByRole('button', { name: 'Save' }).click();
  await expect(edit).toBeHidden();
  await expect(row('Tern3')).toContainText('Cormorant');

  await row('Tern3').getByRole('button', { name: 'Assign another card to Tern3' }).click();
  const card = page.getByRole('dialog', { name: 'Assign another card to Tern3' });
  await expect(card).toContainText('Waiting messages go to the new card.');
  await card.getByLabel('New number').fill('4207733');
  await card.getByRole('button', { name: 'Assign' }).click();
  await expect(card.getByText('This card number is already in use; please check the number')).toBeVisible();
  await card.getByLabel('New number').fill('15260001');
  await card.getByRole('button', { name: 'Assign' }).click();
  await expect(card).toBeHidden();
  await expect(row('Tern3')).toContainText('15260001');

  // Accounts of others arrive, and the address contains the filter.
  await expect(console.freshness).toContainText('Live');
  await server.client.call('createBdUsers', {
    bdUsers: [
      { bdUserName: 'Petrel', cardNumber: '300234063904190', network: 'iridium', password: 'signal66' },
    ],
  });
  await expect(row('Petrel')).toContainText('Not bound');
  await page.getByRole('combobox', { name: 'Network' }).click();
  await page.getByTitle('Iridium').last().click();
  await expect(page).toHaveURL(/\?network=iridium$/);
  await expect(row('Tern')).toHaveCount(0);
  await page.getByRole('button', { name: 'Export' }).click();
  await page.getByRole('button', { name: /Batch tasks/ }).click();
  const download = page.waitForEvent('download');
  await page.getByRole('link', { name: 'View result' }).first().click();
  expect((await download).suggestedFilename()).toMatch(/\.xlsx$/);
  await page.keyboard.press('Escape');

  await row('Petrel').getByRole('button', { name: 'Delete Petrel' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('No communication account matches the filter.')).toBeVisible();
  const { list } = await server.client.call('queryBdUsers', { pageIndex: 1, pageSize: 20 });
  expect(list.map(({ bdUserName }) => bdUserName).toSorted()).toEqual(['Tern1', 'Tern3']);
  for (const { bdUserId } of list) await server.client.call('deleteBdUser', { bdUserId });
});

test('has a title and networks by function, hides changes from viewers, and refuses others', {
  tag: '@long',
}, async ({ browser, server }) => {
  const { client } = server;
  await client.call('createBdUsers', {
    bdUsers: [
      { bdUserName: 'Gull', cardNumber: '4207801', network: 'beidou', password: 'signal66' },
      { bdUserName: 'Petrel', cardNumber: '300234063904208', network: 'iridium', password: 'signal66' },
    ],
  });
  const users = [
    ['irim', 'eob_plugin_irim', 'Iridium messages', ['Petrel']],
    ['bdhl', 'eob_plugin_bdhl', 'BeiDou messages', ['Gull']],
    ['plane', 'eob_plugin_flight_msg', 'Plane messages', ['Gull', 'Petrel']],
  ] as const;
  for (const [account, role, title, names] of users) {
    await client.call('createSubEobUser', {
      noteName: account,
      account,
      pd: DIGEST,
      permission: 'viewer',
      roles: [role],
    });
    const { page, console } = await signIn(account);
    await expect(page).toHaveURL(/\/satelliteNews\/messageRecord\?of=/);
    await expect(page.getByRole('heading', { name: title })).toBeVisible();
    await page.getByRole('tab', { name: 'Accounts' }).click();
    for (const name of names) await expect(page.getByRole('row').filter({ hasText: name })).toBeVisible();
    await expect(page.getByRole('row')).toHaveCount(names.length + 1);
    await expect(page.getByRole('button', { name: /^(Add|Edit|Delete|Assign)/ })).toHaveCount(0);
    await expect(console.header).toBeVisible();
    await page.context().close();
  }
  await client.call('createSubEobUser', {
    noteName: 'layers',
    account: 'layers',
    pd: DIGEST,
    permission: 'editor',
    roles: ['eob_plugin_custom_map'],
  });
  const { page } = await signIn('layers');
  const menu = page.getByRole('navigation', { name: 'Main menu' });
  await expect(menu.getByRole('link', { name: 'Own map layers' })).toBeVisible();
  await expect(menu.getByRole('link', { name: / messages$/ })).toHaveCount(0);
  await page.goto(server.url + PATH);
  await expect(page.getByRole('heading', { name: / messages$/ })).toHaveCount(0);
  await expect(page.getByRole('table')).toHaveCount(0);
  await page.context().close();
  const { list } = await client.call('queryBdUsers', { pageIndex: 1, pageSize: 20 });
  for (const { bdUserId } of list) await client.call('deleteBdUser', { bdUserId });

  async function signIn(account: string) {
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
    const opened = await context.newPage();
    const console = new Console(opened, server);
    await console.open('/login');
    await console.signIn(PASSWORD, 'en_US', account);
    await expect(console.header).toBeVisible();
    return { page: opened, console };
  }
});
