import { NamedError } from '@wakeline/contract/errors';
import { LIMITS } from '@wakeline/contract/limits';
import { Button, Progress } from 'antd';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../../format/use-format.ts';
import { useLanguage } from '../../../../i18n/i18n.ts';
import { errorText } from '../../../../service/error-text.ts';
import type { TracksLoad } from '../loaded-track.ts';
import styles from './replay-notes.module.css';

interface ReplayNotesProps {
  readonly load: TracksLoad;
  /** Number of requested devices. */
  readonly count: number;
  /** Names of revoked devices. */
  readonly revoked: readonly string[];
  readonly onRetry: () => void;
}

/** The loading state, an error, or an empty result, and the names of revoked devices. */
export function ReplayNotes({ load, count: devices, revoked, onRetry }: ReplayNotesProps) {
  const { t } = useTranslation('replay');
  const { t: app } = useTranslation('app');
  const { formatCount } = useFormat();
  const language = useLanguage();
  const { phase } = load;
  const retry = (
    <Button size="small" onClick={onRetry}>
      {app('action.retry')}
    </Button>
  );
  // The names of revoked devices are displayed, so the error "no such device" would repeat it.
  const allRevoked = phase === 'failed' && revoked.length > 0 && isTrackerUnknown(load.error);
  return (
    <>
      {revoked.length > 0 && (
        <div className={styles.note} role={allRevoked ? 'alert' : 'status'}>
          <p>{t('accessLost', { names: revoked.join(t('and')) })}</p>
          {allRevoked && retry}
        </div>
      )}
      {phase === 'loading' && (
        <div className={styles.note} role="status">
          {t('loadingPoints', { count: devices, formatted: formatCount(load.count) })}
          <Progress
            percent={Math.round(load.progress * 100)}
            size="small"
            aria-label={t('loading', { count: devices })}
          />
        </div>
      )}
      {phase === 'failed' && !allRevoked && (
        <div className={styles.note} role="alert">
          <p>
            {`${t('failed', { count: devices })}: ${errorText(load.error, language)}`}
            {load.tracks.size > 0 && (
              <>
                <br />
                {t('partlyLoaded')}
              </>
            )}
          </p>
          {retry}
        </div>
      )}
      {phase === 'ready' && load.limited && (
        <p className={styles.note} role="status">
          {t('limited', { count: formatCount(LIMITS.replayPoints) })}
        </p>
      )}
      {phase === 'ready' && load.tracks.size === 0 && (
        <div className={styles.note} role="status">
          <strong>{t('none')}</strong>
          <p>{t('noneHint', { count: devices })}</p>
        </div>
      )}
    </>
  );
}

function isTrackerUnknown(error: unknown): boolean {
  return error instanceof NamedError && error.errorName === 'tracker-unknown';
}
