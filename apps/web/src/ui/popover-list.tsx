import { Button, Empty, Skeleton } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './popover-list.module.css';

interface PopoverListProps {
  readonly title: string;
  /** What concerns all rows: mostly that they are read. */
  readonly bulkAction: {
    readonly label: string;
    readonly disabled: boolean;
    readonly loading: boolean;
    readonly onClick: () => void;
  };
  /** While nothing has come yet. */
  readonly pending: boolean;
  /** Why nothing could be read, in words. */
  readonly failure: string | null;
  readonly onRetry: () => void;
  /** What is said where there are no rows; null: there are, or it is not known. */
  readonly empty: string | null;
  /** The rows, each a list item. */
  readonly children: ReactNode;
  readonly footer: ReactNode;
}

/** A box of the header: its title, what concerns all rows, the rows or why there are none, and a line below. */
export function PopoverList({
  title,
  bulkAction,
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
