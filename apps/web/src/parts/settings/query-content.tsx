import type { UseQueryResult } from '@tanstack/react-query';
import { Button, Skeleton } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../i18n/i18n.ts';
import { errorText } from '../../service/error-text.ts';

interface QueryContentProps<Data> {
  readonly query: UseQueryResult<Data>;
  readonly children: (data: Data) => ReactNode;
}

/** Content of a query: a skeleton while loading, and an error with a retry button if it fails. */
export function QueryContent<Data>({ query, children }: QueryContentProps<Data>) {
  const { t } = useTranslation('app');
  const language = useLanguage();
  if (query.data !== undefined) return children(query.data);
  if (query.error === null) return <Skeleton active title={false} paragraph={{ rows: 2 }} />;
  return (
    <div role="alert">
      <p>{errorText(query.error, language)}</p>
      <Button onClick={() => void query.refetch()}>{t('action.retry')}</Button>
    </div>
  );
}
