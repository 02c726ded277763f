import { IconDownload } from '@tabler/icons-react';
import type { AuditEntry, AuditFilter } from '@wakeline/contract/audit';
import { App, Button, DatePicker, Input, Select } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../format/use-format.ts';
import { instantOf, wallOf } from '../../format/zone.ts';
import { useLanguage } from '../../i18n/i18n.ts';
import { errorText } from '../../service/error-text.ts';
import { type RecordColumn, RecordTable } from '../../ui/record-table.tsx';
import { knownAction } from './audit-actions.ts';
import { AuditDetail } from './audit-detail.tsx';
import styles from './authority.module.css';
import { useAuditLog, useExportAuditLog } from './use-audit-log.ts';

/** Who did what in the account, newest first, with filters; a click shows what changed. */
export function AuditTab() {
  const { t } = useTranslation('audit');
  const language = useLanguage();
  const { message } = App.useApp();
  const { dateTime, timeZone } = useFormat();
  const [filter, setFilter] = useState<AuditFilter>({});
  const [page, setPage] = useState({ index: 1, size: 20 });
  const [open, setOpen] = useState<AuditEntry | null>(null);
  const { data, error, refetch } = useAuditLog(filter, page.index, page.size);
  const exporting = useExportAuditLog();

  /** An undefined value takes the filter away. */
  function change(next: { readonly [Field in keyof AuditFilter]?: AuditFilter[Field] | undefined }): void {
    const kept = Object.entries({ ...filter, ...next }).filter(([, value]) => value !== undefined);
    setFilter(Object.fromEntries(kept));
    setPage((last) => ({ ...last, index: 1 }));
  }

  const actionName = (action: string) => {
    const known = knownAction(action);
    return known === null ? action : t(`action.${known}`);
  };
  const columns: readonly RecordColumn<AuditEntry>[] = [
    { key: 'time', title: t('time'), width: 180, render: ({ time }) => dateTime(time) },
    { key: 'account', title: t('account'), width: 180, render: ({ account }) => account },
    { key: 'action', title: t('what'), width: 200, render: ({ action }) => actionName(action) },
    {
      key: 'target',
      title: t('target'),
      render: ({ target }) => <span title={target}>{target}</span>,
    },
    { key: 'address', title: t('address'), width: 160, optional: true, render: ({ address }) => address },
  ];

  return (
    <>
      <search className={styles.filters}>
        <Select
          allowClear
          aria-label={t('account')}
          placeholder={t('account')}
          value={filter.userId}
          onChange={(userId: number | undefined) => change({ userId })}
          showSearch={{ optionFilterProp: 'label' }}
          options={data?.users.map(({ userId, account }) => ({ value: userId, label: account })) ?? []}
        />
        <Select
          allowClear
          aria-label={t('what')}
          placeholder={t('what')}
          value={filter.action}
          onChange={(action: string | undefined) => change({ action })}
          showSearch={{ optionFilterProp: 'label' }}
          options={data?.actions.map((action) => ({ value: action, label: actionName(action) })) ?? []}
        />
        <Input.Search
          allowClear
          aria-label={t('target')}
          placeholder={t('target')}
          maxLength={64}
          onSearch={(text) => change({ target: text.trim() === '' ? undefined : text.trim() })}
          style={{ width: 200 }}
        />
        <DatePicker.RangePicker
          showTime
          allowEmpty={[true, true]}
          aria-label={t('time')}
          value={[
            filter.startTime === undefined ? null : wallOf(filter.startTime, timeZone),
            filter.endTime === undefined ? null : wallOf(filter.endTime, timeZone),
          ]}
          onChange={(range) =>
            change({
              startTime: range?.[0] ? instantOf(range[0], timeZone) : undefined,
              endTime: range?.[1] ? instantOf(range[1], timeZone) : undefined,
            })
          }
        />
        <Button
          icon={<IconDownload size={16} />}
          loading={exporting.isPending}
          onClick={() =>
            exporting.mutate(filter, {
              onSuccess: () => message.success(t('exporting')),
              onError: (cause) => message.error(errorText(cause, language)),
            })
          }
        >
          {t('export')}
        </Button>
      </search>
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
        failure={error ? errorText(error, language) : null}
        onRetry={() => void refetch()}
        empty={t(Object.keys(filter).length > 0 ? 'noneFound' : 'none')}
        page={{
          ...page,
          total: data?.total ?? 0,
          onChange: (index, size) => setPage({ index, size }),
        }}
      />
      <AuditDetail entry={open} actionName={actionName} onClose={() => setOpen(null)} />
    </>
  );
}
