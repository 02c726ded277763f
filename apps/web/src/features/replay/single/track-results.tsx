import { Segmented } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocalStorage } from '../../../ui/local-storage.ts';
import type { LoadedTrack } from '../core/loaded-track.ts';
import { Summary } from './summary.tsx';
import styles from './track-results.module.css';

const TABS = ['summary', 'stays', 'display'] as const;
type Tab = (typeof TABS)[number];
const parseTab = (stored: unknown): Tab | null => TABS.find((tab) => tab === stored) ?? null;

interface TrackResultsProps {
  readonly loaded: LoadedTrack;
  readonly staysCount: number;
  readonly stays: ReactNode;
  readonly display: ReactNode;
}

/** Tabs with the summary, the stays and the display options of a track. */
export function TrackResults({ loaded, staysCount, stays, display }: TrackResultsProps) {
  const { t } = useTranslation('replaySingle');
  const [tab, setTab] = useLocalStorage<Tab>('historyTab', 'summary', parseTab);
  return (
    <>
      <Segmented
        block
        size="small"
        className={styles.tabs ?? ''}
        aria-label={t('tab.label')}
        value={tab}
        options={TABS.map((value) => ({
          value,
          label: value === 'stays' ? t('tab.stays', { count: staysCount }) : t(`tab.${value}`),
        }))}
        onChange={setTab}
      />
      {tab === 'summary' && <Summary summary={loaded.summary} />}
      {tab === 'stays' && stays}
      {tab === 'display' && display}
    </>
  );
}
