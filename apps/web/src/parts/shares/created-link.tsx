import { Alert, Button, Input } from 'antd';
import { useTranslation } from 'react-i18next';
import { useCopy } from '../../ui/copy.ts';
import styles from './share.module.css';

interface CreatedLinkProps {
  /** Its absolute address. */
  readonly url: string;
  /** Who sees what. */
  readonly warning: string;
  readonly onDone: () => void;
}

/** A new share link. It cannot be displayed again later. */
export function CreatedLink({ url, warning, onDone }: CreatedLinkProps) {
  const { t } = useTranslation('shares');
  const { t: tApp } = useTranslation('app');
  const copy = useCopy();
  return (
    <div className={styles.stack}>
      <Alert type="warning" showIcon title={warning} />
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
