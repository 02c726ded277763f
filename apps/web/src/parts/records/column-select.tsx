import { IconColumns } from '@tabler/icons-react';
import { Checkbox, Popover } from 'antd';
import { useTranslation } from 'react-i18next';
import { IconButton } from '../../ui/icon-button.tsx';
import styles from './record-table.module.css';

interface ColumnSelectProps {
  /** The columns that can be hidden. */
  readonly columns: readonly { readonly key: string; readonly title: string }[];
  readonly hidden: readonly string[];
  readonly onHiddenChange: (hidden: string[]) => void;
}

/** A button that opens the choice of visible columns. */
export function ColumnSelect({ columns, hidden, onHiddenChange }: ColumnSelectProps) {
  const { t } = useTranslation('app');
  if (columns.length === 0) return null;
  const keys = columns.map(({ key }) => key);
  return (
    <Popover
      trigger="click"
      placement="bottomRight"
      arrow={false}
      content={
        <Checkbox.Group
          className={styles.choice ?? ''}
          options={columns.map(({ key, title }) => ({ value: key, label: title }))}
          value={keys.filter((key) => !hidden.includes(key))}
          onChange={(visible) => onHiddenChange(keys.filter((key) => !visible.includes(key)))}
        />
      }
    >
      <span>
        <IconButton label={t('table.columns')} size="small" icon={<IconColumns size={18} stroke={1.75} />} />
      </span>
    </Popover>
  );
}
