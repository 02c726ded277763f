import { createHash, randomBytes } from 'node:crypto';
import { DEFAULT_BOXES } from '@wakeline/domain/screens/default-boxes';
import type { World } from '../world.ts';
import type { Makers } from './makers.ts';
import { type Owner, type Rows, rowWithoutIds } from './row.ts';

/** The rows of dashboards and screens. */
export function screenRows(world: World, { uniqueName }: Makers) {
  const { clock } = world;
  const { db } = world.database;
  const boxes = DEFAULT_BOXES.visual.map((box) => ({
    ...box,
    options: { ...box.options, figures: [...box.options.figures] },
  }));
  async function createScreen({ accountId }: Owner): Promise<number> {
    const { screen_id } = await db
      .insertInto('screen')
      .values({
        account_id: accountId,
        kind: 'visual',
        name: uniqueName(),
        boxes: JSON.stringify(boxes.map((box) => ({ ...box, title: '', groupId: null }))),
        settings: '{"theme":"dark","nightFrom":null,"nightTo":null,"tour":false}',
        edited_at: new Date(clock.now()),
      })
      .returning('screen_id')
      .executeTakeFirstOrThrow();
    return screen_id;
  }
  /** The code of a link of an owner whom the test of the operation does not change. */
  async function createCode(): Promise<string> {
    const owner = await (await world.account('screens')).person('screener');
    const code = `scr-${randomBytes(16).toString('base64url')}`;
    await db
      .insertInto('share_link')
      .values({
        account_id: owner.accountId,
        user_id: owner.userId,
        name: uniqueName(),
        code_hash: createHash('sha256').update(code).digest(),
        back_minutes: 0,
        created_at: new Date(clock.now()),
        expires_at: new Date(clock.now() + 86_400_000),
        last_opened_at: new Date(clock.now()),
        screen_id: await createScreen(owner),
      })
      .execute();
    return code;
  }
  const refusalWithRole = { eob_plugin_data_screen: 'screen-unknown' } as const;
  const otherFunction = { eob_plugin_data_screen: { role: 'eob_plugin_visual_screen' } } as const;
  return {
    queryDashboard: rowWithoutIds(() => ({})),
    saveDashboard: rowWithoutIds(() => ({ boxes })),
    queryScreenData: rowWithoutIds(() => ({ boxes })),
    queryScreens: { ...rowWithoutIds(() => ({ kind: 'visual' as const })), refusalWithRole: otherFunction },
    saveScreen: {
      payload: async (owner) => ({
        screenId: await createScreen(owner),
        kind: 'visual',
        screenName: uniqueName(),
        boxes,
        settings: {},
      }),
      otherAccountError: 'screen-unknown',
      refusalWithRole: otherFunction,
    },
    removeScreen: {
      payload: async (owner) => ({ screenId: await createScreen(owner) }),
      otherAccountError: 'screen-unknown',
      refusalWithRole,
    },
    createScreenLink: {
      payload: async (owner) => ({
        shareName: uniqueName(),
        screenId: await createScreen(owner),
        hideNames: false,
        expireTime: clock.now() + 3_600_000,
      }),
      otherAccountError: 'screen-unknown',
      refusalWithRole,
    },
    queryScreenLink: { payload: async () => ({ code: await createCode() }), otherAccountError: null },
    queryScreenLinkTrackers: { payload: async () => ({ code: await createCode() }), otherAccountError: null },
    queryScreenLinkStates: {
      payload: async () => ({ code: await createCode(), since: clock.now() }),
      otherAccountError: null,
    },
    queryScreenLinkData: { payload: async () => ({ code: await createCode() }), otherAccountError: null },
  } satisfies Partial<Rows>;
}
