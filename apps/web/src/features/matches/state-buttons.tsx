import { IconArrowBackUp, IconArrowRight } from '@tabler/icons-react';
import type { MatchSummary } from '@wakeline/contract/matches/matches';
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { IconButton } from '../../ui/icon-button.tsx';
import { neighboursOf } from './match-state.ts';
import styles from './matches.module.css';
import { actionOf, useChangeState } from './use-change-state.ts';

interface StateButtonsProps {
  readonly match: Pick<MatchSummary, 'matchId' | 'matchName' | 'state' | 'abilities'>;
  /** Icons only, for a row of a table. */
  readonly small?: boolean;
}

/** Buttons that change the state of a match to the previous and the next one. */
export function StateButtons({ match, small = false }: StateButtonsProps) {
  const { t } = useTranslation('matches');
  const change = useChangeState();
  const { state, matchName: name } = match;
  const { next, previous } = neighboursOf(state);
  if (!match.abilities.edit) return null;
  const labelOf = (to: typeof state) => t(`${actionOf(state, to)}.button`);
  if (small)
    return (
      <>
        {previous !== null && (
          <IconButton
            label={t('actionOn', { action: labelOf(previous), name })}
            icon={<IconArrowBackUp size={18} stroke={1.75} />}
            onClick={() => change(match, previous)}
          />
        )}
        {next !== null && (
          <IconButton
            label={t('actionOn', { action: labelOf(next), name })}
            icon={<IconArrowRight size={18} stroke={1.75} />}
            onClick={() => change(match, next)}
          />
        )}
      </>
    );
  return (
    <span className={styles.buttons}>
      {previous !== null && <Button onClick={() => change(match, previous)}>{labelOf(previous)}</Button>}
      {next !== null && (
        <Button type={next === 'archived' ? 'default' : 'primary'} onClick={() => change(match, next)}>
          {labelOf(next)}
        </Button>
      )}
    </span>
  );
}
