import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { SATELLITE_ROLES } from '@wakeline/contract/roles';
import { Select } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useClient } from '../../service/client.ts';
import { USER_QUERIES, useSession } from '../../service/session.ts';
import { useDebounced } from '../../ui/use-debounced.ts';

/** Communication accounts of one search. */
const PAGE_SIZE = 50;

interface Account {
  readonly id: number;
  readonly name: string;
  readonly cardNumber: string;
}

interface AccountFieldProps {
  /** The account that the person has, which the user may not see otherwise. */
  readonly present: Account | null;
  /** Set by the form. */
  readonly id?: string;
  readonly value?: number | null;
  readonly onChange?: (communicationAccountId: number | null) => void;
}

/** Whether the user may choose communication accounts. */
export function useChoosesAccounts(): boolean {
  const { roles } = useSession();
  return roles.some(({ name }) => SATELLITE_ROLES.some((role) => role === name));
}

/** Selects the communication account of a person, searching on the server. */
export function AccountField({ present, id, value = null, onChange }: AccountFieldProps) {
  const { t } = useTranslation('people');
  const client = useClient();
  const canChoose = useChoosesAccounts();
  const [keywords, setKeywords] = useState('');
  const searched = useDebounced(keywords.trim());
  const { data } = useQuery({
    queryKey: [USER_QUERIES, 'satellite', 'accounts-of-people', searched],
    queryFn: ({ signal }) =>
      client.call('queryBdUsers', { keywords: searched, pageIndex: 1, pageSize: PAGE_SIZE }, { signal }),
    placeholderData: keepPreviousData,
    enabled: canChoose,
  });
  const found = (data?.list ?? []).map(
    ({ bdUserId, bdUserName, cardNumber }): Account => ({ id: bdUserId, name: bdUserName, cardNumber }),
  );
  const isFound = present === null || found.some((account) => account.id === present.id);
  const accounts = isFound || searched !== '' ? found : [present, ...found];
  return (
    <Select<number>
      {...(id === undefined ? {} : { id })}
      allowClear={canChoose}
      disabled={!canChoose}
      placeholder={t('noAccount')}
      value={value}
      options={accounts.map((account) => ({
        value: account.id,
        label: `${account.name} · ${account.cardNumber}`,
      }))}
      showSearch={{ filterOption: false, searchValue: keywords, onSearch: setKeywords }}
      notFoundContent={t('noAccountFound')}
      onChange={(next: number | undefined) => {
        setKeywords('');
        onChange?.(next ?? null);
      }}
    />
  );
}
