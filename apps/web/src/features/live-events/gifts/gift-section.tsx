import { IconPlus } from '@tabler/icons-react';
import type { Gift } from '@wakeline/contract/live-events/gifts';
import { Button, Tag } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../format/use-format.ts';
import { RecordActions } from '../../../parts/records/record-actions.tsx';
import { type RecordColumn, RecordTable } from '../../../parts/records/record-table.tsx';
import { useConfirm } from '../../../parts/records/use-confirm.ts';
import { useListFailure } from '../../../parts/records/use-list-failure.ts';
import styles from '../live-events.module.css';
import { useLiveEventChange, useLiveEventQuery } from '../use-live-event.ts';
import { GiftForm, type GiftSubject } from './gift-form.tsx';
import { useYuan } from './use-yuan.ts';

/** The gifts of a match, the cheapest first. */
export function GiftSection({ matchId }: { readonly matchId: number }) {
  const { t } = useTranslation('gifts');
  const confirm = useConfirm();
  const query = useLiveEventQuery('queryMatchGifts', { matchId });
  const failure = useListFailure(query);
  const columns = useColumns();
  const remove = useLiveEventChange('deleteGift');
  const [subject, setSubject] = useState<GiftSubject | null>(null);
  const canEdit = query.data?.abilities.edit === true;
  const confirmRemoval = ({ giftId, giftName: name }: Gift) =>
    confirm(
      {
        title: t('deleteTitle', { name }),
        content: t('deleteText'),
        okText: t('delete'),
        successText: t('deleted', { name }),
      },
      () => remove.mutateAsync({ matchId, giftId }),
    );
  return (
    <section className={styles.section} aria-label={t('title')}>
      <header>
        <h2>{t('title')}</h2>
        {canEdit && (
          <Button type="primary" icon={<IconPlus size={16} />} onClick={() => setSubject({ gift: null })}>
            {t('add')}
          </Button>
        )}
      </header>
      <RecordTable<Gift>
        label={t('title')}
        name="gifts"
        rows={query.data?.list}
        rowKey={({ giftId }) => giftId}
        columns={columns}
        {...failure}
        empty={t('none')}
        actionsWidth={110}
        {...(canEdit && {
          actions: (gift: Gift) => (
            <RecordActions
              edit={{ label: t('edit', { name: gift.giftName }), onClick: () => setSubject({ gift }) }}
              remove={{ label: t('deleteOne', { name: gift.giftName }), onClick: () => confirmRemoval(gift) }}
            />
          ),
        })}
      />
      <GiftForm matchId={matchId} subject={subject} onClose={() => setSubject(null)} />
    </section>
  );
}

function useColumns(): readonly RecordColumn<Gift>[] {
  const { t } = useTranslation('gifts');
  const formatYuan = useYuan();
  const { formatCount } = useFormat();
  return [
    {
      key: 'name',
      title: t('name'),
      render: ({ giftName, pictureUrl, hidden }) => (
        <span className={styles.giftName}>
          <img className={styles.picture} src={pictureUrl} alt="" />
          {giftName}
          {hidden && <Tag>{t('hidden')}</Tag>}
        </span>
      ),
    },
    {
      key: 'price',
      title: t('price'),
      width: 160,
      render: ({ price }) => <span className={styles.number}>{formatYuan(price)}</span>,
    },
    {
      key: 'votes',
      title: t('votes'),
      width: 140,
      render: ({ votes }) => <span className={styles.number}>{formatCount(votes)}</span>,
    },
  ];
}
