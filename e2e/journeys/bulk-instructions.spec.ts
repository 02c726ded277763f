import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { chooseByTitle } from '../support/instruction-form.ts';
import { expect, test as journey } from '../support/journey.ts';
import { ServerProcess } from '../support/server.ts';

interface Gateway {
  /** What was sent: recipient and text. */
  readonly messages: readonly (readonly [string, string])[];
  readonly server: ServerProcess;
}

/** A server with a gateway for text messages. */
const test = journey.extend<object, { gateway: Gateway }>({
  gateway: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads what a fixture needs from this pattern
    async ({}, use) => {
      const messages: (readonly [string, string])[] = [];
      const gateway = createServer((request, response) => {
        const { searchParams } = new URL(request.url ?? '', 'http://gateway');
        messages.push([searchParams.get('to') ?? '', searchParams.get('text') ?? '']);
        response.end('accepted');
      });
      await new Promise<void>((done) => gateway.listen(0, '127.0.0.1', done));
      const { port } = gateway.address() as AddressInfo;
      const server = await ServerProcess.start({
        WAKELINE_SMS_URL: `http://127.0.0.1:${port}/send?to={phone}&text={text}`,
      });
      await use({ messages, server });
      await server.remove();
      gateway.close();
    },
    { scope: 'worker' },
  ],
  server: ({ gateway }, use) => use(gateway.server),
});

test('sends text messages to ticked devices of the table, exports the records, renames and deletes a template', {
  tag: '@long',
}, async ({ page, console, server, gateway }) => {
  for (const [index, trackerName] of ['Gull', 'Tern'].entries())
    await server.client.call('addTracker', {
      trackerName,
      imei: `86811000000000${index}`,
      model: 'GT06N',
      iotCard: `1390018000${index}`,
    });
  await console.openSignedIn('/deviceManger');
  await page.getByRole('checkbox', { name: 'Tick all rows of this page' }).check();
  await page.getByRole('toolbar').getByRole('button', { name: 'Send instruction' }).click();
  const dialog = page.getByRole('dialog', { name: 'Send instruction' });
  await expect(dialog).toContainText('2 devices');
  await chooseByTitle(page, 'Heartbeat');
  await dialog.getByRole('radio', { name: 'Text message' }).check();
  await dialog.getByRole('button', { name: 'Save as template' }).click();
  const naming = page.getByRole('dialog', { name: 'Save as template' });
  await naming.getByLabel('Template name').fill('Slow heartbeat');
  await naming.getByRole('button', { name: 'Save' }).click();
  await expect(naming).toBeHidden();
  await dialog.getByRole('button', { name: 'Send', exact: true }).click();
  const confirmation = page.getByRole('dialog', { name: 'Send "Heartbeat" to 2 devices?' });
  await expect(confirmation).toContainText('Text message');
  await confirmation.getByRole('button', { name: 'Send' }).click();
  await expect(dialog.getByRole('list', { name: 'Number by status' })).toContainText('Sent successfully2');
  expect(gateway.messages.map(([recipient]) => recipient).sort()).toEqual(['13900180000', '13900180001']);

  await dialog.getByRole('button', { name: 'Manage templates' }).click();
  const templates = page.getByRole('dialog', { name: 'Templates' });
  await templates.getByRole('button', { name: 'Rename template Slow heartbeat' }).click();
  const renaming = page.getByRole('dialog', { name: 'Rename template' });
  await renaming.getByLabel('Template name').fill('Every 3 minutes');
  await renaming.getByRole('button', { name: 'Save' }).click();
  await templates.getByRole('button', { name: 'Delete template Every 3 minutes' }).click();
  await page
    .getByRole('dialog', { name: 'Delete template Every 3 minutes?' })
    .getByRole('button', { name: 'Delete' })
    .click();
  await expect(templates.getByRole('row')).toHaveCount(0);

  await console.open('/remoteInstruct?tab=records');
  await page.getByRole('button', { name: 'Export' }).click();
  await page.getByRole('menuitem', { name: 'Excel workbook (.xlsx)' }).click();
  await page.getByRole('button', { name: /^Batch tasks/ }).click();
  const download = page.waitForEvent('download');
  await page
    .getByRole('region', { name: /^Batch tasks/ })
    .getByRole('link', { name: 'View result' })
    .click();
  const file = await download;
  expect(file.suggestedFilename()).toMatch(/\.xlsx$/);
  // The first bytes of a ZIP archive.
  expect((await readFile(await file.path())).subarray(0, 4).toString('latin1')).toBe('PK\u0003\u0004');
});

test('stores instructions for 201 devices in a batch task, with the number by status', {
  tag: '@long',
}, async ({ page, console, server }) => {
  const trackers = Array.from({ length: 201 }, (_, index) => ({
    trackerName: `Container ${index}`,
    imei: String(868_120_000_000_000 + index),
    model: 'GT06N',
  }));
  const { added } = await server.client.call('batchAddTrackers', { trackers });
  expect(added).toHaveLength(201);
  await console.openSignedIn('/remoteInstruct');
  await page.getByText('By model').click();
  // Devices of the other journey can have the same model.
  await page.getByPlaceholder('Name, number or IMEI').fill('Container');
  await page.getByRole('checkbox', { name: 'Select all of GT06N' }).check();
  await chooseByTitle(page, 'Heartbeat');
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await page
    .getByRole('dialog', { name: 'Send "Heartbeat" to 201 devices?' })
    .getByRole('button', { name: 'Send' })
    .click();
  const results = page.getByRole('region', { name: 'Results' });
  await expect(results.getByRole('list', { name: 'Number by status' })).toContainText('Waiting to send201');
  await expect(results.getByRole('progressbar')).toHaveCount(0);
});
