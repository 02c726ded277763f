import { createHash } from 'node:crypto';
import { Console } from '../support/console.ts';
import { expect, test } from '../support/journey.ts';

const PASSWORD = 'Lighthouse7';

test('creates, sorts, hides and deletes extension panels, which viewers can only open', {
  tag: '@long',
}, async ({ page, browser, registrationServer: server }) => {
  const console = new Console(page, server);
  await console.openSignedIn('/extensionPanel');
  const menu = page.getByRole('navigation', { name: 'Main menu' });
  const row = (name: string) => page.getByRole('row').filter({ hasText: name });
  await expect(
    page.getByText('No extension panels yet. Add one to open another system from the menu.'),
  ).toBeVisible();

  await page.getByRole('button', { name: 'New panel' }).click();
  const form = page.getByRole('dialog', { name: 'New panel' });
  for (const [field, text, message] of [
    ['Name', 'x', 'the name must have 2 to 6 Chinese characters, letters or digits'],
    ['Name', 'too long', 'the name must have 2 to 6 Chinese characters, letters or digits'],
    ['Address', 'javascript:alert(1)', 'the address must start with http:// or https://'],
    ['Order', 'first', 'digits only'],
    ['Order', '', 'cannot be empty'],
  ] as const) {
    await form.getByLabel(field).fill(text);
    await form.getByLabel(field).blur();
    await expect(form.getByText(message)).toBeVisible();
  }
  await form.getByLabel('Name').fill('潮汐表1');
  await form.getByLabel('Address').fill('https://tides.example.com/table?port=qingdao');
  await form.getByLabel('Order').fill('5');
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(form).toBeHidden();
  await expect(row('潮汐表1')).toBeVisible();
  await expect(menu.getByRole('link', { name: '潮汐表1' })).toBeVisible();

  await page.getByRole('button', { name: 'New panel' }).click();
  await expect(form.getByLabel('Order')).toHaveValue('6');
  await form.getByLabel('Name').fill('Locks');
  await form.getByLabel('Address').fill('http://locks.example.com');
  await form.getByLabel('Order').fill('5');
  await form.getByLabel('Order').blur();
  await expect(form.getByText('Another panel already has this order number')).toBeVisible();
  await form.getByLabel('Order').fill('2');
  await form.getByRole('button', { name: 'Save' }).click();
  // Below the header: the one with the lower number first.
  await expect(page.getByRole('row').nth(1)).toContainText('Locks');

  await page.getByRole('switch', { name: 'Show Locks in the menu' }).click();
  await expect(menu.getByRole('link', { name: 'Locks' })).toHaveCount(0);
  await page.getByRole('button', { name: 'Edit Locks' }).click();
  const edit = page.getByRole('dialog', { name: 'Edit Locks' });
  await expect(edit.getByRole('switch', { name: 'Visible' })).not.toBeChecked();
  await edit.getByLabel('Name').fill('Gates');
  await edit.getByRole('button', { name: 'Save' }).click();
  await expect(row('Gates')).toBeVisible();

  await server.client.call('createSubEobUser', {
    noteName: 'Reader',
    account: 'reader',
    pd: createHash('md5').update(PASSWORD).digest('hex'),
    permission: 'viewer',
    roles: ['eob_plugin_custom_window'],
  });
  const elsewhere = await browser.newContext();
  const reader = new Console(await elsewhere.newPage(), server);
  await reader.open('/login?from=%2FextensionPanel');
  await reader.signIn(PASSWORD, 'en_US', 'reader');
  await expect(reader.page.getByRole('row').filter({ hasText: 'Gates' })).toContainText('Hidden');
  for (const name of [/New panel/, /^Edit /, /^Delete /]) {
    await expect(reader.page.getByRole('button', { name })).toHaveCount(0);
  }
  await expect(reader.page.getByRole('switch')).toHaveCount(0);
  await elsewhere.close();

  for (const name of ['Gates', '潮汐表1']) {
    await page.getByRole('button', { name: `Delete ${name}` }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click();
    await expect(row(name)).toHaveCount(0);
  }
  await expect(menu.getByRole('link', { name: '潮汐表1' })).toHaveCount(0);
});

test('lists the functions of the account and accepts an activation code once', async ({
  page,
  registrationServer: server,
}) => {
  const console = new Console(page, server);
  const admin = (...args: string[]) => server.operator('admin', ...args);
  await admin('revoke', 'harbour', 'aviation_data');
  await admin('sales-contact', '--name', 'Harbour Systems', '--contact', 'sales@example.com');
  const code = (await admin('activation-codes', '--roles', 'aviation_data', '--days', '30')).trim();
  await console.openSignedIn('/appCenter');
  const card = page.getByRole('listitem').filter({ hasText: 'Flight data of aircraft.' });
  const field = page.getByLabel('Activation code');
  const send = page.getByRole('button', { name: 'Activate' });
  await expect(page.getByText('Harbour Systems')).toBeVisible();
  await expect(page.getByText('sales@example.com')).toBeVisible();
  await expect(card).toContainText('Not active');
  await send.click();
  await expect(page.getByText('cannot be empty')).toBeVisible();
  await field.fill('AAAAA-AAAAA-AAAAA-AAAAA');
  await send.click();
  await expect(page.getByText('The activation code is wrong')).toBeVisible();
  await field.fill(code.toLowerCase());
  await send.click();
  await expect(page.getByText('Activated: Aviation data')).toBeVisible();
  await expect(card).toContainText(/Active.*Until \d{4}-\d\d-\d\d/s);
  await field.fill(code);
  await send.click();
  await expect(page.getByText('This activation code was already used')).toBeVisible();
});
