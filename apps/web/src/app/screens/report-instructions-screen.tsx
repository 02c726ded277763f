import { RecordsTab } from '../../features/instructions/records-tab.tsx';
import { ReportScreen } from '../../features/reports/report-screen.tsx';
import { InstructionSchedule } from './list-schedules.tsx';

/** The records of instructions as a page of the data center. */
export function ReportInstructionsScreen() {
  return (
    <ReportScreen page={{ section: 'dataCenter', name: 'instructionRecord' }}>
      <RecordsTab Schedule={InstructionSchedule} />
    </ReportScreen>
  );
}
