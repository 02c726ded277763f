import { expect, test } from '../support/satellite-server.ts';

const CONVERSATIONS = '/satelliteNews/sendMessage';
const GULL = '4207911';
const TERN = '4207912';

test('shows conversations with unread messages, their positions, and both sides of messages between terminals', {
  tag: '@long',
}, async ({ console, page, platform, register, server }) => {
  await console.openSignedIn(CONVERSATIONS);
  const list = page.getByRole('navigation', { name: 'Conversations' });
  await expect(list.getByText('No terminals yet. Add a communication account first.')).toBeVisible();
  await expect(list.getByRole('link', { name: 'Add account' })).toBeVisible();

  const trackerId = await register({ name: 'Albatross', imei: '13900000911' });
  await server.client.call('createBdUsers', {
    bdUsers: [
      { bdUserName: 'Gull', cardNumber: GULL, network: 'beidou', password: 'signal66', level: 3, trackerId },
      { bdUserName: 'Tern', cardNumber: TERN, network: 'beidou', password: 'signal66', level: 3 },
    ],
  });
  await expect(list.getByRole('heading', { name: 'Other terminals' })).toBeVisible();
  await list.getByRole('button', { name: /^Tern/ }).click();
  await expect(page.getByText('No messages with this terminal yet.')).toBeVisible();

  // Elsewhere, a dot on the menu entry says that a terminal wrote; it goes with the visit.
  await page.goto(`${server.url}/deviceManger`);
  const menu = page.getByRole('navigation', { name: 'Main menu' });
  const marked = menu.getByRole('link', { name: 'BeiDou messages, something new' });
  await expect(menu.getByRole('link', { name: 'BeiDou messages' })).toBeVisible();
  await expect(console.freshness).toContainText('Live');
  await expect(marked).toHaveCount(0);
  await platform.push({ from: GULL, text: 'engine repaired' });
  await expect(marked).toBeVisible();
  await marked.click();
  await expect(page.getByRole('row').filter({ hasText: 'engine repaired' })).toBeVisible();
  await expect(marked).toHaveCount(0);

  // What arrives appears in the open conversation, with the name of the other terminal.
  await page.getByRole('tab', { name: 'Conversations' }).click();
  await list.getByRole('button', { name: /^Gull/ }).click();
  const log = page.getByRole('log');
  await expect(log.getByText('engine repaired')).toBeVisible();
  await expect(page.getByRole('complementary', { name: 'Positions of messages' })).toHaveCount(0);
  await platform.pushPosition(GULL, 36.07, 120.29);
  await log.getByRole('button', { name: '36.07000, 120.29000' }).click();
  const map = page.getByRole('complementary', { name: 'Positions of messages' });
  await expect(map.getByRole('button', { name: /^Position of the message of / })).toBeVisible();
  await page.getByRole('button', { name: 'Hide map' }).click();
  await expect(map).toHaveCount(0);

  await platform.push({ from: GULL, to: TERN, text: 'meet at 8' });
  await expect(log.getByRole('article').filter({ hasText: 'meet at 8' })).toContainText(
    `To Terminal ${TERN}`,
  );
  await list.getByRole('button', { name: /^Tern/ }).click();
  await expect(log.getByRole('article').filter({ hasText: 'meet at 8' })).toContainText('From Gull');
  await expect(log.getByText('engine repaired')).toHaveCount(0);

  // The message of a device is a notice, which leads to the conversation.
  await page.getByRole('button', { name: /^Notifications/ }).click();
  const notice = page.getByRole('listitem').filter({ hasText: 'engine repaired' });
  await notice.getByRole('button').first().click();
  await expect(log.getByText('engine repaired')).toBeVisible();

  // The search finds names and numbers; a text that was not sent stays with its conversation.
  await page.getByRole('textbox', { name: 'Message', exact: true }).fill('kept');
  await list.getByRole('searchbox').fill('9 12');
  await expect(list.getByText('No conversation matches.')).toBeVisible();
  await list.getByRole('searchbox').fill(TERN);
  await expect(list.getByRole('button', { name: /^Gull/ })).toHaveCount(0);
  await list.getByRole('button', { name: /^Tern/ }).click();
  await expect(page.getByRole('textbox', { name: 'Message', exact: true })).toHaveValue('');
  await list.getByRole('searchbox').fill('');
  await list.getByRole('button', { name: /^Gull/ }).click();
  await expect(page.getByRole('textbox', { name: 'Message', exact: true })).toHaveValue('kept');
});
