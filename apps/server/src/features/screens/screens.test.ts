import { LIMITS } from '@wakeline/contract/limits';
import type { PayloadInput } from '@wakeline/contract/operation';
import type { saveScreen } from '@wakeline/contract/screens/screens';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Person } from '../../testing/person.ts';
import { startWorld, type World, type WorldAccount } from '../../testing/world.ts';

type Boxes = PayloadInput<typeof saveScreen>['boxes'];

let world: World;
let harbour: WorldAccount;
let ada: Person;
let viewer: Person;
let quay: number;
let tugs: number;

beforeAll(async () => {
  world = await startWorld();
  harbour = await world.account('harbour');
  ada = await harbour.person('ada');
  quay = (await ada.call('createGroup', { groupName: 'Quay' })).groupId;
  tugs = (await ada.call('createGroup', { groupName: 'Tugs' })).groupId;
  viewer = await harbour.person('vic', { permission: 'viewer', groupIds: [quay] });
});
afterAll(() => world.stop());

const box = (
  kind: string,
  [x, y, width, height]: readonly [number, number, number, number],
  more: object = {},
) => ({
  boxId: 1,
  kind,
  options: {},
  ...{ x, y, width, height },
  ...more,
});
const MAP: Boxes = [box('map', [0, 0, 24, 12])];

function save(person: Person, fields: Partial<PayloadInput<typeof saveScreen>> = {}) {
  return person.call('saveScreen', {
    screenId: null,
    kind: 'visual',
    screenName: 'Control room',
    boxes: MAP,
    settings: {},
    ...fields,
  });
}

describe('the screens of an account', () => {
  test('begin with a default one, and are those that editors save', async () => {
    const before = await viewer.call('queryScreens', { kind: 'visual' });
    expect(before.list).toMatchObject([{ screenId: null, screenName: '', kind: 'visual', editTime: null }]);
    expect(before.list[0]?.boxes.map(({ kind }) => kind)).toContain('map');
    expect(before.abilities).toEqual({ edit: false, share: false });

    const settings = { theme: 'light' as const, nightFrom: 1_320, nightTo: 360, tour: true };
    const { screenId } = await save(ada, { settings });
    await save(ada, { screenName: 'Bridge' });
    const after = await viewer.call('queryScreens', { kind: 'visual' });
    expect(after.list.map(({ screenName }) => screenName)).toEqual(['Bridge', 'Control room']);
    expect(after.list[1]).toMatchObject({ screenId, settings, editTime: world.clock.now() });
    expect((await ada.call('queryScreens', { kind: 'visual' })).abilities).toEqual({
      edit: true,
      share: true,
    });
    expect((await ada.call('queryScreens', { kind: 'data' })).list[0]?.screenId).toBeNull();

    await save(ada, { screenId, screenName: 'Lobby' });
    await ada.call('removeScreen', { screenId });
    expect((await ada.call('queryScreens', { kind: 'visual' })).list).toHaveLength(1);
    const audit = await world.database.db.selectFrom('audit_entry').select(['action', 'target']).execute();
    expect(audit.filter(({ action }) => action === 'removeScreen')).toEqual([
      { action: 'removeScreen', target: 'Lobby' },
    ]);
  });

  test('are not visible to other accounts, nor without the function of their kind', async () => {
    const { screenId } = await save(ada);
    const other = await (await world.account('airfield')).person('eve');
    for (const call of [
      () => other.call('removeScreen', { screenId }),
      () => save(other, { screenId }),
      () => save(ada, { screenId, kind: 'data' }),
      () => ada.call('removeScreen', { screenId: 2_000_000_000 }),
    ])
      await expect(call()).rejects.toMatchObject({ errorName: 'screen-unknown' });
    expect((await other.call('queryScreens', { kind: 'visual' })).list[0]?.screenId).toBeNull();
    const dan = await harbour.person('dan', { permission: 'editor', roles: ['eob_plugin_data_screen'] });
    await expect(dan.call('queryScreens', { kind: 'visual' })).rejects.toMatchObject({
      errorName: 'not-allowed',
    });
    await expect(save(dan)).rejects.toMatchObject({ errorName: 'not-allowed' });
    await expect(dan.call('removeScreen', { screenId })).rejects.toMatchObject({
      errorName: 'screen-unknown',
    });
    await save(dan, { kind: 'data' });
  });

  test.each([
    ['screen-box-kind', [box('weather', [0, 0, 6, 4])]],
    ['screen-box-place', [box('clock', [20, 0, 6, 4])]],
    ['screen-box-overlap', [box('clock', [0, 0, 6, 4]), box('text', [5, 3, 6, 4], { boxId: 2 })]],
    ['screen-map-limit', [box('map', [0, 0, 6, 4]), box('map', [6, 0, 6, 4], { boxId: 2 })]],
    ['group-unknown', [box('clock', [0, 0, 6, 4], { groupId: 2_000_000_000 })]],
    ['field-invalid', []],
  ])('are refused with %s', async (errorName, boxes) => {
    await expect(save(ada, { boxes })).rejects.toMatchObject({ errorName });
    await expect(ada.call('saveDashboard', { boxes })).rejects.toMatchObject({ errorName });
  });

  test('are limited in number', async () => {
    const cat = await (await world.account('quarry')).person('cat');
    for (let index = 0; index < LIMITS.screensPerAccount; index += 1) await save(cat);
    await expect(save(cat)).rejects.toMatchObject({ errorName: 'screen-limit' });
    await save(cat, { kind: 'data' });
  });
});

test('keeps a dashboard for each user, until it is reset', async () => {
  expect(await viewer.call('queryDashboard', {})).toMatchObject({ isDefault: true });
  await viewer.call('saveDashboard', { boxes: MAP });
  await viewer.call('saveDashboard', { boxes: [box('clock', [0, 0, 6, 4], { groupId: quay })] });
  expect(await viewer.call('queryDashboard', {})).toMatchObject({
    isDefault: false,
    boxes: [{ kind: 'clock', groupId: quay, title: '' }],
  });
  expect(await ada.call('queryDashboard', {})).toMatchObject({ isDefault: true });
  // A group outside of the user's scope is like an unknown one.
  const hidden = viewer.call('saveDashboard', { boxes: [box('clock', [0, 0, 6, 4], { groupId: tugs })] });
  await expect(hidden).rejects.toMatchObject({ errorName: 'group-unknown' });
  await viewer.call('saveDashboard', { boxes: null });
  expect(await viewer.call('queryDashboard', {})).toMatchObject({ isDefault: true });
});
