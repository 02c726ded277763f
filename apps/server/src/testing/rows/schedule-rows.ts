import type { ReportContent } from '@wakeline/contract/reports/report-content';
import type { World } from '../world.ts';
import type { Makers } from './makers.ts';
import { type Owner, type Rows, rowWithoutIds } from './row.ts';

const PAGE = '/dataCenter/operationCountRecord';
const CONTENT: ReportContent = {
  report: 'overview',
  filter: { groupIds: [], trackerIds: [], keywords: '', by: 'device' },
  order: { sort: 'name', direction: 'ascending' },
};

/** The rows of scheduled reports and of saved filters. */
export function scheduleRows({ database: { db }, clock }: World, { uniqueName }: Makers) {
  async function createSchedule({ accountId, userId }: Owner): Promise<number> {
    // Requested runs have a limit, and a disabled owner none.
    await db.deleteFrom('report_run').where('account_id', '=', accountId).execute();
    const { schedule_id } = await db
      .insertInto('report_schedule')
      .values({
        ...{ account_id: accountId, user_id: userId, login: 'owner', name: uniqueName() },
        ...{ content: JSON.stringify(CONTENT), period: 'yesterday', repeat: 'daily', day: null, minute: 360 },
        ...{ formats: ['xlsx'], enabled: true, pause_reason: null, time_zone: 'Asia/Shanghai' },
        created_at: new Date(clock.now()),
      })
      .returning('schedule_id')
      .executeTakeFirstOrThrow();
    return schedule_id;
  }

  async function createFilter({ accountId, userId }: Owner): Promise<number> {
    const { filter_id } = await db
      .insertInto('report_filter')
      .values({
        ...{ account_id: accountId, user_id: userId, page: PAGE, name: uniqueName(), query: 'keywords=tug' },
        shared: false,
      })
      .returning('filter_id')
      .executeTakeFirstOrThrow();
    return filter_id;
  }

  const form = ({ userId }: Owner) => ({
    ...{ scheduleName: uniqueName(), content: CONTENT, period: 'yesterday' as const },
    times: { repeat: 'daily' as const, day: null, minute: 360 },
    ...{ formats: ['xlsx' as const], userIds: [userId], addresses: [], enabled: true },
  });
  const otherAccountError = 'report-schedule-unknown';
  const filterUnknown = 'report-filter-unknown';
  return {
    queryReportSchedules: rowWithoutIds(() => ({})),
    saveReportSchedule: {
      payload: async (owner) => ({ scheduleId: await createSchedule(owner), schedule: form(owner) }),
      otherAccountError: null,
    },
    switchReportSchedule: {
      payload: async (owner) => ({ scheduleId: await createSchedule(owner), enabled: false }),
      otherAccountError,
    },
    deleteReportSchedule: {
      payload: async (owner) => ({ scheduleId: await createSchedule(owner) }),
      otherAccountError,
    },
    runReportSchedule: {
      payload: async (owner) => ({ scheduleId: await createSchedule(owner) }),
      otherAccountError,
    },
    queryReportRuns: {
      payload: async (owner) => ({ scheduleId: await createSchedule(owner) }),
      otherAccountError,
    },
    queryReportFilters: rowWithoutIds(() => ({ page: PAGE })),
    saveReportFilter: rowWithoutIds(() => ({ page: PAGE, filterName: uniqueName(), query: '' })),
    deleteReportFilter: {
      payload: async (owner) => ({ filterId: await createFilter(owner) }),
      otherAccountError: filterUnknown,
    },
  } satisfies Partial<Rows>;
}
