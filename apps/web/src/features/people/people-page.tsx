import { IconFileImport, IconPlus } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { LIMITS } from '@wakeline/contract/limits';
import { PERSON_SORTS, type Person } from '@wakeline/contract/people/people';
import { Button } from 'antd';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { RecordTable } from '../../parts/records/record-table.tsx';
import { useListFailure } from '../../parts/records/use-list-failure.ts';
import { ImportDialog } from '../../parts/sheet-import/import-dialog.tsx';
import { PERSON_SHEET } from '../../parts/sheet-import/sheet-kind.ts';
import { ExportButton } from '../../parts/tasks/export-button.tsx';
import { useClient } from '../../service/client.ts';
import { Screen } from '../../ui/screen.tsx';
import { useSearchParams } from '../../ui/search-params.ts';
import styles from './people.module.css';
import { PeopleBar } from './people-bar.tsx';
import { PeopleFilters } from './people-filters.tsx';
import { PersonActions } from './person-actions.tsx';
import { PEOPLE_TABLE_WIDTH, usePersonColumns } from './person-columns.tsx';
import { PersonForm, type PersonSubject } from './person-form.tsx';
import { PersonHistory } from './person-history.tsx';
import {
  NO_CONDITIONS,
  type PersonRequest,
  parsePersonRequest,
  toPersonFilter,
  toPersonSearch,
} from './person-request.ts';
import { PEOPLE_QUERIES, usePeople } from './use-people.ts';

/** The people of the account. The address contains filter and page. */
export function PeoplePage() {
  const { t } = useTranslation('people');
  const client = useClient();
  const queryClient = useQueryClient();
  const { request, change, query } = usePeoplePage();
  const { data } = query;
  const failure = useListFailure(query);
  const columns = usePersonColumns();
  const filter = toPersonFilter(request);
  const { ticked, tick } = useTicked(filter);
  const [subject, setSubject] = useState<PersonSubject | null>(null);
  const [traced, setTraced] = useState<Person | null>(null);
  const [isImporting, setIsImporting] = useState(false);
  const total = data?.total ?? 0;
  const isEmpty = data !== undefined && total === 0 && Object.keys(filter).length === 0;
  const canCreate = data?.abilities.create ?? false;

  const addButton = canCreate && (
    <Button type="primary" icon={<IconPlus size={16} />} onClick={() => setSubject({ kind: 'add' })}>
      {t('add')}
    </Button>
  );
  const importButton = canCreate && (
    <Button icon={<IconFileImport size={16} />} onClick={() => setIsImporting(true)}>
      {t('import')}
    </Button>
  );

  return (
    <Screen title={t('title')} action={!isEmpty && addButton}>
      {!isEmpty && (
        <PeopleFilters
          conditions={request}
          onChange={change}
          onClear={() => change(NO_CONDITIONS)}
          tools={
            <>
              {importButton}
              <ExportButton start={() => client.call('exportPeopleExcel', filter)} disabled={total === 0} />
            </>
          }
        />
      )}
      <PeopleBar ticked={ticked} onClear={() => tick([])} />
      <RecordTable<Person>
        label={t('title')}
        name="people"
        rows={data?.list}
        rowKey={({ personId }) => personId}
        columns={columns}
        minWidth={PEOPLE_TABLE_WIDTH}
        {...failure}
        empty={
          <span className={styles.empty}>
            {t(isEmpty ? 'none' : 'noneFound')}
            {isEmpty && (
              <span className={styles.buttons}>
                {addButton}
                {importButton}
              </span>
            )}
          </span>
        }
        {...(canCreate && {
          selection: {
            keys: ticked,
            onChange: (keys) => tick(keys.map(Number).slice(0, LIMITS.peoplePerCall)),
            rowLabel: ({ personName }) => t('tick', { name: personName }),
            pageLabel: t('tickPage'),
          },
        })}
        actionsWidth={168}
        actions={(person) => (
          <PersonActions
            person={person}
            onEdit={() => setSubject({ kind: 'edit', person })}
            onHistory={() => setTraced(person)}
          />
        )}
        sort={{
          column: request.sort,
          descending: request.descending,
          onChange: ({ column, descending }) =>
            change({ sort: PERSON_SORTS.find((sort) => sort === column) ?? request.sort, descending }),
        }}
        page={{
          index: request.index,
          size: request.size,
          total,
          onChange: (index, size) => change({ index, size }),
        }}
      />
      <PersonForm subject={subject} onClose={() => setSubject(null)} />
      {traced !== null && <PersonHistory person={traced} onClose={() => setTraced(null)} />}
      {isImporting && (
        <ImportDialog
          kind={PERSON_SHEET}
          onClose={() => setIsImporting(false)}
          onImported={() => void queryClient.invalidateQueries({ queryKey: PEOPLE_QUERIES })}
        />
      )}
    </Screen>
  );
}

/** The page of people that the address names. */
function usePeoplePage() {
  const [search, setSearch] = useSearchParams();
  const request = parsePersonRequest(search);
  const query = usePeople(request);
  const change = (next: Partial<PersonRequest>) =>
    setSearch((last) => toPersonSearch({ ...parsePersonRequest(last), index: 1, ...next }), {
      replace: true,
    });
  // People of the last page may have been deleted, or an address may ask for a page that no longer exists.
  const lastPage = Math.max(1, Math.ceil((query.data?.total ?? 0) / request.size));
  const beyondEnd = query.data !== undefined && !query.isPlaceholderData && request.index > lastPage;
  useEffect(() => {
    if (!beyondEnd) return;
    setSearch((last) => toPersonSearch({ ...parsePersonRequest(last), index: lastPage }), { replace: true });
  }, [beyondEnd, lastPage, setSearch]);
  return { request, change, query };
}

/** Ticked people, also of other pages. Another filter clears them. */
function useTicked(filter: object) {
  const conditions = JSON.stringify(filter);
  const [stored, setStored] = useState<{ conditions: string; ids: readonly number[] }>({
    conditions,
    ids: [],
  });
  return {
    ticked: stored.conditions === conditions ? stored.ids : [],
    tick: (ids: readonly number[]) => setStored({ conditions, ids }),
  };
}
