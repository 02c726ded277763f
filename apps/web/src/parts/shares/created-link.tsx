import { Alert, Button, Input } from 'antd';
import { useTranslation } from 'react-i18next';
import { useCopy } from '../../ui/copy.ts';
import { buildShareUrl } from '../addresses/watch-url.ts';
import styles from './share.module.css';

interface CreatedLinkProps {
  readonly code: string;
  readonly mode: 'present' | 'replay';
  readonly onDone: () => void;
}

/** A new share link. It cannot be displayed again later. */
export function CreatedLink({ code, mode, onDone }: CreatedLinkProps) {
  const { t } = useTranslation('shares');
  const { t: tApp } = useTranslation('app');
  const copy = useCopy();
  const url = buildShareUrl(code, mode);
  return (
    <div className={styles.stack}>
      <Alert type="warning" showIcon title={t('share.once')} />
      <Input.TextArea
        readOnly
        autoSize
        aria-label={t('share.link')}
        value={url}
        onFocus={({ target }) => target.select()}
      />
      <div className={styles.actions}>
        <Button type="primary" onClick={() => copy(url, t('share.link'))}>
          {tApp('action.copy')}
        </Button>
        <Button onClick={onDone}>{t('share.done')}</Button>
      </div>
    </div>
  );
}
