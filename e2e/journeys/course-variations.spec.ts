import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { expect, test } from '../support/journey.ts';
import { addCourse, addEvent, plannerOf } from '../support/planned-event.ts';

/** Splits a course at a visit and assigns controls to its two branches. */
async function split(page: Page, at: string, item: string, branches: readonly (readonly string[])[]) {
  const planner = plannerOf(page);
  await planner.getByRole('button', { name: `More for ${at}` }).click();
  await page.getByRole('menuitem', { name: item }).click();
  for (const [index, codes] of branches.entries()) {
    const letter = String.fromCharCode(65 + index);
    const field = planner.getByRole('combobox', { name: `Controls of branch ${letter}` });
    for (const code of codes) {
      await field.fill(code);
      await page.getByTitle(code, { exact: true }).last().click();
    }
    await page.keyboard.press('Escape');
  }
}

async function chooseVariation(page: Page, name: string): Promise<void> {
  await plannerOf(page).getByRole('combobox', { name: 'Variation' }).click();
  await page.getByTitle(name, { exact: true }).last().click();
}

/** Prints what is displayed; returns the PDF file. */
async function print(page: Page): Promise<Buffer> {
  await plannerOf(page).getByRole('button', { name: 'Print' }).click();
  const downloading = page.waitForEvent('download');
  await page.getByRole('dialog').getByRole('button', { name: 'Create PDF' }).click();
  return readFile(await (await downloading).path());
}

test('plans a relay with a fork, and displays and prints each variation', { tag: '@long' }, async ({
  console,
  page,
  server,
}) => {
  const eventId = await addEvent(server, 'Relay');
  await addCourse(server, eventId, ['s', 'a', 'f']);
  await console.openSignedIn(`/coursePlanner?event=${eventId}&course=long`);
  const planner = plannerOf(page);
  await split(page, '31', 'Fork from here', [['32'], ['33']]);
  await expect(planner.getByText('All variations (2)')).toBeVisible();
  await planner.getByRole('spinbutton', { name: 'Teams' }).fill('3');
  await planner.getByRole('spinbutton', { name: 'Relay legs' }).fill('3');
  await planner.getByRole('spinbutton', { name: 'Relay legs' }).blur();
  await planner.getByRole('tab', { name: 'Check' }).click();
  // Three legs cannot run two branches equally often.
  await expect(planner.getByText('the fork at 31 cannot be distributed evenly')).toBeVisible();
  await planner.getByRole('tab', { name: 'Courses' }).click();
  await planner.getByRole('spinbutton', { name: 'Relay legs' }).fill('2');
  await planner.getByRole('spinbutton', { name: 'Relay legs' }).blur();
  await planner.getByRole('tab', { name: 'Check' }).click();
  await expect(planner.getByText('the fork at 31 cannot be distributed evenly')).toHaveCount(0);
  await planner.getByRole('tab', { name: 'Courses' }).click();

  const sheet = planner.getByRole('region', { name: 'Control descriptions' });
  const files: Buffer[] = [];
  for (const [name, code, other] of [
    ['A', '32', '33'],
    ['B', '33', '32'],
  ] as const) {
    await chooseVariation(page, name);
    await expect(sheet.getByRole('cell', { name: code, exact: true })).toBeVisible();
    await expect(sheet.getByRole('cell', { name: other, exact: true })).toHaveCount(0);
    files.push(await print(page));
  }
  for (const file of files) expect(file.subarray(0, 5).toString()).toBe('%PDF-');
  expect(files[0]?.equals(files[1] ?? Buffer.alloc(0))).toBe(false);
});

test('plans butterfly loops that are run in either order', { tag: '@long' }, async ({
  console,
  page,
  server,
}) => {
  const eventId = await addEvent(server, 'Butterfly');
  await addCourse(server, eventId, ['s', 'a', 'f']);
  await console.openSignedIn(`/coursePlanner?event=${eventId}&course=long`);
  const planner = plannerOf(page);
  await split(page, '31', 'Butterfly loops from here', [['32'], ['33']]);
  await expect(planner.getByText('All variations (2)')).toBeVisible();
  const sheet = planner.getByRole('region', { name: 'Control descriptions' });
  const codes = () => sheet.getByRole('row').locator('td:nth-child(2)').allTextContents();
  await chooseVariation(page, 'AB');
  await expect.poll(codes).toEqual(['', '31', '32', '31', '33', '31', '']);
  await chooseVariation(page, 'BA');
  await expect.poll(codes).toEqual(['', '31', '33', '31', '32', '31', '']);
});

test('plans a score course with a time limit and points', { tag: '@long' }, async ({
  console,
  page,
  server,
}) => {
  const eventId = await addEvent(server, 'Score');
  await addCourse(server, eventId, ['s', 'a', 'b', 'f'], { name: 'Points', type: 'score', labels: 'score' });
  await console.openSignedIn(`/coursePlanner?event=${eventId}&course=long&panel=check`);
  const planner = plannerOf(page);
  await expect(planner.getByText('Points: a score course needs a time limit')).toBeVisible();
  await expect(planner.getByText('Points: control 31 has no points')).toBeVisible();
  await planner.getByRole('tab', { name: 'Courses' }).click();
  const limit = planner.getByRole('spinbutton', { name: 'Time limit' });
  await limit.fill('45');
  await limit.blur();
  await planner.getByRole('spinbutton', { name: 'Points of 31' }).fill('10');
  await planner.getByRole('spinbutton', { name: 'Points of 32' }).fill('20');
  await planner.getByRole('tab', { name: 'Check' }).click();
  await expect(planner.getByText(/needs a time limit|has no points/)).toHaveCount(0);
  await expect(planner.getByRole('status')).toHaveText('Saved');
  const [course] = (await server.client.call('queryCourseEvent', { eventId })).event.courses;
  expect(course?.timeLimit).toBe(2_700);
  expect(course?.controls.map(({ points }) => points)).toEqual([null, 10, 20, null]);
});
