import { IconInfoCircle, IconPlus } from '@tabler/icons-react';
import type { Feed } from '@wakeline/contract/trackers/feeds';
import { Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { RecordActions } from '../../../parts/records/record-actions.tsx';
import { RecordTable } from '../../../parts/records/record-table.tsx';
import { useConfirm } from '../../../parts/records/use-confirm.ts';
import { useListFailure } from '../../../parts/records/use-list-failure.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { useFeedColumns } from './feed-columns.tsx';
import { FeedDetails } from './feed-details.tsx';
import { FeedFormDrawer, type FeedSubject } from './feed-form.tsx';
import styles from './feeds.module.css';
import { useChangeFeed, useFeeds } from './use-feeds.ts';

/** Feeds of the account: connections with messages of many objects. */
export function FeedsTab() {
  const { t } = useTranslation('feeds');
  const confirm = useConfirm();
  const query = useFeeds();
  const { data } = query;
  const failure = useListFailure(query);
  const columns = useFeedColumns();
  const change = useChangeFeed();
  const [subject, setSubject] = useState<FeedSubject | null>(null);
  const [openId, setOpenId] = useState<number | null>(null);

  function remove({ feedId, feedName: name }: Feed): void {
    confirm(
      {
        title: t('removeTitle', { name }),
        content: t('removeText'),
        okText: t('remove'),
        successText: t('removed', { name }),
      },
      () => change.mutateAsync({ kind: 'remove', feedId }),
    );
  }

  return (
    <>
      <div className={styles.bar}>
        <p>{t('intro')}</p>
        {data?.abilities.add && (
          <Button type="primary" icon={<IconPlus size={16} />} onClick={() => setSubject({ kind: 'add' })}>
            {t('add')}
          </Button>
        )}
      </div>
      <RecordTable<Feed>
        label={t('title')}
        name="feeds"
        rows={data?.list}
        rowKey={({ feedId }) => feedId}
        columns={columns}
        minWidth={1_060}
        {...failure}
        empty={t('none')}
        actions={(feed) => (
          <RecordActions
            edit={
              feed.abilities.edit && {
                label: t('edit', { name: feed.feedName }),
                onClick: () => setSubject({ kind: 'edit', feed }),
              }
            }
            remove={
              feed.abilities.remove && {
                label: t('removeOne', { name: feed.feedName }),
                onClick: () => remove(feed),
              }
            }
          >
            <IconButton
              label={t('details', { name: feed.feedName })}
              icon={<IconInfoCircle size={18} stroke={1.75} />}
              onClick={() => setOpenId(feed.feedId)}
            />
          </RecordActions>
        )}
      />
      <FeedFormDrawer subject={subject} onClose={() => setSubject(null)} />
      <FeedDetails
        feed={data?.list.find(({ feedId }) => feedId === openId) ?? null}
        listenHost={data?.listenHost ?? null}
        listenPort={data?.listenPort ?? null}
        onClose={() => setOpenId(null)}
      />
    </>
  );
}
