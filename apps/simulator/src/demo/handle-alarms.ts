import type { Client } from '@wakeline/client/client';
import { NamedError } from '@wakeline/contract/errors';
import type { RESOLUTIONS } from '@wakeline/domain/notices/alarm-handling';

/** Newest notices among which alarms are handled. */
const NOTICES = 60;
/** Of this many open alarms one is acknowledged, and one of half as many resolved. */
const ACKNOWLEDGED_EVERY = 6;
const RESOLVED_EVERY = 3;

const OUTCOMES: readonly { readonly reason: (typeof RESOLUTIONS)[number]; readonly comment: string }[] = [
  { reason: 'handled', comment: '已电话联系，情况正常' },
  { reason: 'falseAlarm', comment: '按计划作业 Planned work' },
  { reason: 'handled', comment: '' },
  { reason: 'duplicate', comment: '' },
];

/** Handles some alarms of the history, once: not if somebody has handled any. Returns the number of handled ones. */
export async function handleAlarms(client: Client, signal: AbortSignal): Promise<number> {
  const owners = await client.call('queryAlarmOwners', {}, { signal });
  if (owners.list.length > 0) return 0;
  const { list } = await client.call('queryMsgByPage', { pageIndex: 1, pageSize: NOTICES }, { signal });
  const open = list.filter(({ handling }) => handling?.state === 'open');
  let handled = 0;
  for (const [index, { messageId }] of open.entries()) {
    try {
      if (index % RESOLVED_EVERY === 0) {
        const outcome = OUTCOMES[(index / RESOLVED_EVERY) % OUTCOMES.length] ?? {
          reason: 'handled',
          comment: '',
        };
        await client.call('resolveAlarm', { messageId, ...outcome }, { signal });
        handled += 1;
      } else if (index % ACKNOWLEDGED_EVERY === 1) {
        await client.call('acknowledgeAlarm', { messageId }, { signal });
        handled += 1;
      }
    } catch (error) {
      // Meanwhile a user may have handled or deleted it.
      if (!(error instanceof NamedError)) throw error;
    }
  }
  return handled;
}
