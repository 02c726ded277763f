import { IconFocusCentered } from '@tabler/icons-react';
import type { Encounter } from '@wakeline/domain/replay/encounters';
import { Segmented, Tooltip } from 'antd';
import { useTranslation } from 'react-i18next';
import type { MapView } from '../../../map/map-view.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import type { ClockStore } from '../core/clock-store.ts';
import { EncounterSection } from './encounter-section.tsx';
import { goToRun } from './multi-layer.tsx';
import { RankingList } from './ranking-list.tsx';
import styles from './ranking-panel.module.css';
import type { Run } from './runs.ts';
import type { Encounters } from './use-encounters.ts';
import type { MultiChoices } from './use-multi-choices.ts';

interface RankingPanelProps {
  readonly runs: readonly Run[];
  readonly clock: ClockStore;
  readonly offset: boolean;
  readonly onOffsetChange: (offset: boolean) => void;
  /** Whether live mode is on. */
  readonly live: boolean;
  readonly choices: MultiChoices;
  readonly encounters: Encounters;
  readonly view: MapView | null;
  /** A device on the map was focused: panels above the map may close. */
  readonly onRevealMap: () => void;
  readonly onEncounter: (encounter: Encounter) => void;
}

/** Playback mode, ranking, and encounters of two devices. */
export function RankingPanel(props: RankingPanelProps) {
  const { runs, clock, offset, onOffsetChange, choices, encounters, view, onRevealMap, onEncounter } = props;
  const { t } = useTranslation('replayMulti');
  const { target } = choices;

  function select(trackerId: number): void {
    choices.select(trackerId);
    // Focusing another device also changes what is followed.
    if (target !== null && target !== trackerId) choices.setTarget(target === 'all' ? null : trackerId);
    const run = runs.find((one) => one.trackerId === trackerId);
    if (view !== null && run !== undefined) goToRun(view, run, clock);
    onRevealMap();
  }

  return (
    <>
      <div className={styles.mode}>
        <Tooltip title={t('mode.offsetHint')} placement="right" mouseEnterDelay={0.4}>
          <Segmented<'real' | 'offset'>
            aria-label={t('mode.label')}
            value={offset ? 'offset' : 'real'}
            onChange={(mode) => onOffsetChange(mode === 'offset')}
            options={[
              { value: 'real', label: t('mode.real') },
              { value: 'offset', label: t('mode.offset') },
            ]}
          />
        </Tooltip>
        <IconButton
          className={styles.keep ?? ''}
          label={t('list.keepAll')}
          aria-pressed={target === 'all'}
          icon={<IconFocusCentered size={18} />}
          onClick={() => choices.setTarget(target === 'all' ? null : 'all')}
        />
      </div>
      <RankingList
        runs={runs}
        clock={clock}
        offset={offset}
        live={props.live}
        hidden={choices.hidden}
        followed={typeof target === 'number' ? target : null}
        selected={choices.selected}
        onSelect={select}
        onHide={choices.setHidden}
        onFollow={choices.setTarget}
      />
      <EncounterSection
        runs={runs}
        encounters={encounters}
        choices={choices}
        onRealTime={offset ? () => onOffsetChange(false) : null}
        onGoTo={onEncounter}
      />
    </>
  );
}
