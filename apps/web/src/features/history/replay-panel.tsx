import { IconChevronLeft, IconLayoutSidebarLeftCollapse, IconPencil } from '@tabler/icons-react';
import { Segmented } from 'antd';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../format/use-format.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { useStored } from '../../ui/stored.ts';
import type { LoadedTrack, TracksLoad } from '../replay/loaded-track.ts';
import type { TimeWindow } from '../replay/time-window.ts';
import { LoadProgress } from './load-progress.tsx';
import styles from './replay-panel.module.css';
import { SearchForm } from './search-form.tsx';
import { Summary } from './summary.tsx';

const TABS = ['summary', 'stays', 'display'] as const;
type Tab = (typeof TABS)[number];
const asTab = (stored: unknown): Tab | null => TABS.find((tab) => tab === stored) ?? null;

interface ReplayPanelProps {
  /** What the address asks for. */
  readonly request: (TimeWindow & { readonly trackerId: number }) | null;
  /** Device of the address, also when there is no time yet. */
  readonly trackerId: number | null;
  readonly deviceName: string | null;
  readonly load: TracksLoad;
  readonly loaded: LoadedTrack | null;
  readonly staysCount: number;
  readonly stays: ReactNode;
  readonly display: ReactNode;
  /** What can be done with the replay. */
  readonly actions: ReactNode;
  readonly onSearch: (request: TimeWindow & { readonly trackerId: number }) => void;
  readonly onRetry: () => void;
  readonly onBack: () => void;
  readonly onFold: () => void;
}

/** Beside the map: which device and when; once its track is there, what it was like, where it stayed, and how it is shown. */
export function ReplayPanel(props: ReplayPanelProps) {
  const { request, trackerId, load, loaded, staysCount, stays, display, actions } = props;
  const { t } = useTranslation('history');
  const [tab, setTab] = useStored<Tab>('historyTab', 'summary', asTab);
  const [changing, setChanging] = useState(false);
  // What was found takes the room of what was asked.
  const asking = changing || loaded === null || request === null;
  return (
    <div className={styles.panel}>
      <header>
        <IconButton label={t('back')} icon={<IconChevronLeft size={20} />} onClick={props.onBack} />
        <h1>{t('title')}</h1>
        {actions}
        <IconButton
          label={t('fold')}
          icon={<IconLayoutSidebarLeftCollapse size={18} />}
          onClick={props.onFold}
        />
      </header>
      {asking ? (
        <SearchForm
          request={request}
          trackerId={trackerId}
          loading={load.phase === 'loading'}
          onSearch={(wanted) => {
            setChanging(false);
            props.onSearch(wanted);
          }}
        />
      ) : (
        <Asked {...request} name={props.deviceName} onChange={() => setChanging(true)} />
      )}
      <LoadProgress load={load} onRetry={props.onRetry} />
      {loaded !== null && (
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
          {tab === 'summary' && <Summary track={loaded.track} summary={loaded.summary} />}
          {tab === 'stays' && stays}
          {tab === 'display' && display}
        </>
      )}
    </div>
  );
}

interface AskedProps extends TimeWindow {
  readonly name: string | null;
  readonly onChange: () => void;
}

/** What is looked at, in two lines. */
function Asked({ name, start, end, onChange }: AskedProps) {
  const { t } = useTranslation('history');
  const { dateTime } = useFormat();
  return (
    <div className={styles.asked}>
      <div>
        <strong title={name ?? ''}>{name ?? t('device')}</strong>
        <span>
          {dateTime(start).slice(0, 16)} – {dateTime(end).slice(5, 16)}
        </span>
      </div>
      <IconButton label={t('change')} icon={<IconPencil size={18} />} onClick={onChange} />
    </div>
  );
}
