import { Button, Skeleton } from 'antd';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import { useLanguage } from '../../../i18n/i18n.ts';
import { errorText } from '../../../service/error-text.ts';
import styles from './panel-frame-page.module.css';
import { usePanels } from './use-visible-panels.ts';

/** Time limit for loading; scripts cannot detect the failure of a frame in any other way. */
const LOAD_TIMEOUT_MS = 15_000;

/** A sandboxed external page: it runs its own scripts and cannot access the console. */
export function PanelFramePage() {
  const { t } = useTranslation('panels');
  const { t: tApp } = useTranslation('app');
  const language = useLanguage();
  const { panelId } = useParams();
  const { data, error, refetch } = usePanels();
  const panel = data?.list.find((one) => String(one.panelId) === panelId);

  if (data === undefined) {
    if (error === null) return <Skeleton active className={styles.pad ?? ''} paragraph={{ rows: 6 }} />;
    return (
      <div className={styles.message} role="alert">
        <p>{errorText(error, language)}</p>
        <Button onClick={() => refetch()}>{tApp('action.retry')}</Button>
      </div>
    );
  }
  if (panel === undefined) {
    return (
      <div className={styles.message} role="alert">
        <p>{t('frame.gone')}</p>
      </div>
    );
  }
  return (
    <PanelFrame key={`${panel.panelId} ${panel.panelUrl}`} name={panel.panelName} url={panel.panelUrl} />
  );
}

function PanelFrame({ name, url }: { readonly name: string; readonly url: string }) {
  const { t } = useTranslation('panels');
  const { t: tApp } = useTranslation('app');
  const [attempt, setAttempt] = useState(0);
  const [state, setState] = useState<'loading' | 'late' | 'loaded'>('loading');
  const isLoading = state === 'loading';
  useEffect(() => {
    if (!isLoading) return;
    const timer = setTimeout(() => setState('late'), LOAD_TIMEOUT_MS);
    return () => clearTimeout(timer);
  }, [isLoading]);
  return (
    <section className={styles.page} aria-label={name} aria-busy={state !== 'loaded'}>
      <iframe
        key={attempt}
        className={styles.frame}
        title={name}
        src={url}
        // Never allow-same-origin: a page on the same host would have the user's session.
        sandbox="allow-scripts allow-forms allow-popups"
        referrerPolicy="no-referrer"
        onLoad={() => setState('loaded')}
      />
      {isLoading && (
        <div className={styles.overlay} role="status">
          <Skeleton active paragraph={{ rows: 6 }} />
          <span className="visually-hidden">{tApp('page.loading')}</span>
        </div>
      )}
      {state === 'late' && (
        <div className={styles.overlay}>
          <div className={styles.message} role="alert">
            <p>{t('frame.late', { name, host: new URL(url).host })}</p>
            <Button
              onClick={() => {
                setState('loading');
                setAttempt((last) => last + 1);
              }}
            >
              {tApp('action.retry')}
            </Button>
          </div>
        </div>
      )}
    </section>
  );
}
