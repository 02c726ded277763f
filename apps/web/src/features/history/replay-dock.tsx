import { IconTable, IconTableOff } from '@tabler/icons-react';
import { indexAt } from '@wakeline/domain/playback';
import { faster, play, seek, slower, stop } from '@wakeline/domain/replay-clock';
import type { Track } from '@wakeline/domain/track';
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { usePhone } from '../../ui/media.ts';
import { asBoolean, useStored } from '../../ui/stored.ts';
import { useKeys } from '../../ui/use-key.ts';
import type { ClockStore } from '../replay/clock-store.ts';
import { PointTable } from './point-table.tsx';
import { ReplayControls } from './replay-controls.tsx';
import styles from './replay-dock.module.css';
import { Timeline } from './timeline.tsx';

interface ReplayDockProps {
  readonly track: Track;
  readonly clock: ClockStore;
  /** The replay was stopped, moved or changed by hand: the address may follow. */
  readonly onSettled: () => void;
}

const KEYS = [' ', 'ArrowLeft', 'ArrowRight', '-', '+', '='] as const;
/** Share of the track that an arrow with Shift moves by. */
const LARGE_STEP = 0.01;

/** Below the map: timeline, controls, and the table of points. */
export function ReplayDock({ track, clock, onSettled }: ReplayDockProps) {
  const { t } = useTranslation('history');
  const phone = usePhone();
  const [tableOpen, setTableOpen] = useStored('historyTable', false, asBoolean);

  function move(direction: 1 | -1, large: boolean): void {
    clock.change((before) => {
      if (large) return seek(before, before.time + direction * LARGE_STEP * (before.end - before.start));
      const at = indexAt(track, before.time);
      // Back from between two fixes is the one before; back on a fix is its predecessor.
      const onFix = (track.time[at] ?? 0) === before.time;
      const to = direction === 1 ? at + 1 : onFix ? at - 1 : at;
      return seek(before, track.time[to] ?? (direction === 1 ? before.end : before.start));
    });
  }

  useKeys(KEYS, (event) => {
    // A focused button takes its own space bar.
    if (event.key === ' ' && event.target instanceof HTMLButtonElement) return;
    event.preventDefault();
    if (event.key === ' ') clock.change(clock.get().playing ? stop : play);
    else if (event.key === '-') clock.change(slower);
    else if (event.key === '+' || event.key === '=') clock.change(faster);
    else move(event.key === 'ArrowRight' ? 1 : -1, event.shiftKey);
    onSettled();
  });

  return (
    <section className={styles.dock} aria-label={t('dock')}>
      <Timeline track={track} clock={clock} onSettled={onSettled} />
      <div className={styles.bar}>
        <ReplayControls track={track} clock={clock} onSettled={onSettled} />
        <Button
          type="text"
          aria-expanded={tableOpen}
          aria-label={t(tableOpen ? 'table.fold' : 'table.open')}
          icon={tableOpen ? <IconTableOff size={18} /> : <IconTable size={18} />}
          onClick={() => setTableOpen(!tableOpen)}
        >
          {phone ? null : t('table.title')}
        </Button>
      </div>
      {tableOpen && <PointTable track={track} clock={clock} onSettled={onSettled} />}
    </section>
  );
}
