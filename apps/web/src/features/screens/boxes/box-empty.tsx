import { Skeleton } from 'antd';
import { useTranslation } from 'react-i18next';
import { useScreenSource } from '../screen-source.ts';
import styles from './boxes.module.css';

/** What would be here; null: it is still loading, or could not be loaded. */
export function BoxEmpty({ text }: { readonly text: string | null }) {
  const { t } = useTranslation('screens');
  const { failure } = useScreenSource();
  if (text !== null) return <p className={styles.empty}>{text}</p>;
  if (failure !== null)
    return (
      <p className={styles.empty} role="status">
        {t('failed', { failure })}
      </p>
    );
  return <Skeleton active title={false} paragraph={{ rows: 3 }} />;
}
