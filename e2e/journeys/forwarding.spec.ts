import { WebhookServer } from '@wakeline/server/testing/webhook-server';
import { expect, test as journey } from '../support/journey.ts';
import { ServerProcess } from '../support/server.ts';

/** A server that may connect to this machine, and a system to which it forwards. */
const test = journey.extend<object, { archive: WebhookServer; forwardingServer: ServerProcess }>({
  archive: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads what a fixture needs from this pattern
    async ({}, use) => {
      const archive = await WebhookServer.start();
      await use(archive);
      archive.stop();
    },
    { scope: 'worker' },
  ],
  forwardingServer: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads what a fixture needs from this pattern
    async ({}, use) => {
      const server = await ServerProcess.start({ WAKELINE_WEBHOOK_NETWORKS: '127.0.0.1' });
      await use(server);
      await server.remove();
    },
    { scope: 'worker' },
  ],
  server: async ({ forwardingServer }, use) => await use(forwardingServer),
});

test('adds a forwarding target, tests it, turns it off and deletes it', async ({
  page,
  console,
  archive,
}) => {
  await console.openSignedIn('/systemSet?tab=delivery');
  await expect(page.getByText('No targets yet.')).toBeVisible();
  await page.getByRole('button', { name: 'New target' }).click();
  const form = page.getByRole('dialog', { name: 'New target' });
  await form.getByLabel('Name', { exact: true }).fill('Fleet archive');
  await form.getByLabel('Address').fill('http://10.0.0.1/');
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(form.getByText('This is not an address of a public host')).toBeVisible();
  await form.getByLabel('Address').fill(`${archive.url}/positions`);
  await form.getByLabel('Token').fill('archive-token');
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(form).toBeHidden();
  const targets = page.getByRole('list', { name: 'Forwarding' });
  await expect(targets).toContainText('Positions, Events · All devices');
  await expect(targets).toContainText('Nothing sent yet');

  archive.responses.set('/positions', { status: 403, text: 'wrong token' });
  const test = targets.getByRole('button', { name: 'Send a test message to Fleet archive' });
  await test.click();
  await expect(page.getByText('did not accept the test message: Refused, 403 wrong token')).toBeVisible();
  expect(archive.at('/positions')[0]?.headers.authorization).toBe('Bearer archive-token');

  const isOn = targets.getByRole('switch', { name: 'Forward to Fleet archive' });
  await isOn.click();
  await expect(targets).toContainText('Off');
  await expect(isOn).not.toBeChecked();
  await targets.getByRole('button', { name: 'Delete Fleet archive' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(page.getByText('No targets yet.')).toBeVisible();
});
