import { IconFilter, IconSearch, IconX } from '@tabler/icons-react';
import { LIMITS } from '@wakeline/contract/limits';
import { ALARM_STATES } from '@wakeline/domain/notices/alarm-handling';
import { NOTICE_TYPES } from '@wakeline/domain/notices/notice-type';
import { Button, Input, Select } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { serverNow } from '../../live/live-store.ts';
import { useAlarmOwners } from '../../parts/alarms/use-alarm.ts';
import { flattenGroupTree } from '../../parts/devices/group-tree.ts';
import { TrackerMultiSelect } from '../../parts/devices/tracker-multi-select.tsx';
import { useGroups } from '../../parts/devices/use-groups.ts';
import { ChoiceFilter, FILTER_POPUP_WIDTH } from '../../parts/records/choice-filter.tsx';
import { usePhone } from '../../ui/media.ts';
import { TimeFilter } from '../../ui/time-filter.tsx';
import styles from './notice-list-page.module.css';
import { countConditions, MAX_KEYWORDS_LENGTH, type NoticeConditions } from './notice-request.ts';

interface NoticeFiltersProps {
  readonly conditions: NoticeConditions;
  readonly onChange: (change: Partial<NoticeConditions>) => void;
  readonly onClear: () => void;
}

/** Search and filters of the notices; on a phone the filters open below the search. */
export function NoticeFilters({ conditions, onChange, onClear }: NoticeFiltersProps) {
  const { t } = useTranslation('notices');
  const groups = useGroups().list;
  const owners = useAlarmOwners();
  const phone = usePhone();
  const [expanded, setExpanded] = useState(false);
  const [openedAt] = useState(serverNow);
  const active = countConditions(conditions);
  return (
    <search className={styles.filters} data-collapsed={phone && !expanded}>
      <Input.Search
        // Remounts the field when the address changes.
        key={conditions.keywords}
        className={styles.search ?? ''}
        defaultValue={conditions.keywords}
        allowClear={{ clearIcon: <IconX size={14} role="img" aria-label={t('clear')} /> }}
        aria-label={t('search')}
        placeholder={t('search')}
        maxLength={MAX_KEYWORDS_LENGTH}
        enterButton={<Button aria-label={t('searchStart')} icon={<IconSearch size={16} />} />}
        onSearch={(text) => onChange({ keywords: text.trim() })}
      />
      {phone && (
        <Button
          aria-expanded={expanded}
          icon={<IconFilter size={16} />}
          onClick={() => setExpanded(!expanded)}
        >
          {active === 0 ? t('filters') : t('filtersActive', { count: active })}
        </Button>
      )}
      <ChoiceFilter
        label={t('filterType')}
        values={conditions.types}
        options={NOTICE_TYPES.map((value) => ({ value, label: t(`type.${value}`) }))}
        onChange={(types) => onChange({ types })}
      />
      <TrackerMultiSelect
        label={t('filterDevice')}
        values={conditions.trackerIds}
        max={LIMITS.filteredTrackers}
        popupWidth={FILTER_POPUP_WIDTH}
        onChange={(trackerIds) => onChange({ trackerIds })}
      />
      <Select
        allowClear
        popupMatchSelectWidth={FILTER_POPUP_WIDTH}
        aria-label={t('filterGroup')}
        placeholder={t('filterGroup')}
        showSearch={{ optionFilterProp: 'label' }}
        value={conditions.groupId}
        options={flattenGroupTree(groups).map(({ groupId: value, path }) => ({ value, label: path }))}
        onChange={(groupId: number | undefined) => onChange({ groupId })}
      />
      <ChoiceFilter
        label={t('filterHandling')}
        values={conditions.handling}
        options={ALARM_STATES.map((value) => ({ value, label: t(`handling.state.${value}`) }))}
        onChange={(handling) => onChange({ handling })}
      />
      <Select
        allowClear
        popupMatchSelectWidth={FILTER_POPUP_WIDTH}
        aria-label={t('filterOwner')}
        placeholder={t('filterOwner')}
        showSearch={{ optionFilterProp: 'label' }}
        value={conditions.ownerId}
        options={owners.map(({ userId: value, account: label }) => ({ value, label }))}
        onChange={(ownerId: number | undefined) => onChange({ ownerId })}
      />
      <Select<'UNREAD' | 'READ' | undefined>
        allowClear
        aria-label={t('filterRead')}
        placeholder={t('filterRead')}
        value={conditions.isRead}
        options={[
          { value: 'UNREAD', label: t('unread') },
          { value: 'READ', label: t('read') },
        ]}
        onChange={(isRead) => onChange({ isRead })}
      />
      <TimeFilter
        startTime={conditions.startTime}
        endTime={conditions.endTime}
        now={openedAt}
        onChange={onChange}
      />
      {active > 0 && <Button onClick={onClear}>{t('clearFilter')}</Button>}
    </search>
  );
}
