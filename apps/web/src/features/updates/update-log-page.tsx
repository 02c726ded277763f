import { Button, Empty, Pagination, Skeleton } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../i18n/i18n.ts';
import { errorText } from '../../service/error-text.ts';
import { Screen } from '../../ui/screen.tsx';
import { UpdateHtml } from './update-html.tsx';
import styles from './update-log.module.css';
import { useUpdateLog } from './use-updates.ts';

const PAGE_SIZE = 10;

/** The update log of the product, newest first. */
export function UpdateLogPage() {
  const { t } = useTranslation('updates');
  const { t: tApp } = useTranslation('app');
  const language = useLanguage();
  const [page, setPage] = useState(1);
  const { data, error, refetch } = useUpdateLog(page, PAGE_SIZE);
  return (
    <Screen title={t('title')}>
      {data === undefined && error === null && <Skeleton active paragraph={{ rows: 8 }} />}
      {data === undefined && error !== null && (
        <div role="alert" className={styles.message}>
          {errorText(error, language)}
          <Button onClick={() => refetch()}>{tApp('action.retry')}</Button>
        </div>
      )}
      {data?.total === 0 && <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={t('none')} />}
      <ul className={styles.list} aria-label={t('title')}>
        {data?.list.map(({ noticeId, title, createTime, createTimeStr, content }) => (
          <li key={noticeId} className={styles.entry}>
            <article>
              <h2>{title}</h2>
              <time dateTime={new Date(createTime).toISOString()}>{createTimeStr}</time>
              <UpdateHtml html={content} />
            </article>
          </li>
        ))}
      </ul>
      {data !== undefined && data.total > PAGE_SIZE && (
        <Pagination
          size="small"
          current={page}
          pageSize={PAGE_SIZE}
          total={data.total}
          showSizeChanger={false}
          onChange={setPage}
        />
      )}
    </Screen>
  );
}
