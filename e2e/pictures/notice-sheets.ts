import type { ServerProcess } from '../support/server.ts';
import { openBox } from './acts.ts';
import { expect } from './expect.ts';
import type { Sheet } from './sheets.ts';

/** Acknowledges and comments on one alarm, and resolves another. */
async function handleAlarms({ client }: ServerProcess): Promise<void> {
  const openAlarms = () => client.call('queryMsgByPage', { handling: ['open'], pageIndex: 1, pageSize: 2 });
  // The devices of the demo have just started.
  await expect.poll(async () => (await openAlarms()).list.length).toBe(2);
  const [handled, falseAlarm] = (await openAlarms()).list;
  if (handled === undefined || falseAlarm === undefined) throw new Error('there are no alarms');
  const { messageId } = handled;
  await client.call('acknowledgeAlarm', { messageId });
  await client.call('commentAlarm', { messageId, comment: '已电话联系司机，预计 20 分钟后处理完毕。' });
  await client.call('resolveAlarm', {
    messageId: falseAlarm.messageId,
    reason: 'falseAlarm',
    comment: 'Drill',
  });
}

/** Screens of notices and of the handling of alarms. */
export const NOTICE_SHEETS: readonly Sheet[] = [
  {
    name: 'notices',
    path: '/notificationRecord',
    signedIn: true,
    prepare: handleAlarms,
    steps: [
      {
        name: 'notice-details',
        async act(page, _, server) {
          const { list } = await server.client.call('queryMsgByPage', {
            handling: ['acknowledged'],
            pageIndex: 1,
            pageSize: 1,
          });
          await page.goto(`${server.url}/notificationRecord?notice=${list[0]?.messageId}`);
          await page.getByRole('dialog').getByRole('listitem').first().waitFor();
        },
      },
    ],
  },
  {
    name: 'notice-box',
    path: '/',
    signedIn: true,
    act: openBox({ zh_CN: /^通知/, en_US: /^Notifications/ }),
  },
];
