import { Alert, Button, Input } from 'antd';
import { useTranslation } from 'react-i18next';
import { getServicePrefix } from '../../service/client.ts';
import { useCopy } from '../../ui/copy.ts';
import styles from './secret.module.css';

/** A new token, displayed only once, with an example call for programs. */
export function NewToken({ token }: { readonly token: string }) {
  const { t } = useTranslation('security');
  const { t: tApp } = useTranslation('app');
  const copy = useCopy();
  const example = `curl -X POST '${location.origin}${getServicePrefix()}/queryAllTrackers' \\\n  -H 'Authorization: Bearer ${token}'`;
  return (
    <div className={styles.stack}>
      <Alert type="warning" showIcon title={t('tokens.once')} />
      <Input.TextArea
        readOnly
        autoSize
        className={styles.secret ?? ''}
        aria-label={t('tokens.token')}
        value={token}
      />
      <div>
        <Button type="primary" onClick={() => copy(token, t('tokens.token'))}>
          {tApp('action.copy')}
        </Button>
      </div>
      <span>{t('tokens.example')}</span>
      <pre className={styles.example}>{example}</pre>
      <div>
        <Button onClick={() => copy(example, t('tokens.exampleCopied'))}>{t('tokens.copyExample')}</Button>
      </div>
    </div>
  );
}
