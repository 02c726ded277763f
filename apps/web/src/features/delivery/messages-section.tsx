import { IconRefresh } from '@tabler/icons-react';
import type { Delivery } from '@wakeline/contract/delivery/deliveries';
import { App, Segmented } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../format/use-format.ts';
import { useLanguage } from '../../i18n/i18n.ts';
import { QueryContent } from '../../parts/settings/query-content.tsx';
import { SettingsSection } from '../../parts/settings/setting.tsx';
import { errorText } from '../../service/error-text.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import styles from './delivery.module.css';
import { PAGE_SIZE, PagedList } from './paged-list.tsx';
import { useDeliveryChange, useMessages } from './use-delivery.ts';

/** Messages of the last days with their state; failed ones can be sent again. */
export function MessagesSection() {
  const { t } = useTranslation('delivery');
  const { t: tNotices } = useTranslation('notices');
  const { formatDateTime } = useFormat();
  const language = useLanguage();
  const { message } = App.useApp();
  const [filter, setFilter] = useState<'all' | 'failed'>('all');
  const [index, setIndex] = useState(1);
  const query = useMessages({
    pageIndex: index,
    pageSize: PAGE_SIZE,
    ...(filter === 'failed' && { state: 'failed' }),
  });
  const retry = useDeliveryChange('retryDeliveries');

  const contentsOf = ({ kind, counts }: Delivery) =>
    kind === 'notices'
      ? counts
          .map(({ msgType, count }) =>
            count === 1
              ? tNotices(`type.${msgType}`)
              : t('messages.count', { type: tNotices(`type.${msgType}`), count }),
          )
          .join(', ')
      : t(`messages.kind.${kind}`);

  function sendAgain({ deliveryId }: Delivery): void {
    retry.mutate(
      { deliveryIds: [deliveryId] },
      {
        onSuccess: () => void message.success(t('messages.retried')),
        onError: (error) => void message.error(errorText(error, language)),
      },
    );
  }

  return (
    <SettingsSection
      title={t('messages.title')}
      description={t('messages.about')}
      action={
        <Segmented<'all' | 'failed'>
          size="small"
          aria-label={t('messages.filter')}
          value={filter}
          options={[
            { value: 'all', label: t('messages.all') },
            { value: 'failed', label: t('messages.failed', { count: query.data?.failed ?? 0 }) },
          ]}
          onChange={(value) => {
            setFilter(value);
            setIndex(1);
          }}
        />
      }
    >
      <QueryContent query={query}>
        {({ list, total }) => (
          <PagedList<Delivery>
            label={t('messages.title')}
            rows={list}
            rowKey={({ deliveryId }) => deliveryId}
            empty={t(filter === 'failed' ? 'messages.noneFailed' : 'messages.none')}
            page={{ index, total, onChange: setIndex }}
            actions={(row) =>
              row.state === 'failed' && (
                <IconButton
                  label={t('messages.retryOf', { what: contentsOf(row), name: row.recipientName })}
                  icon={<IconRefresh size={18} stroke={1.75} />}
                  onClick={() => sendAgain(row)}
                />
              )
            }
          >
            {(row) => (
              <>
                <strong>{contentsOf(row)}</strong>
                <span>
                  {row.recipientName} · {t(`channel.${row.channel}`)} · {formatDateTime(row.createTime)}
                </span>
                <MessageState row={row} />
              </>
            )}
          </PagedList>
        )}
      </QueryContent>
    </SettingsSection>
  );
}

/** State of a message, why its last attempt failed, and when the next one is. */
function MessageState({ row }: { readonly row: Delivery }) {
  const { t } = useTranslation('delivery');
  const { formatDateTime } = useFormat();
  const { state, reason, detail, nextTime, attempts } = row;
  const parts = [
    t(`messages.state.${state}`),
    ...(reason === null ? [] : [t(`messages.reason.${reason}`)]),
    ...(detail === '' ? [] : [detail]),
    ...(attempts > 1 ? [t('messages.attempts', { count: attempts })] : []),
    ...(nextTime === null ? [] : [t('messages.next', { time: formatDateTime(nextTime) })]),
  ];
  return <span className={state === 'failed' ? styles.failed : undefined}>{parts.join(' · ')}</span>;
}
