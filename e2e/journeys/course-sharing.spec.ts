import { createHash } from 'node:crypto';
import type { Browser, Page } from '@playwright/test';
import { Console } from '../support/console.ts';
import { expect, test } from '../support/journey.ts';
import { addCourse, addEvent, plannerOf } from '../support/planned-event.ts';
import type { ServerProcess } from '../support/server.ts';

const PASSWORD = 'Lighthouse7';

/** Another user of the account with a planner in a separate browser. */
async function openElsewhere(browser: Browser, server: ServerProcess, path: string): Promise<Page> {
  await server.client.call('createSubEobUser', {
    ...{ noteName: 'Setter', account: 'setter', permission: 'editor', roles: ['eob_plugin_race_layer'] },
    pd: createHash('md5').update(PASSWORD).digest('hex'),
  });
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, locale: 'en-GB' });
  const console = new Console(await context.newPage(), server);
  await console.open(`/login?from=${encodeURIComponent(path)}`);
  await console.signIn(PASSWORD, 'en_US', 'setter');
  await expect(plannerOf(console.page)).toBeVisible();
  return console.page;
}

/** Changes the code of the selected control. */
async function setCode(page: Page, code: string): Promise<void> {
  const field = page.getByRole('textbox', { name: 'Code', exact: true });
  await field.fill(code);
  await field.press('Enter');
}

async function setPlace(page: Page, place: string): Promise<void> {
  const field = plannerOf(page).getByRole('textbox', { name: 'Place' });
  await field.fill(place);
  await field.press('Enter');
}

/** The first user changes something while they cannot reach the server, then the other one changes the same. */
async function changeOffline(
  [page, other]: readonly [Page, Page],
  change: (page: Page, value: string) => Promise<void>,
  [value, otherValue]: readonly [string, string],
): Promise<void> {
  await page.route('**/service/**', (route) => route.abort());
  await change(page, value);
  await expect(plannerOf(page).getByRole('status')).toContainText('The server cannot be reached');
  await change(other, otherValue);
  await expect(plannerOf(other).getByRole('status')).toHaveText('Saved');
  // The planner sends its change again after 3 seconds.
  await page.unroute('**/service/**');
}

test('shows changes to other users at once, and informs both when one replaces the other', {
  tag: '@long',
}, async ({ browser, console, page, server }) => {
  const eventId = await addEvent(server, 'Shared');
  const path = `/coursePlanner?event=${eventId}&panel=controls`;
  await console.openSignedIn(path);
  const other = await openElsewhere(browser, server, path);
  for (const one of [page, other]) await plannerOf(one).getByRole('button', { name: /^31/ }).click();
  await setCode(page, '71');
  await expect(plannerOf(other).getByRole('button', { name: /^71/ })).toBeVisible();
  await setCode(other, '72');
  await expect(plannerOf(page).getByRole('button', { name: /^72/ })).toBeVisible();

  await changeOffline([page, other], setCode, ['73', '74']);
  await Promise.all([
    expect(page.getByText('Your change replaced one of setter (a control)')).toBeVisible(),
    expect(other.getByText('harbour replaced your change of a control')).toBeVisible(),
  ]);
  for (const one of [page, other])
    await expect(plannerOf(one).getByRole('button', { name: /^73/ })).toBeVisible();

  for (const one of [page, other]) await plannerOf(one).getByRole('tab', { name: 'Settings' }).click();
  await changeOffline([page, other], setPlace, ['Tuve', 'Hills']);
  await Promise.all([
    expect(page.getByText('Your change replaced one of setter (the event settings)')).toBeVisible(),
    expect(other.getByText('harbour replaced your change of the event settings')).toBeVisible(),
  ]);
  await expect(plannerOf(other).getByRole('textbox', { name: 'Place' })).toHaveValue('Tuve');
  await other.context().close();
});

test('keeps every edit without saving, and begins with nothing to undo after a reload', async ({
  console,
  page,
  server,
}) => {
  const eventId = await addEvent(server, 'Draft');
  await console.openSignedIn(`/coursePlanner?event=${eventId}&panel=controls`);
  await plannerOf(page).getByRole('button', { name: /^31/ }).click();
  await setCode(page, '81');
  await expect(plannerOf(page).getByRole('status')).toHaveText('Saved');
  await expect(page.getByRole('button', { name: 'Undo' })).toBeEnabled();
  await page.reload();
  await expect(plannerOf(page).getByRole('button', { name: /^81/ })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Undo' })).toBeDisabled();
});

test('assigns people with their roles to a course, and freezes it', { tag: '@long' }, async ({
  console,
  page,
  server,
}) => {
  const eventId = await addEvent(server, 'People');
  await addCourse(server, eventId, ['s', 'a', 'f']);
  await console.openSignedIn(`/coursePlanner?event=${eventId}&course=long&panel=people`);
  const planner = plannerOf(page);
  for (const [index, role] of ['Player', 'Worker', 'Helper'].entries()) {
    await planner.getByRole('button', { name: 'Add person' }).click();
    const person = planner.getByRole('region').nth(index);
    await person.getByRole('textbox', { name: 'Name' }).fill(`${role} One`);
    await person.getByRole('combobox', { name: 'Role' }).click();
    await page.getByTitle(role, { exact: true }).last().click();
    await person.getByRole('combobox', { name: 'Courses' }).click();
    await page.getByTitle('Long', { exact: true }).last().click();
    await page.keyboard.press('Escape');
  }
  await expect(planner.getByRole('status')).toHaveText('Saved');
  const stored = async () => (await server.client.call('queryCourseEvent', { eventId })).event;
  await expect
    .poll(async () => (await stored()).people.map(({ name, role, courses }) => ({ name, role, courses })))
    .toEqual([
      { name: 'Player One', role: 'PLAYER', courses: ['long'] },
      { name: 'Worker One', role: 'WORKER', courses: ['long'] },
      { name: 'Helper One', role: 'HELPER', courses: ['long'] },
    ]);

  await planner.getByRole('tab', { name: 'Courses' }).click();
  await planner.getByRole('button', { name: 'Freeze' }).click();
  await expect(page.getByText('Frozen as version 1')).toBeVisible();
  await planner.getByRole('button', { name: 'Remove 31 from the course' }).click();
  await expect(planner.getByRole('status')).toHaveText('Saved');
  const [version] = (await server.client.call('queryCourseVersions', { eventId })).list;
  const { frozen } = await server.client.call('queryCourseVersion', { versionId: version?.versionId ?? 0 });
  expect(frozen.course.controls.map(({ control }) => control)).toEqual(['s', 'a', 'f']);
  expect((await stored()).courses[0]?.controls.map(({ control }) => control)).toEqual(['s', 'f']);
});
