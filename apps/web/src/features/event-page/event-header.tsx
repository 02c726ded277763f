import { IconEye } from '@tabler/icons-react';
import type { EventPage } from '@wakeline/contract/matches/event-page';
import { Tag } from 'antd';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../format/use-format.ts';
import { LanguageButton } from '../../parts/shares/language-button.tsx';
import { Logo } from '../../ui/logo.tsx';
import { useNow } from '../../ui/use-now.ts';
import styles from './event.module.css';
import type { EventState } from './event-store.ts';
import { formatRaceTime } from './race-time.ts';

const STATE_COLORS = {
  draft: 'default',
  open: 'blue',
  running: 'green',
  finished: 'default',
  archived: 'default',
} as const;

interface EventHeaderProps {
  readonly page: EventPage;
  readonly state: EventState;
}

/** Branding, name and state of the match, time and viewers. */
export function EventHeader({ page, state: { meta, isOffline } }: EventHeaderProps) {
  const { t } = useTranslation('event');
  const { formatDateTime } = useFormat();
  const now = useNow(1_000);
  const { looks, matchName, place, startTime, page: conf, settings } = page;
  const state = meta?.state ?? page.state;
  const title = conf.title === '' ? matchName : conf.title;
  const clock = (now - settings.delay * 1_000 - startTime) / 1_000;
  return (
    <header className={styles.header}>
      <div className={styles.brand}>
        {looks.logoUrl ? <img src={looks.logoUrl} alt={looks.sysName} /> : <Logo />}
        <h1 title={title}>{title}</h1>
        <LanguageButton />
      </div>
      <p className={styles.details}>
        <Tag color={STATE_COLORS[state]}>{t(`state.${state}`)}</Tag>
        {state === 'running' && clock >= 0 && <time className={styles.clock}>{formatRaceTime(clock)}</time>}
        <span>
          {formatDateTime(startTime)}
          {place !== '' && ` · ${place}`}
        </span>
        {meta !== null && (
          <span className={styles.viewers} title={t('viewers', { count: meta.viewers })}>
            <IconEye size={14} aria-hidden /> {meta.viewers}
            <span className="visually-hidden">{t('viewers', { count: meta.viewers })}</span>
          </span>
        )}
        {settings.delay > 0 && <span>{t('delayed', { time: formatRaceTime(settings.delay) })}</span>}
      </p>
      {isOffline && (
        <p role="alert" className={styles.offline}>
          {t('offline')}
        </p>
      )}
    </header>
  );
}
