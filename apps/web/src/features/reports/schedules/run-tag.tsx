import type { ReportRun } from '@wakeline/contract/reports/schedules';
import { Tag, Tooltip } from 'antd';
import { useScheduleTexts } from './use-schedule-texts.ts';

const COLORS = {
  waiting: 'default',
  running: 'processing',
  done: 'success',
  failed: 'error',
  cancelled: 'default',
} as const satisfies Record<ReportRun['state'], string>;

/** The result of a run; the reason of a failure is in its tooltip. */
export function RunTag({ run }: { readonly run: ReportRun }) {
  const { stateOf } = useScheduleTexts();
  const isEmpty = run.state === 'done' && run.rows === 0;
  return (
    <Tooltip title={run.reason}>
      <Tag color={isEmpty ? 'default' : COLORS[run.state]}>{stateOf(run)}</Tag>
    </Tooltip>
  );
}
