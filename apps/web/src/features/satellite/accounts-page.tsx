import { IconArrowsExchange, IconFileImport, IconPlus } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import type { BdUser } from '@wakeline/contract/satellite/accounts';
import { Button } from 'antd';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { RecordActions } from '../../parts/records/record-actions.tsx';
import { RecordTable } from '../../parts/records/record-table.tsx';
import { useConfirm } from '../../parts/records/use-confirm.ts';
import { useListFailure } from '../../parts/records/use-list-failure.ts';
import { ImportDialog } from '../../parts/sheet-import/import-dialog.tsx';
import { ACCOUNT_SHEET } from '../../parts/sheet-import/sheet-kind.ts';
import { ExportButton } from '../../parts/tasks/export-button.tsx';
import { useClient } from '../../service/client.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { ACCOUNT_TABLE_WIDTH, MACHINE_WIDTH, useAccountColumns } from './account-columns.tsx';
import { AccountFilters } from './account-filters.tsx';
import { AccountForm, type AccountSubject } from './account-form.tsx';
import {
  type AccountRequest,
  NO_CONDITIONS,
  parseAccountRequest,
  toAccountFilter,
  toAccountSearch,
} from './account-request.ts';
import { CardDialog } from './card-dialog.tsx';
import styles from './satellite.module.css';
import { SatelliteScreen } from './satellite-screen.tsx';
import { SATELLITE_QUERIES, useAccountChange, useAccounts } from './use-accounts.ts';
import { useSatellitePage } from './use-satellite-page.ts';

/** The communication accounts of satellite terminals. The address contains filter and page. */
export function AccountsPage() {
  const { t } = useTranslation('satellite');
  const confirm = useConfirm();
  const title = t('accounts');
  const { search, setSearch, filter: pageFilter } = useSatellitePage();
  const request = parseAccountRequest(search);
  const query = useAccounts(request, pageFilter);
  const { data } = query;
  const failure = useListFailure(query);
  const hasMachine = data?.list.some(({ machine }) => machine !== null) ?? false;
  const columns = useAccountColumns(hasMachine);
  const remove = useAccountChange('deleteBdUser');
  const client = useClient();
  const queryClient = useQueryClient();
  const reload = () => void queryClient.invalidateQueries({ queryKey: SATELLITE_QUERIES });
  const [subject, setSubject] = useState<AccountSubject | null>(null);
  const [reassigned, setReassigned] = useState<BdUser | null>(null);
  const [isImporting, setIsImporting] = useState(false);
  const total = data?.total ?? 0;
  const filter = toAccountFilter(request);
  const isFiltered = Object.keys(filter).length > 0;
  const isEmpty = data !== undefined && total === 0 && !isFiltered;
  const networks = data?.networks ?? [];

  const change = (next: Partial<AccountRequest>) =>
    setSearch((last) => toAccountSearch({ ...parseAccountRequest(last), index: 1, ...next }));
  // Accounts of the last page may have been deleted, or an address may ask for a page that no longer exists.
  const lastPage = Math.max(1, Math.ceil(total / request.size));
  const beyondEnd = data !== undefined && !query.isPlaceholderData && request.index > lastPage;
  useEffect(() => {
    if (!beyondEnd) return;
    setSearch((last) => toAccountSearch({ ...parseAccountRequest(last), index: lastPage }));
  }, [beyondEnd, lastPage, setSearch]);

  function confirmRemoval({ bdUserId, bdUserName: name, cardNumber }: BdUser): void {
    confirm(
      {
        title: t('deleteTitle', { name }),
        content: t('deleteText', { number: cardNumber }),
        okText: t('delete'),
        successText: t('deleted', { name }),
      },
      () => remove.mutateAsync({ bdUserId }),
    );
  }

  const addButton = data?.abilities.create && (
    <Button type="primary" icon={<IconPlus size={16} />} onClick={() => setSubject({ kind: 'add' })}>
      {t('add')}
    </Button>
  );

  const importButton = data?.abilities.create && (
    <Button icon={<IconFileImport size={16} />} onClick={() => setIsImporting(true)}>
      {t('import')}
    </Button>
  );

  return (
    <SatelliteScreen tab="phoneAccount" action={!isEmpty && addButton}>
      {!isEmpty && (
        <AccountFilters
          conditions={request}
          networks={networks}
          onChange={change}
          onClear={() => change(NO_CONDITIONS)}
          tools={
            <>
              {importButton}
              <ExportButton
                start={() => client.call('exportBdUserExcelFile', { ...filter, ...pageFilter })}
                disabled={total === 0}
              />
            </>
          }
        />
      )}
      <RecordTable<BdUser>
        label={title}
        name="communication-accounts"
        rows={data?.list}
        rowKey={({ bdUserId }) => bdUserId}
        columns={columns}
        minWidth={ACCOUNT_TABLE_WIDTH + (hasMachine ? MACHINE_WIDTH : 0)}
        {...failure}
        empty={
          <span className={styles.empty}>
            {t(isEmpty ? 'none' : 'noneFound')}
            {isEmpty && addButton}
            {isEmpty && importButton}
          </span>
        }
        actionsWidth={140}
        actions={(account) => (
          <RecordActions
            edit={
              account.abilities.edit && {
                label: t('editOne', { name: account.bdUserName }),
                onClick: () => setSubject({ kind: 'edit', account }),
              }
            }
            remove={
              account.abilities.remove && {
                label: t('deleteOne', { name: account.bdUserName }),
                onClick: () => confirmRemoval(account),
              }
            }
          >
            {account.abilities.edit && (
              <IconButton
                label={t('card.open', { name: account.bdUserName })}
                icon={<IconArrowsExchange size={18} stroke={1.75} />}
                onClick={() => setReassigned(account)}
              />
            )}
          </RecordActions>
        )}
        page={{
          index: request.index,
          size: request.size,
          total,
          onChange: (index, size) => change({ index, size }),
        }}
      />
      <AccountForm subject={subject} networks={networks} onClose={() => setSubject(null)} />
      <CardDialog account={reassigned} onClose={() => setReassigned(null)} />
      {isImporting && (
        <ImportDialog kind={ACCOUNT_SHEET} onClose={() => setIsImporting(false)} onImported={reload} />
      )}
    </SatelliteScreen>
  );
}
