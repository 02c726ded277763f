import { createHash } from 'node:crypto';
import type { Page } from '@playwright/test';
import { Console } from '../support/console.ts';
import { expect, test } from '../support/satellite-server.ts';

const CONVERSATIONS = '/satelliteNews/sendMessage';
const NAMES = ['Gull', 'Tern', 'Skua'] as const;
const PASSWORD = 'Lighthouse7';
const DIGEST = createHash('md5').update(PASSWORD).digest('hex');

const text = (page: Page) => page.getByRole('textbox', { name: 'Message', exact: true });
const send = (page: Page) => page.getByRole('button', { name: 'Send', exact: true });
const message = (page: Page, content: string) =>
  page.getByRole('log').getByRole('article').filter({ hasText: content });

test('counts, refuses and sends a text, and shows each state until it is delivered', {
  tag: '@long',
}, async ({ console, page, platform, server }) => {
  const { client } = server;
  await client.call('editSatelliteQuota', { monthlyQuota: 12 });
  await client.call('createSatelliteTemplate', { templateName: 'Home', content: 'Return to port' });
  await client.call('createBdUsers', {
    bdUsers: [
      {
        bdUserName: 'Gull',
        cardNumber: '4207921',
        network: 'beidou',
        password: 'signal66',
        level: 2,
        frequency: 600,
      },
    ],
  });
  await console.openSignedIn(CONVERSATIONS);
  await page.getByRole('button', { name: /^Gull/ }).click();
  const form = page.locator('form').filter({ has: text(page) });
  await expect(send(page)).toBeDisabled();
  await expect(form).toContainText('0 of 408 bits');
  await expect(form).toContainText('12 of 12 units left this month');

  // Level 2 has 408 bits: 102 digits of 4 bits, or 29 Chinese characters of 14 bits.
  await text(page).fill('1'.repeat(102));
  await expect(form).toContainText('408 of 408 bits');
  await expect(form).toContainText('1 transmission');
  await text(page).fill('到'.repeat(29));
  await expect(form).toContainText('29 characters');
  await expect(form).toContainText('406 of 408 bits');
  await expect(form).toContainText('room for 0 Chinese characters');
  await text(page).fill('到'.repeat(290));
  await expect(form).toContainText('10 transmissions');
  await expect(send(page)).toBeEnabled();
  await text(page).fill('到'.repeat(291));
  await expect(form).toContainText('Too long: 11 of at most 10 transmissions. Shorten the text.');
  await expect(send(page)).toBeDisabled();

  // Characters that GBK lacks are named.
  await text(page).fill('到港🌀👍');
  await expect(form).toContainText('BeiDou cannot send: 🌀 👍');
  await expect(send(page)).toBeDisabled();
  await form.getByRole('button', { name: 'Remove' }).click();
  await expect(text(page)).toHaveValue('到港');
  await text(page).fill('');
  await form.getByRole('button', { name: 'Templates' }).click();
  await page.getByRole('menuitem', { name: 'Home' }).click();
  await expect(text(page)).toHaveValue('Return to port');

  await expect(form).toContainText('Sent at once');
  await text(page).press('Control+Enter');
  await expect(text(page)).toHaveValue('');
  await expect(message(page, 'Return to port')).toContainText('Accepted by gateway');
  await expect(form).toContainText('11 of 12 units left this month');
  await platform.confirm('Return to port');
  await expect(message(page, 'Return to port')).toContainText('Delivered');

  // The card pauses for 10 minutes: the next message waits, and can be cancelled.
  await expect(form).toContainText(/Sent at .+ at the earliest \(in .+\)/);
  await text(page).fill('Second');
  await send(page).click();
  await expect(message(page, 'Second')).toContainText('Waiting');
  await expect(form).toContainText('10 of 12 units left this month');
  await message(page, 'Second').getByRole('button', { name: 'Cancel message' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel message' }).click();
  await expect(message(page, 'Second')).toContainText('Failed');
  await expect(message(page, 'Second')).toContainText('Cancelled');
  await expect(form).toContainText('11 of 12 units left this month');

  // A cancelled message is sent again as a new one.
  await message(page, 'Second').getByRole('button', { name: 'Send again' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Send again' }).click();
  await expect(message(page, 'Second')).toHaveCount(2);
  await expect(message(page, 'Second').last()).toContainText('Waiting');

  // Over the quota a message is stored, and waits.
  await text(page).fill('到'.repeat(29 * 10 + 0));
  await expect(form).not.toContainText('The monthly quota has no room');
  await client.call('editSatelliteQuota', { monthlyQuota: 5 });
  await expect(form).toContainText('3 of 5 units left this month');
  await expect(form).toContainText('The monthly quota has no room for 10 transmissions');
  await text(page).fill('Third');
  await expect(form).not.toContainText('The monthly quota has no room');
  await client.call('editSatelliteQuota', { monthlyQuota: null });
  await expect(form).toContainText('2 units used this month');
  expect(platform.submitted.map(({ card, text: content }) => [card, content])).toEqual([
    ['4207921', 'Return to port'],
  ]);
});

test('shows why a message failed, and sends it again', {
  tag: '@long',
}, async ({ console, page, platform, server }) => {
  await server.client.call('createBdUsers', {
    bdUsers: [
      { bdUserName: 'Gull', cardNumber: '4207931', network: 'beidou', password: 'signal66', level: 3 },
    ],
  });
  await console.openSignedIn(CONVERSATIONS);
  await page.getByRole('button', { name: /^Gull/ }).click();
  platform.status = 400;
  await text(page).fill('Return to port');
  await send(page).click();
  const failed = message(page, 'Return to port').first();
  await expect(failed).toContainText('Failed');
  await expect(failed).toContainText('Refused by the gateway');
  await failed.getByRole('button', { name: 'Details' }).click();
  const details = page.getByRole('dialog', { name: 'Message' });
  await expect(details).toContainText('Response: 400');
  await page.keyboard.press('Escape');
  await expect(details).toBeHidden();
  platform.status = 200;
  await failed.getByRole('button', { name: 'Send again' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Send again' }).click();
  await expect(message(page, 'Return to port').last()).toContainText('Accepted by gateway');
  await expect(failed).toContainText('Failed');
});

test('sends to several terminals and, as a batch task, to all; urgent only for administrators', {
  tag: '@long',
}, async ({ browser, console, page, platform, server }) => {
  // The server's texts are in the language of the user.
  await server.client.call('editUserLang', { lang: 'en_US' });
  await server.client.call('createBdUsers', {
    bdUsers: NAMES.map((bdUserName, index) => ({
      bdUserName,
      cardNumber: String(4_207_941 + index),
      network: 'beidou' as const,
      password: 'signal66',
      level: 1 + index,
    })),
  });
  await console.openSignedIn(CONVERSATIONS);
  await page.getByRole('button', { name: 'New message' }).click();
  const receivers = page.getByRole('combobox', { name: 'Receivers' });
  for (const name of ['Gull', 'Tern']) {
    await receivers.fill(name);
    await page.locator('.ant-select-item-option').filter({ hasText: name }).click();
  }
  await page.keyboard.press('Escape');
  // The terminal with the least room counts: 110 bits of level 1 hold 7 Chinese characters.
  const form = page.locator('form').filter({ has: text(page) });
  await text(page).fill('台风红色预警速回');
  await expect(form).toContainText('2 transmissions');
  await expect(form).toContainText('for Gull');
  await expect(form).toContainText('3 cost units');
  await form.getByRole('checkbox', { name: 'Urgent' }).check();
  // 188 bits of an urgent message hold 13.
  await expect(form).toContainText('112 of 188 bits');
  await send(page).click();
  await expect(page.getByText('Messages to 2 terminals stored')).toBeVisible();
  await expect(message(page, '台风红色预警速回')).toContainText('Urgent');
  await expect.poll(() => platform.submitted.length).toBe(2);

  await page.getByRole('button', { name: 'New message' }).click();
  await page.getByRole('checkbox', { name: 'All terminals' }).check();
  await expect(page.getByText(/^Sends to all 3 terminals of this page as a batch task/)).toBeVisible();
  await text(page).fill('All clear');
  await send(page).click();
  await expect(page.getByText('Sending to 3 terminals')).toBeVisible();
  await page.getByRole('button', { name: /Batch tasks/ }).click();
  await expect(page.getByText('Send a satellite message to 3 terminals: 3 stored, 0 refused')).toBeVisible();
  const { list } = await server.client.call('queryHistoryEobBdMsgs', { keywords: 'All clear' });
  expect(list.map(({ bdUserName }) => bdUserName).toSorted()).toEqual(['Gull', 'Skua', 'Tern']);

  // An editor writes, but not urgently; a viewer reads.
  for (const permission of ['editor', 'viewer'] as const) {
    await server.client.call('createSubEobUser', {
      noteName: permission,
      account: `sea-${permission}`,
      pd: DIGEST,
      permission,
      roles: ['eob_plugin_bdhl'],
    });
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
    const opened = await context.newPage();
    const other = new Console(opened, server);
    await other.open('/login');
    await other.signIn(PASSWORD, 'en_US', `sea-${permission}`);
    await expect(other.header).toBeVisible();
    await opened.goto(server.url + CONVERSATIONS);
    await opened.getByRole('button', { name: /^Gull/ }).click();
    await expect(message(opened, 'All clear')).toBeVisible();
    await expect(text(opened)).toHaveCount(permission === 'editor' ? 1 : 0);
    await expect(opened.getByRole('checkbox', { name: 'Urgent' })).toHaveCount(0);
    await context.close();
  }
});
