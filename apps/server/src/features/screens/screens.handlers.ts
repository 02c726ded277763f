import { NamedError } from '@wakeline/contract/errors';
import { checkBoxes } from '@wakeline/contract/screens/screen-box';
import type { BigScreenKind } from '@wakeline/contract/screens/screens';
import { recordAudit } from '../../audit/record.ts';
import type { Tx } from '../../db/database.ts';
import { sendEvent } from '../../db/notify.ts';
import type { Handlers } from '../../http/handler.ts';
import { transactionAs } from '../../http/transaction-as.ts';
import type { Caller } from '../../identity/caller.ts';
import { type BoxReading, readBoxes } from './read-boxes.ts';
import { canEditScreen, canReadScreen, canRemoveScreen, canShareScreen } from './screens.policy.ts';
import {
  defaultBoxes,
  defaultScreen,
  deleteScreen,
  insertScreen,
  readDashboard,
  readScreen,
  readScreens,
  requireGroups,
  updateScreen,
  writeDashboard,
} from './screens.queries.ts';

type ScreenOperation =
  | 'queryScreens'
  | 'saveScreen'
  | 'removeScreen'
  | 'queryDashboard'
  | 'saveDashboard'
  | 'queryScreenData';

/** Dashboards of users and screens of accounts, and the figures of their boxes. */
export function screenHandlers(reading: BoxReading): Pick<Handlers, ScreenOperation> {
  const { db } = reading;
  return {
    async queryScreens({ kind }, caller) {
      const own = { accountId: caller.accountId, kind };
      requireKind(canReadScreen(caller, own), kind);
      const stored = await readScreens(db, caller.accountId, kind);
      return {
        list: stored.length === 0 ? [defaultScreen(kind)] : [...stored],
        abilities: { edit: canEditScreen(caller, own), share: canShareScreen(caller, own) },
      };
    },

    async saveScreen({ screenId, kind, screenName, boxes, settings }, caller, call) {
      requireKind(canEditScreen(caller, { accountId: caller.accountId, kind }), kind);
      const fields = { kind, screenName, boxes: checkBoxes(boxes), settings };
      return transactionAs(db, caller, call, async (tx) => {
        await requireGroups(tx, caller, fields.boxes);
        const after = { boxes: fields.boxes.length };
        if (screenId === null) {
          const added = await insertScreen(tx, caller.accountId, fields, call.now);
          await recordAudit(tx, caller, call, { action: 'saveScreen', target: screenName, after });
          await notifyScreens(tx, caller);
          return { screenId: added };
        }
        const before = await readScreen(tx, caller.accountId, screenId);
        if (before === null || before.kind !== kind) throw new NamedError('screen-unknown');
        await updateScreen(tx, screenId, fields, call.now);
        const earlier = { name: before.screenName, boxes: before.boxes.length };
        const entry = { before: earlier, after: { name: screenName, ...after } };
        await recordAudit(tx, caller, call, { action: 'saveScreen', target: before.screenName, ...entry });
        await notifyScreens(tx, caller);
        return { screenId };
      });
    },

    async removeScreen({ screenId }, caller, call) {
      await transactionAs(db, caller, call, async (tx) => {
        const before = await readScreen(tx, caller.accountId, screenId);
        if (before === null || !canRemoveScreen(caller, { accountId: caller.accountId, kind: before.kind }))
          throw new NamedError('screen-unknown');
        await deleteScreen(tx, screenId);
        const entry = { target: before.screenName, before: { boxes: before.boxes.length } };
        await recordAudit(tx, caller, call, { action: 'removeScreen', ...entry });
        await notifyScreens(tx, caller);
        await sendEvent(tx, { type: 'changed', what: 'shares', accountId: caller.accountId, userId: null });
      });
      return {};
    },

    async queryDashboard(_payload, { userId }) {
      const boxes = await readDashboard(db, userId);
      return { boxes: boxes ?? defaultBoxes('dashboard'), isDefault: boxes === null };
    },

    async saveDashboard({ boxes }, caller, call) {
      const checked = boxes === null ? null : checkBoxes(boxes);
      await transactionAs(db, caller, call, async (tx) => {
        if (checked !== null) await requireGroups(tx, caller, checked);
        await writeDashboard(tx, caller, checked, call.now);
      });
      return {};
    },

    queryScreenData: ({ boxes }, caller, { now }) => readBoxes(reading, caller, boxes, now),
  };
}

/** @throws NamedError `not-allowed` without the function of this kind of screen */
function requireKind(isAllowed: boolean, kind: BigScreenKind): void {
  if (!isAllowed) throw new NamedError('not-allowed', { role: `eob_plugin_${kind}_screen` });
}

/** Notifies the open consoles of the account. */
async function notifyScreens(tx: Tx, { accountId }: Caller): Promise<void> {
  await sendEvent(tx, { type: 'changed', what: 'screens', accountId, userId: null });
}
