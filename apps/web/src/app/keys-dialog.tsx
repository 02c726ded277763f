import { Modal } from 'antd';
import { useTranslation } from 'react-i18next';
import { useKeys } from '../ui/use-key.ts';
import styles from './keys-dialog.module.css';

interface KeysDialogProps {
  readonly open: boolean;
  readonly onOpen: (open: boolean) => void;
}

/** What can be done by keyboard; `?` opens it. */
export function KeysDialog({ open, onOpen }: KeysDialogProps) {
  const { t } = useTranslation();
  useKeys(['?'], () => onOpen(true));
  const keys: readonly [keys: readonly string[], what: string][] = [
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
    <Modal title={t('keys.title')} open={open} onCancel={() => onOpen(false)} footer={null} width={420}>
      <dl className={styles.keys}>
        {keys.map(([names, what]) => (
          <div key={what}>
            <dt>
              {names.map((name) => (
                <kbd key={name}>{name}</kbd>
              ))}
            </dt>
            <dd>{what}</dd>
          </div>
        ))}
      </dl>
    </Modal>
  );
}
