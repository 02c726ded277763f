import { IconSearch, IconX } from '@tabler/icons-react';
import type { AuditFilter } from '@wakeline/contract/audit';
import { Button, DatePicker, Input, Select } from 'antd';
import dayjs from 'dayjs';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../format/use-format.ts';
import { instantOf, wallOf } from '../../format/zone.ts';
import { serverNow } from '../../live/live-store.ts';
import { usePhone } from '../../ui/media.ts';
import styles from './authority.module.css';

/** The time of day that goes with a day that is chosen alone: the first of it, or the last. */
const DAY_START = dayjs.utc(0);
const DAY_END = DAY_START.endOf('day');

/** Fields that are changed; an undefined value takes the filter away. */
export type AuditFilterChange = { readonly [Field in keyof AuditFilter]?: AuditFilter[Field] | undefined };

interface AuditFiltersProps {
  readonly filter: AuditFilter;
  readonly onChange: (change: AuditFilterChange) => void;
  /** Who and what is in the log; undefined until that is known. */
  readonly users: readonly { readonly userId: number; readonly account: string }[] | undefined;
  readonly actions: readonly string[] | undefined;
  readonly actionName: (action: string) => string;
  /** What is done with the entries that are found. */
  readonly children: ReactNode;
}

/** What of the audit log is looked at: who, what, on what, when. */
export function AuditFilters({ filter, onChange, users, actions, actionName, children }: AuditFiltersProps) {
  const { t } = useTranslation('audit');
  return (
    <search className={styles.filters}>
      <Select
        allowClear
        aria-label={t('account')}
        placeholder={t('account')}
        // Without the list there is no name to show.
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
      <TimeFilter filter={filter} onChange={onChange} />
      <Input.Search
        // Another address fills it in anew.
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

/** From when to when. On a phone two fields: the two calendars of a range have no room there. */
function TimeFilter({ filter, onChange }: Pick<AuditFiltersProps, 'filter' | 'onChange'>) {
  const { t } = useTranslation('audit');
  const { timeZone } = useFormat();
  const phone = usePhone();
  const wall = (time: number | undefined) => (time === undefined ? null : wallOf(time, timeZone));

  if (phone) {
    return (['startTime', 'endTime'] as const).map((edge) => (
      <DatePicker
        key={edge}
        className={styles.edge ?? ''}
        aria-label={t(edge === 'startTime' ? 'from' : 'to')}
        placeholder={t(edge === 'startTime' ? 'from' : 'to')}
        showTime={edge === 'startTime' ? true : { defaultOpenValue: DAY_END }}
        showNow={false}
        needConfirm={false}
        inputReadOnly
        defaultPickerValue={wallOf(serverNow(), timeZone)}
        value={wall(filter[edge])}
        onChange={(chosen) => onChange({ [edge]: chosen === null ? undefined : instantOf(chosen, timeZone) })}
      />
    ));
  }
  return (
    <DatePicker.RangePicker
      className={styles.range ?? ''}
      showTime={{ defaultOpenValue: [DAY_START, DAY_END] }}
      allowEmpty={[true, true]}
      aria-label={t('time')}
      value={[wall(filter.startTime), wall(filter.endTime)]}
      onChange={(range) =>
        onChange({
          startTime: range?.[0] ? instantOf(range[0], timeZone) : undefined,
          endTime: range?.[1] ? instantOf(range[1], timeZone) : undefined,
        })
      }
    />
  );
}
