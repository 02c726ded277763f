import { IconChartLine, IconTable } from '@tabler/icons-react';
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { usePhone } from '../../../ui/media.ts';
import styles from './single-dock.module.css';

interface CollapseButtonProps {
  readonly open: boolean;
  readonly name: 'charts' | 'table';
  readonly onToggle: (open: boolean) => void;
}

/** Expands or collapses a section of the dock. */
export function CollapseButton({ open, name, onToggle }: CollapseButtonProps) {
  const { t } = useTranslation('replaySingle');
  const phone = usePhone();
  const Icon = name === 'charts' ? IconChartLine : IconTable;
  return (
    <Button
      type="text"
      className={styles.collapseButton ?? ''}
      aria-expanded={open}
      aria-label={t(`${name}.title`)}
      icon={<Icon size={18} />}
      onClick={() => onToggle(!open)}
    >
      {phone ? null : t(`${name}.title`)}
    </Button>
  );
}
