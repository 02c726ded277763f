import { IconSearch, IconX } from '@tabler/icons-react';
import type { AuditFilter } from '@wakeline/contract/rights/audit';
import { Button, Input, Select } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { serverNow } from '../../live/live-store.ts';
import { TimeFilter } from '../../ui/time-filter.tsx';
import styles from './authority.module.css';

/** Changed fields; undefined removes a filter. */
export type AuditFilterChange = { readonly [Field in keyof AuditFilter]?: AuditFilter[Field] | undefined };

interface AuditFiltersProps {
  readonly filter: AuditFilter;
  readonly onChange: (change: AuditFilterChange) => void;
  /** Users and actions in the log; undefined until loaded. */
  readonly users: readonly { readonly userId: number; readonly account: string }[] | undefined;
  readonly actions: readonly string[] | undefined;
  readonly actionName: (action: string) => string;
  /** Actions for the filtered entries. */
  readonly children: ReactNode;
}

/** Filter of the audit log by user, action, target and time. */
export function AuditFilters({ filter, onChange, users, actions, actionName, children }: AuditFiltersProps) {
  const { t } = useTranslation('audit');
  return (
    <search className={styles.filters}>
      <Select
        allowClear
        aria-label={t('account')}
        placeholder={t('account')}
        // Before the list has loaded there is no name to display.
        value={users === undefined ? undefined : filter.userId}
        onChange={(userId: number | undefined) => onChange({ userId })}
        showSearch={{ optionFilterProp: 'label' }}
        options={users?.map(({ userId, account }) => ({ value: userId, label: account })) ?? []}
      />
      <Select
        allowClear
        aria-label={t('what')}
        placeholder={t('what')}
        value={filter.action}
        onChange={(action: string | undefined) => onChange({ action })}
        showSearch={{ optionFilterProp: 'label' }}
        options={(actions ?? (filter.action === undefined ? [] : [filter.action])).map((action) => ({
          value: action,
          label: actionName(action),
        }))}
      />
      <TimeFilter
        startTime={filter.startTime}
        endTime={filter.endTime}
        now={serverNow()}
        onChange={onChange}
      />
      <Input.Search
        // Remounts the field when the address changes.
        key={filter.target ?? ''}
        defaultValue={filter.target ?? ''}
        allowClear={{ clearIcon: <IconX size={14} role="img" aria-label={t('clear')} /> }}
        aria-label={t('target')}
        placeholder={t('target')}
        maxLength={64}
        enterButton={<Button aria-label={t('search')} icon={<IconSearch size={16} />} />}
        onSearch={(text) => onChange({ target: text.trim() === '' ? undefined : text.trim() })}
      />
      {children}
    </search>
  );
}
