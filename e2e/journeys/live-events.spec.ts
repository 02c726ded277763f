import { randomUUID } from 'node:crypto';
import { createClient } from '@wakeline/client/client';
import { expect, test } from '../support/journey.ts';
import type { ServerProcess } from '../support/server.ts';

const HOUR_MS = 3_600_000;
/** A red square of one pixel. */
const PICTURE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg==',
  'base64',
);

/** A running match of the account with two participants of a class. */
async function startMatch({ client }: ServerProcess) {
  const line = [120.3, 120.32].map((lng): [number, number] => [lng, 24.8]);
  const { routeId } = await client.call('addRoute', {
    ...{ routeName: 'Lakeside', color: '#0b5cad', type: 'walk', dataPoints: line },
  });
  const startTime = Date.now() - HOUR_MS;
  const times = { startTime, endTime: startTime + 10 * HOUR_MS };
  const { matchId } = await client.call('createMatch', { matchName: 'Lake run', ...times });
  const source = { kind: 'route' as const, routeId, splits: [], width: 40 };
  const { courseId } = await client.call('addMatchCourse', { matchId, source });
  const form = { matchId, classId: null, className: 'Open', courseId, startMode: 'mass' as const };
  const { classId } = await client.call('saveMatchClass', form);
  const { participantIds } = await client.call('batchCreateParticipants', {
    matchId,
    participants: [
      { number: '7', participantName: 'Lin Wei', classId },
      { number: '12', participantName: 'Anna Berg', classId },
    ],
  });
  for (const state of ['open', 'running'] as const) await client.call('editMatchStatus', { matchId, state });
  const { code } = await client.call('queryMatchDetail', { matchId });
  return { matchId, code, participantIds };
}

const viewer = ({ url }: ServerProcess) =>
  createClient({ baseUrl: url, prefix: '/service', token: () => null });

test('a host moderates comments, announces, offers gifts and reads what was given', async ({
  console,
  page,
  server,
}) => {
  const { matchId, code, participantIds } = await startMatch(server);
  const send = (name: string, text: string, viewerKey: string = randomUUID()) =>
    viewer(server).call('sendComment', { code, clientKey: randomUUID(), viewerKey, name, text });
  await console.openSignedIn(`/liveManger/liveHolder?match=${matchId}`);
  const comments = page.getByRole('region', { name: 'Comments' });
  await expect(comments.getByText('No comments yet.')).toBeVisible();
  const rude = randomUUID();
  await send('Mei', 'Go Lin Wei!');
  await send('Bo', '<b>rude</b>', rude);
  const row = (text: string) => comments.getByRole('row').filter({ hasText: text });
  await expect(row('<b>rude</b>')).toContainText('Bo');
  await row('<b>rude</b>').getByRole('button', { name: 'Delete “<b>rude</b>”' }).click();
  await expect(row('<b>rude</b>')).toContainText('deleted by');
  await row('<b>rude</b>').getByRole('button', { name: 'Mute Bo' }).click();
  await page.getByRole('menuitem', { name: 'Mute Bo' }).click();
  await expect(row('<b>rude</b>')).toContainText('muted');
  await expect(send('Bo', 'again', rude)).rejects.toMatchObject({ errorName: 'comment-muted' });

  await comments.getByRole('button', { name: 'Moderation' }).click();
  const moderation = page.getByRole('dialog', { name: 'Moderation' });
  await moderation.getByRole('textbox', { name: 'Refused words' }).fill('spam\n广告');
  await moderation.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Refused words saved')).toBeVisible();
  await moderation.getByRole('button', { name: 'Unmute' }).click();
  await expect(moderation.getByText('Nobody is muted.')).toBeVisible();
  await moderation.getByRole('button', { name: 'Close' }).click();
  await expect(send('Di', 'S p a m')).rejects.toMatchObject({ errorName: 'comment-refused' });

  const announcement = page.getByRole('region', { name: 'Announcement' });
  await announcement.getByRole('textbox').fill('The start is delayed');
  await announcement.getByRole('button', { name: 'Send' }).click();
  await expect(row('The start is delayed')).toContainText('Announcement');
  const { list } = await viewer(server).call('queryComments', { code });
  expect(list.map(({ text }) => text)).toEqual(['Go Lin Wei!', 'The start is delayed']);

  await page.getByRole('tab', { name: 'Gifts', exact: true }).click();
  await page.getByRole('button', { name: 'Add gift' }).click();
  const form = page.getByRole('dialog', { name: 'Add gift' });
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(form.getByText('Cannot be empty')).toHaveCount(3);
  await expect(form.getByText('Upload a picture')).toBeVisible();
  await form.getByRole('textbox', { name: 'Name' }).fill('Rose');
  await form.getByLabel('Price').fill('1.99');
  await form.getByLabel('Votes').fill('10');
  const picture = { name: 'rose.png', mimeType: 'image/png', buffer: PICTURE };
  await form.locator('input[type="file"]').setInputFiles(picture);
  await expect(form.getByRole('img', { name: 'Picture' })).toBeVisible();
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(form).toBeHidden();
  await expect(page.getByRole('row').filter({ hasText: 'Rose' })).toContainText('¥1.99');

  await page.getByRole('button', { name: 'Create vouchers' }).click();
  const vouchers = page.getByRole('dialog', { name: 'Create vouchers' });
  await vouchers.getByLabel('Number of vouchers').fill('2');
  await vouchers.getByLabel('Amount of each').fill('10');
  await vouchers.getByRole('button', { name: 'Create', exact: true }).click();
  const codes = page.getByRole('dialog', { name: '2 vouchers of ¥10.00' });
  const voucherCode = await codes.getByRole('listitem').first().innerText();
  const downloading = page.waitForEvent('download');
  await codes.getByRole('button', { name: 'Download spreadsheet' }).click();
  expect((await downloading).suggestedFilename()).toBe('Vouchers.csv');
  await codes.getByRole('button', { name: 'Close' }).last().click();
  await expect(codes).toBeHidden();
  const { gifts } = await viewer(server).call('queryGiftShop', { code });
  await viewer(server).call('sendGift', {
    ...{ code, clientKey: randomUUID(), giftId: gifts[0]?.giftId ?? 0, voucherCode, count: 3, giver: 'Mei' },
    participantId: participantIds[0] ?? 0,
  });

  await page.getByRole('tab', { name: 'Gift records' }).click();
  const record = page.getByRole('row').filter({ hasText: 'Mei' });
  for (const text of ['Rose', '¥1.99', '¥5.97', '30', '7 Lin Wei']) await expect(record).toContainText(text);
  await page.getByRole('searchbox', { name: 'Gift, giver or receiver' }).fill('nobody');
  await page.getByRole('searchbox', { name: 'Gift, giver or receiver' }).press('Enter');
  await expect(page.getByText('No records match')).toBeVisible();
});

test('a helper signs in with a code and records finishes on a phone, also without a connection', async ({
  console,
  page,
  browser,
  server,
}) => {
  const { matchId } = await startMatch(server);
  await console.openSignedIn(`/liveManger/liveHolder?match=${matchId}`);
  await page.getByRole('button', { name: 'Add helper' }).click();
  const form = page.getByRole('dialog', { name: 'Add helper' });
  await form.getByLabel('Name').fill('Cai');
  await form.getByText('Finish', { exact: true }).click();
  await form.getByRole('button', { name: 'Create code' }).click();
  const dialog = page.getByRole('dialog', { name: 'Code of Cai' });
  const code = await dialog.locator('strong').innerText();
  await dialog.getByRole('button', { name: 'Close' }).last().click();

  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, locale: 'en-US' });
  const phone = await context.newPage();
  await phone.goto(`${server.url}/matchHelper#WRONG`);
  await phone.getByRole('button', { name: 'English' }).click();
  await phone.getByRole('button', { name: 'Sign in' }).click();
  await expect(phone.getByText('The code is wrong or has been revoked')).toBeVisible();
  await phone.getByLabel('Code').fill(code.toLowerCase());
  await phone.getByRole('button', { name: 'Sign in' }).click();
  const person = (name: string) => phone.getByRole('listitem').filter({ hasText: name });
  await expect(person('Lin Wei')).toContainText('Open');
  await expect(phone.getByRole('button', { name: 'Started' })).toHaveCount(0);
  await phone.getByRole('button', { name: 'Lin Wei finished' }).click();
  await phone.getByText(/^Recorded 1$/).click();
  await expect(person('Lin Wei').getByRole('button', { name: 'Undo' })).toBeVisible();
  await expect
    .poll(async () => (await server.client.call('queryCorrections', { matchId })).list)
    .toMatchObject([{ userName: 'Cai', correction: { kind: 'passing' } }]);

  await context.setOffline(true);
  await phone.getByText(/^Open 1$/).click();
  await person('Anna Berg').getByRole('button', { name: 'Did not finish' }).click();
  await expect(phone.getByText('1 not sent yet. They are kept on this phone.')).toBeVisible();
  await context.setOffline(false);
  await expect(phone.getByText('1 not sent yet.')).toBeHidden();
  const { list } = await server.client.call('queryCorrections', { matchId });
  expect(list[0]).toMatchObject({ correction: { kind: 'status', status: 'did-not-finish' } });

  await page.getByRole('button', { name: 'Revoke the code of Cai' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke', exact: true }).click();
  await expect(phone.getByRole('heading', { name: 'Match helper' })).toBeVisible();
  await context.close();
});
