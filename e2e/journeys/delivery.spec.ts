import { expect } from '../support/journey.ts';
import { test } from '../support/mailing-server.ts';

const EMAIL = 'duty@harbour.example';

test('adds a contact, confirms the address, subscribes, and sends a failed message again', async ({
  page,
  console,
  mails,
  server,
}) => {
  await console.openSignedIn('/systemSet?tab=delivery');
  await expect(page.getByText('No recipients yet.')).toBeVisible();
  await page.getByRole('button', { name: 'New recipient' }).click();
  const form = page.getByRole('dialog', { name: 'New recipient' });
  await form.getByLabel('Name', { exact: true }).fill('Harbour office');
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(form.getByText('Please enter an e-mail address or a phone number')).toBeVisible();
  await form.getByLabel('E-mail').fill(EMAIL);
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(form).toBeHidden();
  const recipients = page.getByRole('list', { name: 'Recipients' });
  await expect(recipients).toContainText(`${EMAIL} · not confirmed`);

  await recipients.getByRole('button', { name: 'Confirm: E-mail of Harbour office' }).click();
  const dialog = page.getByRole('dialog', { name: 'Confirm the address of Harbour office' });
  await dialog.getByRole('button', { name: 'Send code' }).click();
  const code = /Your code is (\d{6})\./.exec(await mails.next(EMAIL, 1))?.[1] ?? '';
  await dialog.getByLabel('Code').fill(code);
  await dialog.getByRole('button', { name: 'Confirm', exact: true }).click();
  await expect(recipients).toContainText(`${EMAIL} · confirmed`);

  await page.getByRole('button', { name: 'New subscription' }).click();
  const subscription = page.getByRole('dialog', { name: 'New subscription' });
  await subscription.getByLabel('Recipient').click();
  await page.getByTitle('Harbour office').last().click();
  await subscription.getByLabel('Quiet hours').check();
  await subscription.getByLabel('From').fill('22:00');
  await subscription.getByLabel('To', { exact: true }).fill('06:30');
  await subscription.getByRole('button', { name: 'Save' }).click();
  const subscriptions = page.getByRole('list', { name: 'Subscriptions' });
  await expect(subscriptions).toContainText('Harbour office · E-mail');
  await expect(subscriptions).toContainText('All notices · All devices');
  await expect(subscriptions).toContainText('quiet 22:00 to 06:30');

  // From the page of rules, for one of them.
  const { ruleId } = await server.client.call('addRule', {
    ruleName: 'Town limit',
    condition: { type: 'overspeed', limit: 60, seconds: 0, area: null },
    appliesTo: 'all',
  });
  await console.openSignedIn('/rules');
  const row = page.getByRole('row').filter({ hasText: 'Town limit' });
  await expect(row).toContainText('1 recipient');
  await row.getByRole('button', { name: 'Recipients of Town limit' }).click();
  const drawer = page.getByRole('dialog', { name: 'Recipients of Town limit' });
  await expect(drawer).toContainText('Harbour office · E-mailall notices');
  await drawer.getByRole('button', { name: 'Add recipient' }).click();
  await subscription.getByLabel('Recipient').click();
  await page.getByTitle('Harbour office').last().click();
  await expect(subscription.getByText('Town limit')).toBeVisible();
  await subscription.getByRole('button', { name: 'Save' }).click();
  await expect(subscriptions).toContainText('Town limit · All devices');
  // The rule leaves the address with the form; a reload before that opens the form again.
  await expect(subscription).toBeHidden();
  await server.client.call('deleteRule', { ruleId });
  await page.reload();
  await expect(subscriptions).toContainText('Everything that it names was deleted: it sends nothing');

  mails.refusals.set(EMAIL, { code: 550, text: 'no such user' });
  await recipients.getByRole('button', { name: 'Send a test message to Harbour office' }).click();
  const messages = page.getByRole('list', { name: 'Messages' });
  await expect(messages).toContainText('Failed · Refused');
  await expect(messages).toContainText('no such user');
  await page.getByText('Failed (1)').click();
  mails.refusals.clear();
  await messages.getByRole('button', { name: 'Send again: Test message to Harbour office' }).click();
  await expect(page.getByText('No failed messages')).toBeVisible();
  expect(await mails.next(EMAIL, 2)).toContain('This is a test message');
});
