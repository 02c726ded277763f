import { Button, Empty, Skeleton } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './popover-list.module.css';

interface PopoverListProps {
  readonly title: string;
  /** Action for all rows, usually marking them as read. */
  readonly bulkAction: {
    readonly label: string;
    readonly disabled: boolean;
    readonly loading: boolean;
    readonly onClick: () => void;
  };
  /** Between the title and the rows; none by default. */
  readonly toolbar?: ReactNode;
  /** True until the first response. */
  readonly pending: boolean;
  /** Error text if loading failed. */
  readonly failure: string | null;
  readonly onRetry: () => void;
  /** Text for an empty list; null: there are rows, or it is not known yet. */
  readonly empty: string | null;
  /** List items. */
  readonly children: ReactNode;
  readonly footer: ReactNode;
}

/** Content of a header popover: title, bulk action, rows or the reason why there are none, footer. */
export function PopoverList({
  title,
  bulkAction,
  toolbar,
  pending,
  failure,
  onRetry,
  empty,
  children,
  footer,
}: PopoverListProps) {
  const { t } = useTranslation('app');
  return (
    <section className={styles.box} aria-label={title}>
      <header>
        <h2>{title}</h2>
        <Button
          type="link"
          size="small"
          disabled={bulkAction.disabled}
          loading={bulkAction.loading}
          onClick={bulkAction.onClick}
        >
          {bulkAction.label}
        </Button>
      </header>
      {toolbar}
      {pending && <Skeleton active className={styles.pad ?? ''} title={false} paragraph={{ rows: 5 }} />}
      {failure !== null && (
        <div className={styles.pad} role="alert">
          <p>{failure}</p>
          <Button size="small" onClick={onRetry}>
            {t('action.retry')}
          </Button>
        </div>
      )}
      {empty !== null && (
        <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={empty} className={styles.pad ?? ''} />
      )}
      {children}
      {footer}
    </section>
  );
}
