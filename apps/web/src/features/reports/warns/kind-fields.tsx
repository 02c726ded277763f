import { NOTICE_TITLES } from '@wakeline/contract/notices/notice-titles';
import { ALARM_LEVEL_TEXTS } from '@wakeline/contract/reports/warns-texts';
import { ALARM_LEVELS, type AlarmLevel } from '@wakeline/domain/notices/alarm-level';
import { NOTICE_TYPES, type NoticeType } from '@wakeline/domain/notices/notice-type';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../../i18n/i18n.ts';
import { ChoiceFilter } from '../../../parts/records/choice-filter.tsx';

/** Types that no event has. */
const NEVER: readonly NoticeType[] = ['EXPIRING', 'RUNNING', 'STOP', 'OVERDUE', 'BDNOTICE'];

interface KindFieldsProps {
  readonly msgTypes: readonly NoticeType[];
  readonly levels: readonly AlarmLevel[];
  readonly onChange: (change: {
    readonly msgTypes?: readonly NoticeType[];
    readonly levels?: readonly AlarmLevel[];
  }) => void;
}

/** The types and levels of alarms. */
export function KindFields({ msgTypes, levels, onChange }: KindFieldsProps) {
  const { t } = useTranslation('warnReport');
  const language = useLanguage();
  return (
    <>
      <ChoiceFilter
        label={t('types')}
        values={msgTypes}
        options={NOTICE_TYPES.filter((type) => !NEVER.includes(type)).map((value) => ({
          value,
          label: NOTICE_TITLES[language][value],
        }))}
        onChange={(values) => onChange({ msgTypes: values })}
      />
      <ChoiceFilter
        label={t('levels')}
        values={levels}
        options={ALARM_LEVELS.map((value) => ({ value, label: ALARM_LEVEL_TEXTS[language][value] }))}
        onChange={(values) => onChange({ levels: values })}
      />
    </>
  );
}
