import { IconChevronDown, IconChevronRight } from '@tabler/icons-react';
import { ENCOUNTER_RULE, type Encounter } from '@wakeline/domain/replay/encounters';
import { Button, Select } from 'antd';
import { useTranslation } from 'react-i18next';
import { formatDistance } from '../../../format/quantities.ts';
import { useFormat } from '../../../format/use-format.ts';
import { Value } from '../../../format/value.tsx';
import { parseBoolean, useLocalStorage } from '../../../ui/local-storage.ts';
import { DeviceBadge } from './device-badge.tsx';
import styles from './encounter-section.module.css';
import type { Run } from './runs.ts';
import type { Encounters } from './use-encounters.ts';
import type { MultiChoices } from './use-multi-choices.ts';

interface EncounterSectionProps {
  readonly runs: readonly Run[];
  readonly encounters: Encounters;
  readonly choices: Pick<MultiChoices, 'encounterPair' | 'setEncounterPair'>;
  /** Switches to real time, which encounters require; null: already real time. */
  readonly onRealTime: (() => void) | null;
  readonly onGoTo: (encounter: Encounter) => void;
}

/** When and where two of the devices were close to each other. */
export function EncounterSection({ runs, encounters, choices, onRealTime, onGoTo }: EncounterSectionProps) {
  const { t } = useTranslation('replayMulti');
  const [open, setOpen] = useLocalStorage('replayManyMeetings', false, parseBoolean);
  const Chevron = open ? IconChevronDown : IconChevronRight;
  const played = runs.filter(({ loaded }) => loaded !== null);
  if (played.length < 2) return null;
  return (
    <section className={styles.section} aria-label={t('encounters.title')}>
      <button type="button" className={styles.head} aria-expanded={open} onClick={() => setOpen(!open)}>
        <Chevron size={16} aria-hidden />
        <span>{t('encounters.title')}</span>
        {encounters !== null && (
          <span className={styles.count}>{t('encounters.found', { count: encounters.length })}</span>
        )}
      </button>
      {open && (
        <div className={styles.body}>
          <DevicePair runs={played} choices={choices} />
          {onRealTime === null ? (
            <EncounterList encounters={encounters} onGoTo={onGoTo} />
          ) : (
            <p className={styles.hint}>
              {t('encounters.offset')}{' '}
              <Button type="link" size="small" onClick={onRealTime}>
                {t('encounters.real')}
              </Button>
            </p>
          )}
        </div>
      )}
    </section>
  );
}

function DevicePair({
  runs,
  choices: { encounterPair, setEncounterPair },
}: Pick<EncounterSectionProps, 'choices'> & { readonly runs: readonly Run[] }) {
  const { t } = useTranslation('replayMulti');
  return (
    <div className={styles.pair}>
      {([0, 1] as const).map((side) => (
        <Select<number>
          key={side}
          size="small"
          allowClear
          className={styles.select ?? ''}
          aria-label={t(side === 0 ? 'encounters.first' : 'encounters.second')}
          placeholder={t('encounters.choose')}
          value={encounterPair[side] ?? null}
          onChange={(id?: number) =>
            setEncounterPair(side === 0 ? [id ?? null, encounterPair[1]] : [encounterPair[0], id ?? null])
          }
          options={runs
            .filter(({ trackerId }) => trackerId !== encounterPair[1 - side])
            .map(({ trackerId, device, marker }) => ({ value: trackerId, label: device.name, marker }))}
          showSearch={{ optionFilterProp: 'label' }}
          optionRender={({ data }) => (
            <span className={styles.option}>
              <DeviceBadge marker={data.marker} size={18} />
              {data.label}
            </span>
          )}
        />
      ))}
    </div>
  );
}

function EncounterList({ encounters, onGoTo }: Pick<EncounterSectionProps, 'encounters' | 'onGoTo'>) {
  const { t } = useTranslation('replayMulti');
  const { formatDateTime, formatCoordinates, formatSpan } = useFormat();
  const { t: format } = useTranslation('format');
  if (encounters === null) return <p className={styles.hint}>{t('encounters.hint')}</p>;
  const within = formatDistance(ENCOUNTER_RULE.radius);
  return (
    <>
      <p className={styles.hint}>
        {t('encounters.rule', { distance: `${within.value} ${format(`unit.${within.unit}`)}` })}
      </p>
      {encounters.length === 0 && (
        <p className={styles.hint} role="status">
          {t('encounters.none')}
        </p>
      )}
      <ol className={styles.list}>
        {encounters.map((encounter, index) => (
          <li key={encounter.startTime}>
            <button type="button" onClick={() => onGoTo(encounter)}>
              <span className={styles.number}>{index + 1}</span>
              <span>{formatDateTime(encounter.startTime)}</span>
              <span className={styles.distance}>
                {t('encounters.nearest')} <Value quantity={formatDistance(encounter.distance)} />
              </span>
              <span className={styles.coordinates}>{formatCoordinates(encounter.lat, encounter.lng)}</span>
              <span className={styles.duration}>
                {encounter.endTime > encounter.startTime
                  ? formatSpan(encounter.endTime - encounter.startTime)
                  : t('encounters.passing')}
              </span>
            </button>
          </li>
        ))}
      </ol>
    </>
  );
}
