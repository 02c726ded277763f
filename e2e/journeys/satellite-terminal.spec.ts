import { expect, test } from '../support/journey.ts';

test('shows the messages of a terminal to the person at it', {
  tag: '@long',
}, async ({ console, page, server }) => {
  await server.client.call('createBdUsers', {
    bdUsers: [{ bdUserName: 'Tern', cardNumber: '4207955', network: 'beidou', password: 'signal66' }],
  });
  await console.open('/terminal');
  await page.getByLabel('Card number or IMEI').fill('4207955');
  await page.getByLabel('Password').fill('signal67');
  await page.getByRole('button', { name: 'Read messages' }).click();
  await expect(page.getByRole('alert')).toBeVisible();
  await page.getByLabel('Password').fill('signal66');
  await page.getByRole('button', { name: 'Read messages' }).click();
  await expect(page.getByRole('heading', { name: 'Tern' })).toBeVisible();
  await expect(page.getByText('No messages yet')).toBeVisible();
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Tern' })).toBeVisible();
  await page.getByRole('button', { name: 'Sign out' }).click();
  await expect(page.getByLabel('Card number or IMEI')).toBeVisible();
});
