import {
  ALARM_REASON_TEXTS,
  ALARM_STATE_TEXTS,
  ALARM_STEP_TEXTS,
} from '@wakeline/contract/notices/alarm-texts';
import type { AlarmReportFilter } from '@wakeline/contract/notices/alarms';
import { NOTICE_TITLES } from '@wakeline/contract/notices/notice-titles';
import {
  type AlarmPeriod,
  type AlarmRow,
  countAlarmSteps,
  readAlarmsBefore,
  readStepsOf,
} from '../../alarms/read-alarms.ts';
import type { Db } from '../../db/database.ts';
import type { Caller } from '../../identity/caller.ts';
import { instantColumn, type ReportColumn, sameText, textColumn } from '../../report-files/report-columns.ts';
import { openReport, type ReportDefinition, type ReportPage } from '../../report-files/report-definition.ts';
import { windowOf } from '../../reports/report-days.ts';
import { devicesOfReport } from '../../reports/report-devices.ts';
import { canReadTrackerNotices } from './notices.policy.ts';

/** Alarms that are read together. */
const PAGE_SIZE = 500;

/** A step in the history of an alarm. */
interface Row {
  readonly alarm: AlarmRow;
  readonly step: Awaited<ReturnType<typeof readStepsOf>>[number];
}

const COLUMNS: readonly ReportColumn<Row>[] = [
  textColumn(
    { zh_CN: '类型', en_US: 'Type' },
    ({ alarm }, language) => NOTICE_TITLES[language][alarm.notice_type],
    { width: 18 },
  ),
  textColumn({ zh_CN: '设备名称', en_US: 'Device' }, ({ alarm }) => alarm.name, { width: 28 }),
  textColumn(sameText('IMEI'), ({ alarm }) => alarm.imei, { width: 20, isSecondary: true }),
  instantColumn({ zh_CN: '报警时间', en_US: 'Alarm time' }, ({ alarm }) => alarm.notice_at.getTime()),
  textColumn(
    { zh_CN: '处理状态', en_US: 'Handling' },
    ({ alarm }, language) => ALARM_STATE_TEXTS[language][alarm.state],
    { width: 12 },
  ),
  textColumn({ zh_CN: '处理人', en_US: 'Owner' }, ({ alarm }) => alarm.owner, { width: 16 }),
  textColumn(
    { zh_CN: '操作', en_US: 'Step' },
    ({ step }, language) => ALARM_STEP_TEXTS[language][step.step],
    { width: 14 },
  ),
  instantColumn({ zh_CN: '操作时间', en_US: 'Step time' }, ({ step }) => step.at.getTime()),
  textColumn({ zh_CN: '操作人', en_US: 'By' }, ({ step }) => step.login, { width: 16 }),
  textColumn(
    { zh_CN: '解决原因', en_US: 'Reason' },
    ({ step }, language) => (step.reason === null ? null : ALARM_REASON_TEXTS[language][step.reason]),
    { width: 16 },
  ),
  textColumn({ zh_CN: '备注', en_US: 'Comment' }, ({ step }) => step.comment, { width: 40 }),
];

/** The histories of the alarms that a user sees, newest alarm first, a row for each step. */
export const alarmHandlingReport: ReportDefinition<'alarmHandling'> = {
  async open({ tx, reader }, filter) {
    const period = alarmPeriodOf(tx, reader, filter);
    const canRead = canReadTrackerNotices(reader);
    const total = canRead ? (await countAlarmSteps(tx, reader, period)).steps : 0;
    async function* pages(): AsyncGenerator<ReportPage<Row>> {
      let before: number | null = null;
      while (canRead) {
        const page = { before, limit: PAGE_SIZE };
        const alarms: readonly AlarmRow[] = await readAlarmsBefore(tx, reader, period, page);
        const last = alarms.at(-1);
        if (last === undefined) return;
        const numbers = alarms.map(({ seq }) => seq);
        const steps = Map.groupBy(await readStepsOf(tx, reader.accountId, numbers), ({ seq }) => seq);
        const rows = alarms.flatMap((alarm) => (steps.get(alarm.seq) ?? []).map((step) => ({ alarm, step })));
        yield { rows, total };
        before = last.seq;
      }
    }
    return openReport<Row>({
      columns: COLUMNS,
      pages,
      sums: null,
      description: { filter: [], settings: [], thresholds: [], definitions: [] },
    });
  },
};

function alarmPeriodOf(db: Db, reader: Caller, filter: AlarmReportFilter): AlarmPeriod {
  const { groupIds, trackerIds, keywords } = filter;
  const isLimited = groupIds.length > 0 || trackerIds.length > 0 || keywords !== '';
  return {
    ...windowOf(filter, reader.timeZone),
    devices: isLimited ? devicesOfReport(db, reader, filter) : null,
  };
}
