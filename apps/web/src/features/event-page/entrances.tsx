import type { LiveEntrance } from '@wakeline/contract/matches/live-conf';
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import styles from './event.module.css';

interface EntrancesProps {
  readonly entrances: readonly LiveEntrance[];
  /** Null: everything. */
  readonly selected: number | null;
  readonly onSelect: (index: number | null) => void;
}

/** The parts of a match that can be watched on their own. */
export function Entrances({ entrances, selected, onSelect }: EntrancesProps) {
  const { t } = useTranslation('event');
  if (entrances.length === 0) return null;
  const choices = [{ name: t('allEntrances'), index: null }].concat(
    entrances.map(({ entranceName: name }, index) => ({ name, index })) as never,
  );
  return (
    <nav aria-label={t('entrances')} className={styles.entrances}>
      {choices.map(({ name, index }) => (
        <Button
          key={String(index)}
          size="small"
          shape="round"
          type={selected === index ? 'primary' : 'default'}
          aria-pressed={selected === index}
          onClick={() => onSelect(index)}
        >
          {name}
        </Button>
      ))}
    </nav>
  );
}
