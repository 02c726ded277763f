import { LIMITS } from '@wakeline/contract/limits';
import { Button, Progress } from 'antd';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../format/use-format.ts';
import { useLanguage } from '../../i18n/i18n.ts';
import { errorText } from '../../service/error-text.ts';
import type { TracksLoad } from '../replay/loaded-track.ts';
import styles from './history-page.module.css';

interface LoadProgressProps {
  readonly load: TracksLoad;
  readonly onRetry: () => void;
}

/** How the reading goes; why it stopped and what was kept; or that there is nothing. */
export function LoadProgress({ load, onRetry }: LoadProgressProps) {
  const { t } = useTranslation('history');
  const { t: app } = useTranslation('app');
  const { count } = useFormat();
  const { t: replay } = useTranslation('replay');
  const language = useLanguage();
  if (load.phase === 'loading')
    return (
      <div className={styles.note} role="status">
        {t('loadingPoints', { formatted: count(load.count) })}
        <Progress percent={Math.round(load.progress * 100)} size="small" aria-label={t('loading')} />
      </div>
    );
  if (load.phase === 'failed') {
    return (
      <div className={styles.note} role="alert">
        <p>
          {`${t('failed')}: ${errorText(load.error, language)}`}
          {load.tracks.size > 0 && (
            <>
              <br />
              {t('kept')}
            </>
          )}
        </p>
        <Button size="small" onClick={onRetry}>
          {app('action.retry')}
        </Button>
      </div>
    );
  }
  if (load.phase === 'idle') return <p className={styles.note}>{t('start')}</p>;
  if (load.withdrawn.length > 0)
    return (
      <p className={styles.note} role="alert">
        {t('withdrawn')}
      </p>
    );
  if (load.limited)
    return (
      <p className={styles.note} role="status">
        {replay('limited', { count: count(LIMITS.replayPoints) })}
      </p>
    );
  if (load.count > 0) return null;
  return (
    <div className={styles.note} role="status">
      <strong>{t('none')}</strong>
      <p>{t('noneHint')}</p>
    </div>
  );
}
