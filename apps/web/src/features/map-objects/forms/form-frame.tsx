import { IconArrowLeft } from '@tabler/icons-react';
import { Button } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '../../../ui/icon-button.tsx';
import styles from '../object-panel.module.css';

interface FormFrameProps {
  readonly title: string;
  readonly saving: boolean;
  readonly onSave: () => void;
  readonly onCancel: () => void;
  readonly children: ReactNode;
}

/** A form inside of a panel: its title, its fields, and what saves it or gives it up. */
export function FormFrame({ title, saving, onSave, onCancel, children }: FormFrameProps) {
  const { t: app } = useTranslation('app');
  const { t } = useTranslation('objects');
  return (
    <>
      <header className={styles.head}>
        <IconButton label={t('form.back')} icon={<IconArrowLeft size={18} />} onClick={onCancel} />
        <h3>{title}</h3>
      </header>
      <div className={styles.body}>{children}</div>
      <footer className={styles.foot}>
        <Button onClick={onCancel}>{app('action.cancel')}</Button>
        <Button type="primary" loading={saving} onClick={onSave}>
          {app('action.save')}
        </Button>
      </footer>
    </>
  );
}
