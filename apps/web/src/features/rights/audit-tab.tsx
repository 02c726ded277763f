import { IconDownload } from '@tabler/icons-react';
import type { AuditEntry } from '@wakeline/contract/rights/audit';
import { App, Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../format/use-format.ts';
import { useLanguage } from '../../i18n/i18n.ts';
import { type RecordColumn, RecordTable } from '../../parts/records/record-table.tsx';
import { useListFailure } from '../../parts/records/use-list-failure.ts';
import { errorText } from '../../service/error-text.ts';
import { useSearchParams } from '../../ui/search-params.ts';
import { AuditDetail } from './audit-detail.tsx';
import { type AuditFilterChange, AuditFilters } from './audit-filters.tsx';
import { type AuditRequest, parseAuditRequest, withAuditRequest } from './audit-params.ts';
import { useAuditLog, useExportAuditLog } from './use-audit-log.ts';
import { useAuditTexts } from './use-audit-texts.ts';

/** The audit log of the account, newest first; a click shows the changes. The address contains the filter. */
export function AuditTab() {
  const { t } = useTranslation('audit');
  const language = useLanguage();
  const { message } = App.useApp();
  const { formatDateTime } = useFormat();
  const { actionName, entryName } = useAuditTexts();
  const [search, setSearch] = useSearchParams();
  const request = parseAuditRequest(search);
  const { filter, index, size } = request;
  const [open, setOpen] = useState<AuditEntry | null>(null);
  const query = useAuditLog(filter, index, size);
  const { data } = query;
  const failure = useListFailure(query);
  const exporting = useExportAuditLog();

  function setRequest(next: AuditRequest): void {
    setSearch((last) => withAuditRequest(last, next));
  }

  function change(next: AuditFilterChange): void {
    const activeFilter = Object.entries({ ...filter, ...next }).filter(([, value]) => value !== undefined);
    setRequest({ filter: Object.fromEntries(activeFilter), index: 1, size });
  }

  const columns: readonly RecordColumn<AuditEntry>[] = [
    { key: 'time', title: t('time'), width: 180, render: ({ time }) => formatDateTime(time) },
    { key: 'account', title: t('account'), width: 180, render: ({ account }) => account },
    {
      key: 'action',
      title: t('what'),
      width: 220,
      render: (entry) => <span title={entryName(entry)}>{entryName(entry)}</span>,
    },
    {
      key: 'target',
      title: t('target'),
      render: ({ target }) => <span title={target}>{target}</span>,
    },
    { key: 'address', title: t('address'), width: 160, optional: true, render: ({ address }) => address },
  ];

  return (
    <>
      <AuditFilters
        filter={filter}
        onChange={change}
        users={data?.users}
        actions={data?.actions}
        actionName={actionName}
      >
        <Button
          icon={<IconDownload size={16} />}
          loading={exporting.isPending}
          onClick={() =>
            exporting.mutate(filter, {
              onError: (error) => message.error(errorText(error, language)),
            })
          }
        >
          {t('export')}
        </Button>
      </AuditFilters>
      <RecordTable<AuditEntry>
        label={t('title')}
        name="audit"
        rows={data?.list}
        rowKey={({ auditId }) => auditId}
        columns={columns}
        actions={(entry) => (
          <Button type="link" size="small" onClick={() => setOpen(entry)}>
            {t('detail')}
          </Button>
        )}
        {...failure}
        empty={t(Object.keys(filter).length > 0 ? 'noneFound' : 'none')}
        page={{
          index,
          size,
          total: data?.total ?? 0,
          onChange: (nextIndex, nextSize) => setRequest({ filter, index: nextIndex, size: nextSize }),
        }}
      />
      <AuditDetail entry={open} onClose={() => setOpen(null)} />
    </>
  );
}
