import { LIMITS } from '@wakeline/contract/limits';
import { MESSAGE_STATES } from '@wakeline/domain/satellite/message-states';
import { MESSAGE_TYPES } from '@wakeline/domain/satellite/message-types';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { serverNow } from '../../../live/live-store.ts';
import { ChoiceFilter } from '../../../parts/records/choice-filter.tsx';
import { FilterBar } from '../../../parts/records/filter-bar.tsx';
import { TimeFilter } from '../../../ui/time-filter.tsx';
import { TerminalSelect } from '../messages/terminal-select.tsx';
import { useMessageTexts } from '../messages/use-message-texts.ts';
import { countConditions, type RecordConditions } from './record-request.ts';

interface RecordFiltersProps {
  readonly conditions: RecordConditions;
  readonly onChange: (change: Partial<RecordConditions>) => void;
  readonly onClear: () => void;
  /** Buttons that stay visible on a phone. */
  readonly tools?: ReactNode;
}

/** Search and filters of the message record. */
export function RecordFilters({ conditions, onChange, onClear, tools }: RecordFiltersProps) {
  const { t } = useTranslation('satelliteMessages');
  const { keywords, terminal, types, states, startTime, endTime } = conditions;
  const texts = useMessageTexts();
  const [openedAt] = useState(serverNow);
  return (
    <FilterBar
      search={t('record.search')}
      keywords={keywords}
      maxLength={LIMITS.name}
      onSearch={(text) => onChange({ keywords: text })}
      active={countConditions(conditions)}
      onClear={onClear}
      tools={tools}
    >
      <TerminalSelect
        label={t('record.terminal')}
        value={terminal}
        onChange={(id) => onChange({ terminal: id })}
      />
      <ChoiceFilter
        label={t('column.type')}
        values={types}
        options={MESSAGE_TYPES.map((value) => ({ value, label: texts.types[value] }))}
        onChange={(value) => onChange({ types: value })}
      />
      <ChoiceFilter
        label={t('column.state')}
        values={states}
        options={MESSAGE_STATES.map((value) => ({ value, label: texts.states[value] }))}
        onChange={(value) => onChange({ states: value })}
      />
      <TimeFilter startTime={startTime} endTime={endTime} now={openedAt} onChange={onChange} />
    </FilterBar>
  );
}
