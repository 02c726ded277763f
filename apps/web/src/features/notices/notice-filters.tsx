import { type NoticeType, OFFERED_NOTICE_TYPES } from '@wakeline/domain/notices/notice-type';
import { Select } from 'antd';
import { useTranslation } from 'react-i18next';
import { serverNow } from '../../live/live-store.ts';
import { TrackerSelect } from '../../parts/devices/tracker-select.tsx';
import { TimeFilter } from '../../ui/time-filter.tsx';
import styles from './notice-list-page.module.css';

/** Filter of the notices; undefined: all. */
export interface NoticeFilter {
  readonly msgType?: NoticeType | undefined;
  readonly isRead?: 'UNREAD' | 'READ' | undefined;
  readonly trackerId?: number | undefined;
  readonly startTime?: number | undefined;
  readonly endTime?: number | undefined;
}

interface NoticeFiltersProps {
  readonly filter: NoticeFilter;
  readonly onChange: (change: NoticeFilter) => void;
}

export function NoticeFilters({ filter, onChange }: NoticeFiltersProps) {
  const { t } = useTranslation('notices');
  return (
    <search className={styles.filters}>
      <Select<NoticeType | ''>
        aria-label={t('filterType')}
        value={filter.msgType ?? ''}
        options={[
          { value: '', label: t('allTypes') },
          ...OFFERED_NOTICE_TYPES.map((value) => ({ value, label: t(`type.${value}`) })),
        ]}
        onChange={(selected) => onChange({ msgType: selected === '' ? undefined : selected })}
      />
      <TrackerSelect
        label={t('filterDevice')}
        placeholder={t('allDevices')}
        value={filter.trackerId ?? null}
        onChange={(trackerId) => onChange({ trackerId })}
        onClear={() => onChange({ trackerId: undefined })}
      />
      <Select<'UNREAD' | 'READ' | ''>
        aria-label={t('filterRead')}
        value={filter.isRead ?? ''}
        options={[
          { value: '', label: t('allStates') },
          { value: 'UNREAD', label: t('unread') },
          { value: 'READ', label: t('read') },
        ]}
        onChange={(selected) => onChange({ isRead: selected === '' ? undefined : selected })}
      />
      <TimeFilter
        startTime={filter.startTime}
        endTime={filter.endTime}
        now={serverNow()}
        onChange={onChange}
      />
    </search>
  );
}
