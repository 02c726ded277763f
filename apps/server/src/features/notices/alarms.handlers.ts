import { NamedError } from '@wakeline/contract/errors';
import { NOTICE_TITLES } from '@wakeline/contract/notices/notice-titles';
import { isAlarm } from '@wakeline/domain/notices/alarm-handling';
import { OPEN_ALARM, toHandling } from '../../alarms/handling.ts';
import { readAlarm, readAlarmOwners, readAlarmSteps } from '../../alarms/read-alarms.ts';
import { type AlarmSubject, type StepToTake, takeAlarmStep } from '../../alarms/take-step.ts';
import { recordAudit } from '../../audit/record.ts';
import { acknowledgeTaskNotice, type TaskNotice } from '../../aviation/acknowledged-notices.ts';
import type { Db } from '../../db/database.ts';
import type { Call } from '../../http/call.ts';
import type { Handlers } from '../../http/handler.ts';
import { transactionAs } from '../../http/transaction-as.ts';
import type { Caller } from '../../identity/caller.ts';
import { formatLocalTime } from '../../local-time.ts';
import { trackersInScope } from '../../trackers/in-scope.ts';
import { canHandleAlarms, canReadTrackerNotices } from './notices.policy.ts';
import { readNoticeRow } from './notices.queries.ts';
import { NOTICE_TTL_MS, type NoticeRow } from './select-notices.ts';

type StepOperation = 'acknowledgeAlarm' | 'commentAlarm' | 'resolveAlarm' | 'reopenAlarm';
type AlarmOperation = StepOperation | 'queryAlarm' | 'queryAlarmOwners';

/** Steps after which a task does not notify of the same episode again. */
const ENDS_REPETITION: ReadonlySet<StepToTake['step']> = new Set(['acknowledge', 'resolve']);

/** Handling of alarms: who looks after them, and how they ended. */
export function alarmHandlers(db: Db): Pick<Handlers, AlarmOperation> {
  async function take(
    action: StepOperation,
    messageId: number,
    step: StepToTake,
    caller: Caller,
    call: Call,
  ) {
    return transactionAs(db, caller, call, async (tx) => {
      const { trackerName, task, ...subject } = await findAlarm(tx, caller, messageId, call.now);
      const { before, after } = await takeAlarmStep(tx, subject, caller, step, call.now);
      if (task !== null && ENDS_REPETITION.has(step.step)) await acknowledgeTaskNotice(tx, task);
      await recordAudit(tx, caller, call, {
        action,
        target: trackerName,
        before: { messageId, msgType: subject.noticeType, state: before.state, owner: before.owner },
        after: { state: after.state, owner: after.owner, reason: step.reason, comment: step.comment },
      });
      return { handling: after };
    });
  }

  return {
    async queryAlarm({ messageId }, caller, { now }) {
      const { accountId, language, timeZone } = caller;
      const alarm = await findAlarm(db, caller, messageId, now);
      const [row, steps] = await Promise.all([
        readAlarm(db, caller, messageId),
        readAlarmSteps(db, accountId, messageId),
      ]);
      const { latitude, longitude } = alarm;
      return {
        messageId,
        msgType: alarm.noticeType,
        title: NOTICE_TITLES[language][alarm.noticeType],
        trackerId: alarm.trackerId,
        trackerName: alarm.trackerName,
        createTime: alarm.createdAt,
        createTimeStr: formatLocalTime(alarm.createdAt, timeZone),
        location: latitude === null || longitude === null ? null : { latitude, longitude },
        handling: row === undefined ? OPEN_ALARM : toHandling(row),
        steps: steps.map(({ step_id: stepId, at, login: account, step, reason, comment }) => ({
          stepId,
          step,
          time: at.getTime(),
          timeStr: formatLocalTime(at.getTime(), timeZone),
          account,
          reason,
          comment,
        })),
        abilities: { handle: canHandleAlarms(caller) },
      };
    },

    async queryAlarmOwners(_payload, caller, { now }) {
      const list = canReadTrackerNotices(caller)
        ? await readAlarmOwners(db, caller, now - NOTICE_TTL_MS)
        : [];
      return { list, total: list.length };
    },

    acknowledgeAlarm: ({ messageId, takeOver, comment }, caller, call) =>
      take(
        'acknowledgeAlarm',
        messageId,
        { step: 'acknowledge', takeOver, comment, reason: null },
        caller,
        call,
      ),

    commentAlarm: ({ messageId, comment }, caller, call) =>
      take(
        'commentAlarm',
        messageId,
        { step: 'comment', takeOver: false, comment, reason: null },
        caller,
        call,
      ),

    resolveAlarm: ({ messageId, reason, takeOver, comment }, caller, call) =>
      take('resolveAlarm', messageId, { step: 'resolve', takeOver, comment, reason }, caller, call),

    reopenAlarm: ({ messageId, comment }, caller, call) =>
      take(
        'reopenAlarm',
        messageId,
        { step: 'reopen', takeOver: false, comment, reason: null },
        caller,
        call,
      ),
  };
}

interface FoundAlarm extends AlarmSubject {
  readonly trackerName: string;
  /** The condition of a task that made it; null: none. */
  readonly task: TaskNotice | null;
}

/**
 * An alarm that the reader can see: a notice, or what the history of its handling keeps after the notice is gone.
 *
 * @throws NamedError `message-unknown`; `not-an-alarm` for a notice of another type
 */
async function findAlarm(db: Db, reader: Caller, messageId: number, now: number): Promise<FoundAlarm> {
  const { accountId } = reader;
  const notice = await readNoticeRow(db, reader, messageId, now);
  if (notice !== undefined) {
    const { noticeType, latitude, longitude, event = null } = notice.payload;
    if (!isAlarm(notice.payload)) throw new NamedError('not-an-alarm');
    const createdAt = notice.created_at.getTime();
    const trackerName = notice.name ?? '';
    return {
      accountId,
      messageId,
      trackerId: notice.about,
      noticeType,
      createdAt,
      latitude,
      longitude,
      trackerName,
      event,
      task: taskNoticeOf(accountId, notice),
    };
  }
  const row = canReadTrackerNotices(reader) ? await readAlarm(db, reader, messageId) : undefined;
  if (row === undefined) throw new NamedError('message-unknown');
  return {
    accountId,
    messageId,
    trackerId: row.tracker_id,
    noticeType: row.notice_type,
    createdAt: row.notice_at.getTime(),
    latitude: row.latitude,
    longitude: row.longitude,
    event: null,
    trackerName: await readTrackerName(db, reader, row.tracker_id),
    task: null,
  };
}

function taskNoticeOf(
  accountId: number,
  { about: trackerId, payload: { task, time } }: Pick<NoticeRow, 'about' | 'payload'>,
): TaskNotice | null {
  if (task === undefined || trackerId === null) return null;
  const { taskId, condition } = task;
  return { accountId, trackerId, taskId, condition, time };
}

/** Empty for a device that was removed. */
async function readTrackerName(db: Db, reader: Caller, trackerId: number | null): Promise<string> {
  if (trackerId === null) return '';
  const tracker = await trackersInScope(db, reader)
    .where('tracker_id', '=', trackerId)
    .select('name')
    .executeTakeFirst();
  return tracker?.name ?? '';
}
