import { IconPlus, IconTicketOff } from '@tabler/icons-react';
import { LIMITS } from '@wakeline/contract/limits';
import type { Voucher, VoucherState } from '@wakeline/contract/live-events/vouchers';
import { Button, Tag, type TagProps } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../format/use-format.ts';
import { useMatch } from '../../../parts/matches/use-matches.ts';
import { FilterBar } from '../../../parts/records/filter-bar.tsx';
import { type RecordColumn, RecordTable } from '../../../parts/records/record-table.tsx';
import { useConfirm } from '../../../parts/records/use-confirm.ts';
import { useListFailure } from '../../../parts/records/use-list-failure.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import styles from '../live-events.module.css';
import { useLiveEventChange, useLiveEventQuery } from '../use-live-event.ts';
import { useYuan } from './use-yuan.ts';
import { type CreatedVouchers, VoucherCodes } from './voucher-codes.tsx';
import { VoucherForm } from './voucher-form.tsx';

const PAGE_SIZE = 20;
const COLORS: Readonly<Record<VoucherState, NonNullable<TagProps['color']>>> = {
  open: 'green',
  used: 'default',
  expired: 'orange',
  revoked: 'red',
};

/** The vouchers of a match, the newest first, for those who may create them. */
export function VoucherSection({ matchId }: { readonly matchId: number }) {
  const canEdit = useMatch(matchId).data?.abilities.edit === true;
  return canEdit ? <Vouchers matchId={matchId} /> : null;
}

function Vouchers({ matchId }: { readonly matchId: number }) {
  const { t } = useTranslation('gifts');
  const formatYuan = useYuan();
  const confirm = useConfirm();
  const [keywords, setKeywords] = useState('');
  const [page, setPage] = useState({ index: 1, size: PAGE_SIZE });
  const [isAdding, setAdding] = useState(false);
  const [created, setCreated] = useState<CreatedVouchers | null>(null);
  const query = useLiveEventQuery('queryVouchers', {
    ...{ matchId, keywords, pageIndex: page.index, pageSize: page.size },
  });
  const { data } = query;
  const failure = useListFailure(query);
  const columns = useColumns();
  const revoke = useLiveEventChange('revokeVoucher');
  function search(text: string): void {
    setKeywords(text);
    setPage({ ...page, index: 1 });
  }
  const confirmRevoking = ({ voucherId, codeEnd }: Voucher) =>
    confirm(
      {
        title: t('voucher.revokeTitle', { code: codeEnd }),
        content: t('voucher.revokeText'),
        okText: t('voucher.revoke'),
        successText: t('voucher.revoked', { code: codeEnd }),
      },
      () => revoke.mutateAsync({ matchId, voucherIds: [voucherId] }),
    );
  return (
    <section className={styles.section} aria-label={t('voucher.title')}>
      <header>
        <h2>{t('voucher.title')}</h2>
        <Button icon={<IconPlus size={16} />} onClick={() => setAdding(true)}>
          {t('voucher.add')}
        </Button>
      </header>
      <FilterBar
        search={t('voucher.search')}
        keywords={keywords}
        maxLength={LIMITS.name}
        onSearch={search}
        active={0}
        onClear={() => search('')}
        tools={
          data !== undefined &&
          data.total > 0 && (
            <span className={styles.sums}>
              {t('voucher.totals', {
                count: data.total,
                amount: formatYuan(data.totals.amount),
                balance: formatYuan(data.totals.balance),
              })}
            </span>
          )
        }
      />
      <RecordTable<Voucher>
        label={t('voucher.title')}
        name="vouchers"
        rows={data?.list}
        rowKey={({ voucherId }) => voucherId}
        columns={columns}
        {...failure}
        empty={t(keywords === '' ? 'voucher.none' : 'voucher.noneFound')}
        page={{
          ...{ ...page, total: data?.total ?? 0 },
          onChange: (index, size) => setPage({ index, size }),
        }}
        actionsWidth={72}
        actions={(voucher) =>
          voucher.state !== 'revoked' && (
            <IconButton
              danger
              label={t('voucher.revokeOne', { code: voucher.codeEnd })}
              icon={<IconTicketOff size={18} stroke={1.75} />}
              onClick={() => confirmRevoking(voucher)}
            />
          )
        }
      />
      <VoucherForm
        matchId={matchId}
        open={isAdding}
        onCreated={(vouchers) => {
          setAdding(false);
          setCreated(vouchers);
        }}
        onClose={() => setAdding(false)}
      />
      <VoucherCodes created={created} onClose={() => setCreated(null)} />
    </section>
  );
}

function useColumns(): readonly RecordColumn<Voucher>[] {
  const { t } = useTranslation('gifts');
  const { formatDateTime } = useFormat();
  const formatYuan = useYuan();
  return [
    {
      key: 'code',
      title: t('voucher.code'),
      width: 110,
      render: ({ codeEnd }) => <span className={styles.number}>…{codeEnd}</span>,
    },
    { key: 'label', title: t('voucher.label'), render: ({ label }) => label || '—' },
    {
      key: 'amount',
      title: t('voucher.amount'),
      width: 120,
      render: ({ amount }) => <span className={styles.number}>{formatYuan(amount)}</span>,
    },
    {
      key: 'balance',
      title: t('voucher.balance'),
      width: 120,
      render: ({ balance }) => <span className={styles.number}>{formatYuan(balance)}</span>,
    },
    {
      key: 'state',
      title: t('voucher.stateLabel'),
      width: 110,
      render: ({ state }) => <Tag color={COLORS[state]}>{t(`voucher.state.${state}`)}</Tag>,
    },
    {
      key: 'expires',
      title: t('voucher.expires'),
      width: 180,
      optional: true,
      render: ({ expireTime }) => <span className={styles.number}>{formatDateTime(expireTime)}</span>,
    },
    {
      key: 'created',
      title: t('voucher.created'),
      width: 220,
      optional: true,
      initiallyHidden: true,
      render: ({ createTime, userName }) => `${formatDateTime(createTime)} · ${userName}`,
    },
  ];
}
