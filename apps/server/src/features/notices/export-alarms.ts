import type { Language } from '@wakeline/contract/entities/user-config';
import {
  ALARM_REASON_TEXTS,
  ALARM_STATE_TEXTS,
  ALARM_STEP_TEXTS,
} from '@wakeline/contract/notices/alarm-texts';
import { exportMsgData } from '@wakeline/contract/notices/alarms';
import { NOTICE_TITLES } from '@wakeline/contract/notices/notice-titles';
import type { WrittenCell } from '@wakeline/formats/spreadsheets/written-sheet';
import { createUtcToLocal } from '@wakeline/formats/tracks/zone-time';
import { type AlarmRow, countAlarms, readAlarmsBefore, readStepsOf } from '../../alarms/read-alarms.ts';
import type { TaskWorker } from '../../tasks/kinds.ts';
import type { ExportAlarmsSubject } from './export-notices.task.ts';
import type { NoticeReader } from './select-notices.ts';
import { type SheetDependencies, type SheetHeading, writeSheetOf } from './write-sheet.ts';

const NAME: Readonly<Record<Language, string>> = { zh_CN: '报警处理记录', en_US: 'Alarm handling' };
const HEADINGS: readonly SheetHeading[] = [
  [{ zh_CN: '类型', en_US: 'Type' }, 'text'],
  [{ zh_CN: '设备名称', en_US: 'Device' }, 'text'],
  [{ zh_CN: 'IMEI', en_US: 'IMEI' }, 'text'],
  [{ zh_CN: '报警时间', en_US: 'Alarm time' }, 'date'],
  [{ zh_CN: '处理状态', en_US: 'Handling' }, 'text'],
  [{ zh_CN: '处理人', en_US: 'Owner' }, 'text'],
  [{ zh_CN: '操作', en_US: 'Step' }, 'text'],
  [{ zh_CN: '操作时间', en_US: 'Step time' }, 'date'],
  [{ zh_CN: '操作人', en_US: 'By' }, 'text'],
  [{ zh_CN: '解决原因', en_US: 'Reason' }, 'text'],
  [{ zh_CN: '备注', en_US: 'Comment' }, 'text'],
];

type StepRow = Awaited<ReturnType<typeof readStepsOf>>[number];

/** Writes the histories of the alarms that the requester sees at run time to a sheet, a row for each step. */
export function exportAlarmsWorker(dependencies: SheetDependencies): TaskWorker<ExportAlarmsSubject> {
  const { db } = dependencies;
  return {
    run: (run) =>
      writeSheetOf(dependencies, run, {
        name: NAME,
        headings: HEADINGS,
        access: exportMsgData.access,
        count: (reader) => countAlarms(db, reader, run.subject.period),
        async readPage(reader, page) {
          const alarms = await readAlarmsBefore(db, reader, run.subject.period, page);
          const last = alarms.at(-1);
          if (last === undefined) return null;
          const steps = await readStepsOf(
            db,
            run.accountId,
            alarms.map(({ seq }) => seq),
          );
          return { rows: toRows(reader, alarms, steps), read: alarms.length, before: last.seq };
        },
      }),
  };
}

function toRows(
  { language, timeZone }: NoticeReader,
  alarms: readonly AlarmRow[],
  steps: readonly StepRow[],
): readonly (readonly WrittenCell[])[] {
  const toLocal = createUtcToLocal(timeZone);
  const date = (time: Date): WrittenCell => ({ localMs: toLocal(time.getTime()) });
  const stepsOf = Map.groupBy(steps, ({ seq }) => seq);
  return alarms.flatMap((alarm) =>
    (stepsOf.get(alarm.seq) ?? []).map((step) => [
      NOTICE_TITLES[language][alarm.notice_type],
      alarm.name,
      alarm.imei,
      date(alarm.notice_at),
      ALARM_STATE_TEXTS[language][alarm.state],
      alarm.owner,
      ALARM_STEP_TEXTS[language][step.step],
      date(step.at),
      step.login,
      step.reason === null ? null : ALARM_REASON_TEXTS[language][step.reason],
      step.comment,
    ]),
  );
}
