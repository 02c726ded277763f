import { TRANSFER_HISTORIES, type TransferAccount } from '@wakeline/contract/trackers/transfer';
import { Form, type FormInstance, Radio, Select } from 'antd';
import { useDeferredValue, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { flattenGroupTree } from '../../../../parts/devices/group-tree.ts';
import styles from './transfer.module.css';
import type { TransferValues } from './transfer-values.ts';
import { useTransferAccounts, useTransferGroups } from './use-transfer.ts';

interface TransferFieldsProps {
  readonly form: FormInstance<TransferValues>;
  readonly account: TransferAccount | null;
  readonly onAccount: (account: TransferAccount | null) => void;
}

const TEXTS = {
  move: ['historyMove', 'historyMoveHint'],
  erase: ['historyErase', 'historyEraseHint'],
} as const;

/** The receiving account, a group in it, and what happens to the tracks. */
export function TransferFields({ form, account, onAccount }: TransferFieldsProps) {
  const { t } = useTranslation('deviceTransfer');
  const [search, setSearch] = useState('');
  const accounts = useTransferAccounts(useDeferredValue(search.trim()));
  const isCustomer = account?.relation === 'customer';
  const groups = useTransferGroups(isCustomer ? account.accountId : null);
  const listed = accounts.data?.list ?? [];

  return (
    <>
      <Form.Item
        name="accountId"
        label={t('account')}
        rules={[{ required: true, message: t('accountEmpty') }]}
      >
        <Select
          showSearch={{ filterOption: false, onSearch: setSearch }}
          loading={accounts.isFetching}
          placeholder={t('accountSearch')}
          notFoundContent={accounts.isPending ? null : t('accountNone')}
          options={listed.map((one) => ({ value: one.accountId, label: one.accountName, account: one }))}
          optionRender={({ data }) => <AccountOption account={data.account} />}
          onChange={(accountId: number) => {
            onAccount(listed.find((one) => one.accountId === accountId) ?? null);
            form.resetFields(['groupId']);
          }}
        />
      </Form.Item>
      {isCustomer && (
        <Form.Item name="groupId" label={t('group')}>
          <Select
            allowClear
            showSearch={{ optionFilterProp: 'label' }}
            loading={groups.isFetching}
            placeholder={t('groupNone')}
            options={flattenGroupTree(groups.data?.list ?? []).map(({ groupId, path }) => ({
              value: groupId,
              label: path,
            }))}
          />
        </Form.Item>
      )}
      <Form.Item name="history" label={t('history')}>
        <Radio.Group
          vertical
          options={TRANSFER_HISTORIES.map((value) => ({
            value,
            label: (
              <>
                {t(TEXTS[value][0])}
                <span className={styles.hint}>{t(TEXTS[value][1])}</span>
              </>
            ),
          }))}
        />
      </Form.Item>
    </>
  );
}

function AccountOption({ account }: { readonly account: TransferAccount }) {
  const { t } = useTranslation('deviceTransfer');
  return (
    <span className={styles.option}>
      <span className={styles.name}>{account.accountName}</span>
      <span className={styles.login}>{account.relation === 'dealer' ? t('dealer') : account.login}</span>
    </span>
  );
}
