import { IconArrowDown, IconArrowUp, IconTrash } from '@tabler/icons-react';
import { ConfigProvider } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '../../ui/icon-button.tsx';
import styles from './matches.module.css';
import { movedItem } from './moved-item.ts';

interface OrderedRowsProps<Item> {
  readonly label: string;
  readonly items: readonly Item[];
  readonly keyOf: (item: Item, index: number) => string;
  readonly nameOf: (item: Item, index: number) => string;
  readonly onChange: (items: readonly Item[]) => void;
  readonly render: (item: Item, index: number) => ReactNode;
}

/** Items whose order counts: each can be moved up and down, and removed. */
export function OrderedRows<Item>(props: OrderedRowsProps<Item>) {
  const { label, items, keyOf, nameOf, onChange, render } = props;
  const { t } = useTranslation('matches');
  const { componentDisabled } = ConfigProvider.useConfig();
  if (items.length === 0) return null;
  return (
    <ol className={styles.rows} aria-label={label}>
      {items.map((item, index) => {
        const name = nameOf(item, index);
        return (
          <li key={keyOf(item, index)}>
            <div className={styles.rowContent}>{render(item, index)}</div>
            {componentDisabled !== true && (
              <span className={styles.rowButtons}>
                <IconButton
                  size="small"
                  label={t('order.up', { name })}
                  icon={<IconArrowUp size={16} />}
                  disabled={index === 0}
                  onClick={() => onChange(movedItem(items, index, index - 1))}
                />
                <IconButton
                  size="small"
                  label={t('order.down', { name })}
                  icon={<IconArrowDown size={16} />}
                  disabled={index === items.length - 1}
                  onClick={() => onChange(movedItem(items, index, index + 1))}
                />
                <IconButton
                  size="small"
                  danger
                  label={t('order.remove', { name })}
                  icon={<IconTrash size={16} />}
                  onClick={() => onChange(items.filter((_, at) => at !== index))}
                />
              </span>
            )}
          </li>
        );
      })}
    </ol>
  );
}
