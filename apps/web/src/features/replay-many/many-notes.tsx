import { Button, Progress } from 'antd';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../format/use-format.ts';
import { useLanguage } from '../../i18n/i18n.ts';
import { errorText } from '../../service/error-text.ts';
import type { TracksLoad } from '../replay/loaded-track.ts';
import type { ReplayView } from '../replay/replay-address.ts';
import styles from './many-notes.module.css';
import type { ReplayDevice } from './runs.ts';

interface ManyNotesProps {
  readonly shown: ReplayView | null;
  readonly devices: ReadonlyMap<number, ReplayDevice>;
  readonly load: TracksLoad;
  readonly onRetry: () => void;
}

/** How the reading goes, why it stopped and what was kept, or that there is nothing; and who was taken out meanwhile. */
export function ManyNotes({ shown, devices, load, onRetry }: ManyNotesProps) {
  const { t } = useTranslation('replayMany');
  const { t: app } = useTranslation('app');
  const { count } = useFormat();
  const language = useLanguage();
  const withdrawn = useWithdrawn(shown, devices);
  const { phase } = load;
  return (
    <>
      {withdrawn.length > 0 && (
        <p className={styles.note} role="status">
          {t('withdrawn', { names: withdrawn.join(t('and')) })}
        </p>
      )}
      {phase === 'loading' && (
        <div className={styles.note} role="status">
          {t('loadingPoints', { formatted: count(load.count) })}
          <Progress percent={Math.round(load.progress * 100)} size="small" aria-label={t('loading')} />
        </div>
      )}
      {phase === 'failed' && (
        <div className={styles.note} role="alert">
          <p>
            {t('failed')}: {errorText(load.error, language)}
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
      )}
      {phase === 'ready' && load.limited && (
        <p className={styles.note} role="status">
          {t('limited')}
        </p>
      )}
      {phase === 'ready' && load.tracks.size === 0 && (
        <div className={styles.note} role="status">
          <strong>{t('none')}</strong>
          <p>{t('noneHint')}</p>
        </div>
      )}
    </>
  );
}

/** Names of those that could be seen since this replay was opened, and cannot any more. */
function useWithdrawn(shown: ReplayView | null, devices: ReadonlyMap<number, ReplayDevice>): string[] {
  const [seen, setSeen] = useState<ReadonlyMap<number, string>>(new Map());
  const ids = shown?.trackerIds;
  useEffect(() => {
    setSeen((before) => {
      const now = (ids ?? []).flatMap((id) => {
        const name = devices.get(id)?.name ?? before.get(id);
        return name === undefined ? [] : [[id, name] as const];
      });
      return new Map(now);
    });
  }, [ids, devices]);
  return [...seen].flatMap(([id, name]) => (devices.has(id) ? [] : name));
}
