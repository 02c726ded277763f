import type { Language } from '@wakeline/contract/entities/user-config';
import { type ErrorName, NamedError } from '@wakeline/contract/errors';
import { batchSendEobBdMsg } from '@wakeline/contract/satellite/batches';
import type { MessageGateway } from '@wakeline/domain/satellite/networks';
import type { WrittenCell, WrittenColumn } from '@wakeline/formats/spreadsheets/written-sheet';
import type { Clock } from '../../clock.ts';
import type { Db } from '../../db/database.ts';
import { sendEvent } from '../../db/notify.ts';
import type { Files } from '../../files/files.ts';
import { writeSheetFile } from '../../files/write-sheet-file.ts';
import { errorTextOf } from '../../http/envelope.ts';
import type { Caller } from '../../identity/caller.ts';
import { lockRequester, requireRequester } from '../../identity/requester.ts';
import { readAccountNames } from '../../satellite/account-names.ts';
import { storeTexts } from '../../satellite/send-messages.ts';
import { visibilityOf } from '../../satellite/visibility.ts';
import type { TaskRun, TaskWorker } from '../../tasks/kinds.ts';
import { requireUrgent } from './satellite.policy.ts';
import type { SendEobBdMsgsSubject } from './send-batch.task.ts';

/** Terminals whose messages are stored before the progress is reported. */
const PAGE_SIZE = 100;

const NAME: Readonly<Record<Language, string>> = { zh_CN: '群发结果', en_US: 'Sent messages' };
const HEADINGS = [
  [{ zh_CN: '终端', en_US: 'Terminal' }, 14],
  [{ zh_CN: '卡号/IMEI', en_US: 'Card number/IMEI' }, 20],
  [{ zh_CN: '结果', en_US: 'Result' }, 12],
  [{ zh_CN: '原因', en_US: 'Reason' }, 60],
] as const;
const RESULTS = {
  stored: { zh_CN: '已提交', en_US: 'Stored' },
  refused: { zh_CN: '失败', en_US: 'Refused' },
} as const;

/** Failures of the complete task: they would be those of each terminal. */
const FATAL: ReadonlySet<ErrorName> = new Set(['not-allowed', 'session-gone']);

export interface SendBatchDependencies {
  readonly db: Db;
  readonly files: Files;
  readonly clock: Clock;
  /** The configured gateways. */
  readonly satelliteGateways: ReadonlySet<MessageGateway>;
}

/**
 * Stores the message of each terminal in a transaction of its own, with the rights that the requester has then. A task that
 * runs again stores nothing twice: each message has a key.
 */
export function sendEobBdMsgsWorker(dependencies: SendBatchDependencies): TaskWorker<SendEobBdMsgsSubject> {
  const { db, files, clock } = dependencies;
  return {
    async run(run) {
      const { accountId, subject, signal, progress } = run;
      const { bdUserIds, language } = subject;
      await requireRequester(
        db,
        { accountId, userId: subject.userId },
        batchSendEobBdMsg.access,
        clock.now(),
      );
      let stored = 0;
      async function* pages(): AsyncGenerator<readonly (readonly WrittenCell[])[]> {
        for (let at = 0; at < bdUserIds.length; at += PAGE_SIZE) {
          signal.throwIfAborted();
          const ids = bdUserIds.slice(at, at + PAGE_SIZE);
          const names = await readAccountNames(db, accountId, ids);
          const rows: WrittenCell[][] = [];
          for (const id of ids) {
            signal.throwIfAborted();
            const refusal = await storeOne(dependencies, run, id);
            if (refusal === null) stored += 1;
            const { name, cardNumber } = names.get(id) ?? { name: `#${id}`, cardNumber: null };
            const result = RESULTS[refusal === null ? 'stored' : 'refused'][language];
            rows.push([name, cardNumber, result, refusal === null ? null : errorTextOf(refusal, language)]);
          }
          yield rows;
          await progress(Math.min(1, (at + ids.length) / bdUserIds.length));
        }
      }
      const columns: readonly WrittenColumn[] = HEADINGS.map(([heading, width]) => ({
        heading: heading[language],
        width,
        format: 'text',
      }));
      const options = { ...subject, name: NAME, columns, format: 'xlsx' as const, now: clock.now() };
      const file = await writeSheetFile(files, pages(), options);
      return { ...file, outcome: { stored, refused: bdUserIds.length - stored } };
    },
  };
}

/** Why the message of a terminal was refused; null: it is stored, now or by an earlier run. */
async function storeOne(
  { db, clock, satelliteGateways }: SendBatchDependencies,
  { accountId, subject }: TaskRun<SendEobBdMsgsSubject>,
  bdUserId: number,
): Promise<ErrorName | null> {
  const { userId, content, urgent, requestKey } = subject;
  try {
    await db.transaction().execute(async (tx) => {
      const now = clock.now();
      const requester: Caller = await lockRequester(tx, { accountId, userId }, batchSendEobBdMsg.access, now);
      if (urgent) requireUrgent(requester);
      await storeTexts(tx, visibilityOf(requester), satelliteGateways, {
        userId,
        sender: requester.login,
        bdUserIds: [bdUserId],
        content,
        urgent,
        // A colon, which keys of other calls cannot have.
        requestKey: `${requestKey}:${bdUserId}`,
        now,
      });
      await sendEvent(tx, { type: 'changed', what: 'satellite', accountId, userId: null });
    });
    return null;
  } catch (error) {
    if (!(error instanceof NamedError) || FATAL.has(error.errorName)) throw error;
    return error.errorName;
  }
}
