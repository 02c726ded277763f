import { useQueryClient } from '@tanstack/react-query';
import type { Group } from '@wakeline/contract/entities/group';
import type { Tracker } from '@wakeline/contract/entities/tracker';
import { App } from 'antd';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../../i18n/i18n.ts';
import { fullName } from '../../../parts/devices/full-name.ts';
import { useGroups } from '../../../parts/devices/use-groups.ts';
import { useClient } from '../../../service/client.ts';
import { errorText } from '../../../service/error-text.ts';
import { MINE } from '../../../service/session.ts';

/** What is moved into another group. */
export type Move =
  | { readonly kind: 'tracker'; readonly tracker: Tracker }
  | { readonly kind: 'group'; readonly group: Group };

export function nameOfMove(what: Move): string {
  return what.kind === 'tracker' ? fullName(what.tracker) : what.group.gn;
}

/** Moves a device or a group, and says how it went. Null: out of every group, or to the top. */
export function useMove(): (what: Move, groupId: number | null) => Promise<boolean> {
  const { t } = useTranslation('live');
  const language = useLanguage();
  const client = useClient();
  const queries = useQueryClient();
  const { message } = App.useApp();
  const groups = useGroups().list;
  return async (what, groupId) => {
    const name = nameOfMove(what);
    try {
      if (what.kind === 'tracker') {
        await client.call('editTracker', { trackerId: what.tracker.trackerId, groupId });
      } else {
        await client.call('editGroup', { groupId: what.group.groupId, parentId: groupId });
        await queries.invalidateQueries({ queryKey: [MINE, 'groups'] });
      }
    } catch (error) {
      message.error(errorText(error, language));
      return false;
    }
    const group = groups.find((one) => one.groupId === groupId)?.gn;
    const out = what.kind === 'tracker' ? 'move.doneOut' : 'move.doneTop';
    message.success(group === undefined ? t(out, { name }) : t('move.done', { name, group }));
    return true;
  };
}
