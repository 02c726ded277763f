import { expect, test } from '../support/journey.ts';
import {
  addCourse,
  addEvent,
  chooseTool,
  dragBy,
  findCursor,
  mapCenter,
  plannerOf,
} from '../support/planned-event.ts';

test('places the number of a visit by dragging, by keys and automatically', { tag: '@long' }, async ({
  console,
  page,
  server,
}) => {
  const eventId = await addEvent(server, 'Numbers');
  await addCourse(server, eventId, ['s', 'a', 'b', 'c', 'f']);
  await console.openSignedIn(`/coursePlanner?event=${eventId}&course=long`);
  await expect(plannerOf(page).getByRole('status')).toHaveText('Saved');
  const stored = async (visit: string) => {
    const { event } = await server.client.call('queryCourseEvent', { eventId });
    const [course] = event.courses;
    return course?.controls.find(({ id }) => id === visit)?.numberLocation ?? null;
  };

  // The event is fitted with control 32 in the middle; its number is to the upper right.
  const number = await findCursor(page, 'grab', await mapCenter(page));
  await dragBy(page, number, -60, 30);
  await expect.poll(() => stored('vb')).not.toBeNull();
  const dragged = await stored('vb');
  expect(dragged?.x).toBeLessThan(0);
  expect(dragged?.y).toBeLessThan(0);
  await page.keyboard.press('Control+z');
  await expect.poll(() => stored('vb')).toBeNull();
  await page.keyboard.press('Control+Shift+z');
  await expect.poll(() => stored('vb')).toEqual(dragged);

  await plannerOf(page)
    .getByRole('button', { name: /^2\s*32/ })
    .click();
  const selection = page.getByRole('complementary', { name: 'Selected object' });
  const place = selection.getByRole('group', { name: 'Position of the number in Long' });
  await place.getByRole('button', { name: 'Move up' }).focus();
  await page.keyboard.press('ArrowRight');
  await expect.poll(async () => (await stored('vb'))?.x).toBeCloseTo((dragged?.x ?? 0) + 0.5, 6);
  await selection.getByRole('button', { name: 'Automatic' }).click();
  await expect.poll(() => stored('vb')).toBeNull();
  await expect(selection.getByRole('button', { name: 'Automatic' })).toBeDisabled();
});

test('bends and cuts lines and circles by dragging and by keys', { tag: '@long' }, async ({
  console,
  page,
  server,
}) => {
  const eventId = await addEvent(server, 'Lines');
  await addCourse(server, eventId, ['s', 'a', 'c', 'f']);
  await console.openSignedIn(`/coursePlanner?event=${eventId}&course=long`);
  await expect(plannerOf(page).getByRole('status')).toHaveText('Saved');
  const event = async () => (await server.client.call('queryCourseEvent', { eventId })).event;
  const leg = async () => (await event()).legs[0] ?? { bends: [], gaps: [] };

  // Control 32 is in the middle of the line from 31 to 33, so the line is tried to its north.
  const center = await mapCenter(page);
  await chooseTool(page, 'Bend a line (B)');
  const line = await findCursor(page, 'pointer', { x: center.x, y: center.y - 60 });
  await dragBy(page, line, 50, 0);
  await expect.poll(async () => (await leg()).bends.length).toBe(1);
  const [bend] = (await leg()).bends;
  expect(bend?.[0]).toBeGreaterThan(110.4);
  // The bend is dragged on, instead of adding another.
  await dragBy(page, { x: line.x + 50, y: line.y }, -100, 0);
  await expect.poll(async () => (await leg()).bends[0]?.[0]).toBeLessThan(110.4);
  expect((await leg()).bends).toHaveLength(1);

  const moved = await findCursor(page, 'pointer', { x: line.x - 50, y: line.y });
  await page.mouse.click(moved.x, moved.y);
  const selection = page.getByRole('complementary', { name: 'Selected object' });
  const west = (await leg()).bends[0]?.[0] ?? 0;
  await selection
    .getByRole('group', { name: 'Bend 1' })
    .getByRole('button', { name: 'Move left' })
    .press('Enter');
  await expect.poll(async () => (await leg()).bends[0]?.[0]).toBeLessThan(west);
  await selection.getByRole('button', { name: 'Remove bend 1' }).press('Enter');
  await expect.poll(async () => (await event()).legs.length).toBe(0);

  await chooseTool(page, 'Cut a line or circle (G)');
  await dragBy(page, line, 0, -30);
  await expect.poll(async () => (await leg()).gaps.length).toBe(1);
  await selection.getByRole('button', { name: 'Close gap 1' }).press('Enter');
  await expect.poll(async () => (await event()).legs.length).toBe(0);
  await selection.getByRole('button', { name: 'Add gap' }).press('Enter');
  await expect.poll(async () => (await leg()).gaps.length).toBe(1);

  const control = await findCursor(page, 'move', center);
  await page.mouse.click(control.x, control.y);
  const gapsOf = async () => (await event()).controls.find(({ id }) => id === 'b')?.circleGaps.length;
  await expect.poll(gapsOf).toBe(1);
  await expect(selection.getByRole('heading', { name: 'Control 32' })).toBeVisible();
  await selection.getByRole('button', { name: 'Add gap' }).press('Enter');
  await expect.poll(gapsOf).toBe(2);
  await selection.getByRole('button', { name: 'Close gap 2' }).press('Enter');
  await expect.poll(gapsOf).toBe(1);
});
