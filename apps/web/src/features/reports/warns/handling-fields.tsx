import { ALARM_STATE_TEXTS } from '@wakeline/contract/notices/alarm-texts';
import { ALARM_STATES, type AlarmState } from '@wakeline/domain/notices/alarm-handling';
import { Select } from 'antd';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../../i18n/i18n.ts';
import { ChoiceFilter } from '../../../parts/records/choice-filter.tsx';

const ANY_READ = 'all';

interface Handling {
  readonly handling: readonly AlarmState[];
  /** Null: both. */
  readonly isRead: 'READ' | 'UNREAD' | null;
}

interface HandlingFieldsProps extends Handling {
  readonly onChange: (change: Partial<Handling>) => void;
}

/** The handling of alarms, and whether they are read. */
export function HandlingFields({ handling, isRead, onChange }: HandlingFieldsProps) {
  const { t } = useTranslation('warnReport');
  const language = useLanguage();
  return (
    <>
      <ChoiceFilter
        label={t('handling')}
        values={handling}
        options={ALARM_STATES.map((value) => ({ value, label: ALARM_STATE_TEXTS[language][value] }))}
        onChange={(states) => onChange({ handling: states })}
      />
      <Select<'READ' | 'UNREAD' | typeof ANY_READ>
        aria-label={t('read.label')}
        value={isRead ?? ANY_READ}
        options={([ANY_READ, 'UNREAD', 'READ'] as const).map((value) => ({
          value,
          label: t(`read.${value}`),
        }))}
        onChange={(value) => onChange({ isRead: value === ANY_READ ? null : value })}
      />
    </>
  );
}
