import { Modal } from 'antd';
import { useTranslation } from 'react-i18next';
import { useShortcuts } from '../ui/use-shortcuts.ts';
import styles from './shortcuts-dialog.module.css';

interface ShortcutsDialogProps {
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
}

/** Lists the keyboard shortcuts; `?` opens it. */
export function ShortcutsDialog({ open, onOpenChange }: ShortcutsDialogProps) {
  const { t } = useTranslation();
  useShortcuts(['?'], () => onOpenChange(true));
  const shortcuts: readonly [keys: readonly string[], description: string][] = [
    [['/'], t('keys.search')],
    [['Ctrl', 'K'], t('keys.place')],
    [['n'], t('keys.notices')],
    [['t'], t('keys.tasks')],
    [['Esc'], t('keys.close')],
    [[t('keys.space')], t('keys.play')],
    [['←', '→'], t('keys.step')],
    [['-', '+'], t('keys.speed')],
    [['?'], t('keys.help')],
  ];
  return (
    <Modal title={t('keys.title')} open={open} onCancel={() => onOpenChange(false)} footer={null} width={420}>
      <dl className={styles.keys}>
        {shortcuts.map(([keyNames, description]) => (
          <div key={description}>
            <dt>
              {keyNames.map((name) => (
                <kbd key={name}>{name}</kbd>
              ))}
            </dt>
            <dd>{description}</dd>
          </div>
        ))}
      </dl>
    </Modal>
  );
}
