import type { InstructionFilter } from '@wakeline/contract/instructions';
import { REPORT_FORMATS } from '@wakeline/contract/reports/report-files';
import { INSTRUCTION_NAMES, instructionOf } from '@wakeline/domain/instructions/catalogue';
import { type ComponentType, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../i18n/i18n.ts';
import { serverNow } from '../../live/live-store.ts';
import { DISPLAYED_STATUSES } from '../../parts/instructions/displayed-status.ts';
import { Ledger } from '../../parts/instructions/ledger.tsx';
import { ChoiceFilter } from '../../parts/records/choice-filter.tsx';
import { FilterBar } from '../../parts/records/filter-bar.tsx';
import { ExportButton } from '../../parts/tasks/export-button.tsx';
import { useClient } from '../../service/client.ts';
import { useSearchParams } from '../../ui/search-params.ts';
import { TimeFilter } from '../../ui/time-filter.tsx';
import {
  countConditions,
  MAX_KEYWORDS_LENGTH,
  parseConditions,
  type RecordConditions,
  toFilter,
  toSearch,
} from './record-request.ts';

const FIRST_PAGE = { index: 1, size: 20 };

interface RecordsTabProps {
  /** Schedules a report of what the list shows. */
  readonly Schedule?: ComponentType<{ readonly filter: InstructionFilter }>;
}

/** All instructions to the devices of the user. The address contains the filter. */
export function RecordsTab({ Schedule }: RecordsTabProps) {
  const { t } = useTranslation('instructions');
  const language = useLanguage();
  const client = useClient();
  const [search, setSearch] = useSearchParams();
  const conditions = parseConditions(search);
  const [page, setPage] = useState(FIRST_PAGE);
  const filter = toFilter(conditions);
  const isFiltered = Object.keys(filter).length > 0;
  const [openedAt] = useState(serverNow);
  const instructionOptions = useMemo(
    () => INSTRUCTION_NAMES.map((value) => ({ value, label: instructionOf(value).title[language] })),
    [language],
  );

  function change(next: Partial<RecordConditions>): void {
    setPage((last) => ({ ...last, index: 1 }));
    setSearch((last) => toSearch({ ...parseConditions(last), ...next }), { replace: true });
  }

  return (
    <>
      <FilterBar
        search={t('search')}
        keywords={conditions.keywords}
        maxLength={MAX_KEYWORDS_LENGTH}
        onSearch={(keywords) => change({ keywords })}
        active={countConditions(conditions)}
        onClear={() => setSearch({ tab: 'records' })}
        tools={
          <>
            {Schedule !== undefined && <Schedule filter={filter} />}
            <ExportButton
              formats={REPORT_FORMATS}
              start={(format) => client.call('exportInstructions', { ...filter, format })}
              disabled={false}
            />
          </>
        }
      >
        <ChoiceFilter
          label={t('column.status')}
          values={conditions.statuses}
          options={DISPLAYED_STATUSES.map((value) => ({ value, label: t(`status.${value}`) }))}
          onChange={(statuses) => change({ statuses })}
        />
        <ChoiceFilter
          label={t('column.instruction')}
          values={conditions.instructions}
          options={instructionOptions}
          onChange={(instructions) => change({ instructions })}
        />
        <TimeFilter
          startTime={conditions.startTime}
          endTime={conditions.endTime}
          now={openedAt}
          onChange={change}
        />
      </FilterBar>
      <Ledger
        label={t('tab.records')}
        name="instructions"
        filter={filter}
        empty={t(isFiltered ? 'noneFound' : 'noRecords')}
        page={page}
        onPage={(index, size) => setPage({ index, size })}
      />
    </>
  );
}
