import type { Locator, Page } from '@playwright/test';
import { expect, test } from '../support/journey.ts';
import type { ServerProcess } from '../support/server.ts';

/** Degrees of longitude along the road, about 100 m each at this latitude. */
const STEP = 0.001;
const [LNG, LAT] = [120.3, 24.8];

/** A road of 2 km to the east. */
async function addRoad({ client }: ServerProcess): Promise<void> {
  const line = Array.from({ length: 21 }, (_, index): [number, number] => [LNG + index * STEP, LAT]);
  await client.call('addRoute', { routeName: 'Lakeside', color: '#0b5cad', type: 'drive', dataPoints: line });
}

/** Chooses an option of a select by its text. */
async function choose(page: Page, field: Locator, text: string): Promise<void> {
  await field.click();
  await page.locator('.ant-select-item-option').filter({ hasText: text, visible: true }).first().click();
}

test('an organiser makes a match and runs it', async ({ console, page, server, register, connect }) => {
  await addRoad(server);
  await register({ name: 'T1', imei: '013912345601' });
  await console.openSignedIn('/matches');
  await expect(page.getByText(/^No matches yet/)).toBeVisible();

  await page.getByRole('button', { name: 'New match' }).click();
  const form = page.getByRole('dialog', { name: 'New match' });
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(form.getByText('cannot be empty')).toBeVisible();
  await form.getByLabel('Name').fill('Lake run');
  await form.getByLabel('Place').fill('Qiandao Lake');
  // The race started a minute ago.
  const start = new Date(Date.now() - 60_000 + 8 * 3_600_000).toISOString().slice(0, 19).replace('T', ' ');
  await form.getByLabel('Start').fill(start);
  await form.getByLabel('Start').press('Enter');
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('heading', { name: 'Lake run' })).toBeVisible();
  const checklist = page.getByRole('region', { name: 'Before the start' });
  await expect(checklist.getByText('No course yet')).toBeVisible();

  await page.getByRole('tab', { name: 'Courses' }).click();
  await page.getByRole('button', { name: 'Add course' }).click();
  await page.getByRole('menuitem', { name: 'From a route' }).click();
  const panel = page.getByRole('complementary', { name: 'Courses' });
  await choose(page, panel.getByRole('combobox', { name: 'Route' }), 'Lakeside');
  await expect(panel.getByText(/^Length 2\.0\d km$/)).toBeVisible();
  await panel.getByRole('textbox', { name: 'Splits' }).fill('1');
  await panel.getByRole('button', { name: 'Add course' }).click();
  await expect(panel.getByRole('listitem')).toContainText('3 points');

  await page.getByRole('tab', { name: 'Classes' }).click();
  await page.getByRole('button', { name: 'Add class' }).click();
  await page.getByRole('dialog').getByRole('textbox', { name: 'Class' }).fill('Open');
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('row').filter({ hasText: 'Open' })).toContainText('Lakeside');

  await page.getByRole('tab', { name: 'Participants' }).click();
  await page.getByRole('button', { name: 'Add participant' }).click();
  const participant = page.getByRole('dialog', { name: 'Add participant' });
  await participant.getByRole('textbox', { name: 'Number' }).fill('7');
  await participant.getByRole('textbox', { name: 'Name' }).fill('Lin Wei');
  await choose(page, participant.getByRole('combobox', { name: 'Device' }), 'T1');
  await participant.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('row').filter({ hasText: 'Lin Wei' })).toContainText('Open');

  for (const [button, confirm] of [
    ['Announce', 'Announce'],
    ['Start', 'Start'],
  ] as const) {
    await page.getByRole('button', { name: button, exact: true }).click();
    await page.getByRole('dialog').getByRole('button', { name: confirm, exact: true }).click();
    await expect(page.getByRole('dialog')).toHaveCount(0);
  }
  await expect(page.getByText('Running', { exact: true })).toBeVisible();

  await page.getByRole('tab', { name: 'Race' }).click();
  const standings = page.getByRole('list', { name: 'Standings' });
  await expect(standings).toContainText('Lin Wei');
  const device = await connect('013912345601');
  const now = Math.floor(Date.now() / 1000) * 1000;
  // Half the road in 50 s, the last fix 2 s ago.
  for (const [index, seconds] of [52, 32, 2].entries())
    await device.report({ lat: LAT, lng: LNG - STEP / 2 + index * 6 * STEP, time: now - seconds * 1000 });
  await expect(standings).toContainText('1 of 2');
  await standings.getByRole('button', { name: /Lin Wei/ }).click();
  await expect(page.getByRole('heading', { name: '7 Lin Wei' })).toBeVisible();
  const splits = page.getByRole('table');
  await expect(splits.getByRole('row').filter({ hasText: '1 km' })).toContainText(/\d:\d\d \(1\)/);
});

/** A running match with a course of marks and a participant without a device; its id. */
async function startMatch({ client }: ServerProcess): Promise<number> {
  const points = [
    { placeName: 'Pier', latitude: LAT, longitude: LNG },
    { placeName: 'Island', latitude: LAT, longitude: LNG + 10 * STEP },
  ];
  const marks = [];
  for (const point of points)
    marks.push({ labelPointId: (await client.call('addLabelPoint', point)).labelPointId });
  const startTime = Math.floor(Date.now() / 60_000) * 60_000 - 600_000;
  const details = { matchName: 'Island race', startTime, endTime: startTime + 3_600_000 };
  const { matchId } = await client.call('createMatch', details);
  const { courseId } = await client.call('addMatchCourse', { matchId, source: { kind: 'marks', marks } });
  const { classId } = await client.call('saveMatchClass', {
    ...{ matchId, classId: null, className: 'Kayak', courseId, startMode: 'mass' },
  });
  const participants = [{ participantName: 'Mei Chen', number: '3', classId }];
  await client.call('batchCreateParticipants', { matchId, participants });
  for (const state of ['open', 'running'] as const) await client.call('editMatchStatus', { matchId, state });
  return matchId;
}

test('officials correct results, which the log records', { tag: '@long' }, async ({
  console,
  page,
  server,
}) => {
  const matchId = await startMatch(server);
  await console.openSignedIn(`/matches/${matchId}?tab=race`);
  await page
    .getByRole('list', { name: 'Standings' })
    .getByRole('button', { name: /Mei Chen/ })
    .click();

  await page.getByRole('button', { name: 'Correct Island' }).click();
  const passing = page.getByRole('dialog', { name: 'Passing of Island · 3 Mei Chen' });
  await passing.getByLabel('Passed at', { exact: true }).fill('2020-01-01 00:00:00');
  await passing.getByLabel('Passed at', { exact: true }).press('Enter');
  await passing.getByRole('button', { name: 'Save' }).click();
  await expect(passing.getByText(/The time must be between/)).toBeVisible();
  const { startTime } = await server.client.call('queryMatchDetail', { matchId });
  // Five minutes and three seconds after the start, in China.
  const at = new Date(startTime + 303_000 + 8 * 3_600_000).toISOString().slice(0, 19).replace('T', ' ');
  await passing.getByLabel('Passed at', { exact: true }).fill(at);
  await passing.getByLabel('Passed at', { exact: true }).press('Tab');
  await passing.getByLabel('Reason').fill('Seen by the boat');
  await passing.getByRole('button', { name: 'Save' }).click();
  await expect(passing).toBeHidden();
  const island = page.getByRole('row').filter({ hasText: 'Island' });
  await expect(island).toContainText('5:03');
  await expect(island).toContainText('corrected');
  await expect(page.getByText('Seen by the boat')).toBeVisible();

  await page.getByRole('button', { name: 'Change status' }).click();
  const status = page.getByRole('dialog', { name: 'Status of 3 Mei Chen' });
  await choose(page, status.getByRole('combobox'), 'Disqualified');
  await status.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Status: Disqualified')).toBeVisible();
  await page.getByRole('button', { name: 'Change status' }).click();
  await status.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Status as the positions show')).toBeVisible();
  await expect(page.getByRole('listitem').filter({ hasText: 'Status: Disqualified' })).toContainText(
    'replaced',
  );
});

test('edits the public page with cropped pictures and entrances', { tag: '@long' }, async ({
  console,
  page,
  server,
}) => {
  const matchId = await startMatch(server);
  await console.openSignedIn('/liveManger');
  await expect(page).toHaveURL(new RegExp(`/liveManger/liveSetting\\?match=${matchId}$`));
  await page.getByLabel('Title of the page').fill('Live from the island');
  await page.getByLabel('Timing').fill('javascript:alert(1)');
  await page.getByLabel('Timing').blur();
  await expect(page.getByText('The address must start with http:// or https://')).toBeVisible();
  await page.getByLabel('Timing').fill('https://timing.example.com/');

  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    page.getByRole('button', { name: 'Add a picture' }).click(),
  ]);
  await chooser.setFiles({ name: 'start.png', mimeType: 'image/png', buffer: await page.screenshot() });
  const crop = page.getByRole('dialog', { name: 'Crop to 1080 × 540' });
  await crop.getByRole('button', { name: 'Upload' }).click();
  const picture = page.getByRole('img', { name: 'Picture 1' });
  await expect(picture).toBeVisible();
  const size = await picture.evaluate((image: HTMLImageElement) => [image.naturalWidth, image.naturalHeight]);
  expect(size).toEqual([1_080, 540]);
  await page.getByLabel('Link of Picture 1').fill('https://example.com/start');

  await page.getByRole('button', { name: 'Add an entrance' }).click();
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('cannot be empty')).toBeVisible();
  const entrance = page.getByRole('listitem', { name: 'Entrance 1' });
  await entrance.getByLabel('Name').fill('Kayaks');
  await choose(page, entrance.getByRole('combobox', { name: 'Classes' }), 'Kayak');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Live settings saved')).toBeVisible();

  const conf = await server.client.call('queryLiveConf', { matchId });
  expect(conf).toMatchObject({
    title: 'Live from the island',
    timingLink: 'https://timing.example.com/',
    carousel: [{ link: 'https://example.com/start' }],
    entrances: [{ entranceName: 'Kayaks', courseId: null, map: null }],
  });
  expect(conf.entrances[0]?.classIds).toHaveLength(1);
});
