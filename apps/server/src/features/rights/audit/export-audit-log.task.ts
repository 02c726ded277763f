import type { Language } from '@wakeline/contract/entities/user-config';
import { exportAuditLog } from '@wakeline/contract/rights/audit';
import type { AuditFilter } from '../../../audit/read.ts';
import type { TaskDefinition } from '../../../tasks/kinds.ts';

export interface ExportAuditLogSubject {
  readonly filter: AuditFilter;
  /** Language of the file. */
  readonly language: Language;
  readonly timeZone: string;
}

export const exportAuditLogTask: TaskDefinition<ExportAuditLogSubject, 'exportAuditLog'> = {
  kind: 'exportAuditLog',
  name: () => ({ zh_CN: '导出操作日志', en_US: 'Export audit log' }),
  cancellable: true,
  workload: 'small',
  limited: true,
  retryAccess: () => exportAuditLog.access,
};
