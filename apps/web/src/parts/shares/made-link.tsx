import { Alert, Button, Input } from 'antd';
import { useTranslation } from 'react-i18next';
import { useCopy } from '../../ui/copy.ts';
import { shareAddress } from '../addresses/watch-address.ts';
import styles from './share.module.css';

interface MadeLinkProps {
  readonly code: string;
  readonly shows: 'present' | 'replay';
  readonly onDone: () => void;
}

/** A new share link, which nobody can read again later. */
export function MadeLink({ code, shows, onDone }: MadeLinkProps) {
  const { t } = useTranslation('shares');
  const { t: app } = useTranslation('app');
  const copy = useCopy();
  const address = shareAddress(code, shows);
  return (
    <div className={styles.stack}>
      <Alert type="warning" showIcon title={t('share.once')} />
      <Input.TextArea
        readOnly
        autoSize
        aria-label={t('share.link')}
        value={address}
        onFocus={({ target }) => target.select()}
      />
      <div className={styles.actions}>
        <Button type="primary" onClick={() => copy(address, t('share.link'))}>
          {app('action.copy')}
        </Button>
        <Button onClick={onDone}>{t('share.done')}</Button>
      </div>
    </div>
  );
}
