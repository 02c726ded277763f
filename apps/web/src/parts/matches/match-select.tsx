import { Select } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../format/use-format.ts';
import { MatchStateTag } from './match-state-tag.tsx';
import styles from './matches.module.css';
import { useMatch, useMatchChoices } from './use-matches.ts';

/** Pixels: names have up to 40 characters. */
const POPUP_WIDTH = 380;

interface MatchSelectProps {
  /** Null: none. */
  readonly value: number | null;
  readonly onChange: (matchId: number) => void;
}

/** Selects a match of the account, searching by name or place; the latest start first. */
export function MatchSelect({ value, onChange }: MatchSelectProps) {
  const { t } = useTranslation('liveManager');
  const { formatDateTime } = useFormat();
  const [keywords, setKeywords] = useState('');
  const { data, isFetching } = useMatchChoices(keywords.trim());
  const selected = useMatch(value).data;
  const list = data?.list ?? [];
  return (
    <Select
      className={styles.select ?? ''}
      aria-label={t('chooseMatch')}
      placeholder={t('chooseMatch')}
      showSearch={{ filterOption: false, onSearch: setKeywords }}
      popupMatchSelectWidth={POPUP_WIDTH}
      loading={isFetching}
      notFoundContent={t(isFetching ? 'searching' : keywords.trim() === '' ? 'noMatches' : 'noMatchFound')}
      value={value}
      labelRender={() => selected?.matchName ?? list.find(({ matchId }) => matchId === value)?.matchName}
      options={list.map(({ matchId, matchName, startTime, state }) => ({
        value: matchId,
        label: (
          <span className={styles.choice}>
            <span>
              <span className={styles.name}>{matchName}</span>
              <span className={styles.time}>{formatDateTime(startTime).slice(0, 16)}</span>
            </span>
            <MatchStateTag state={state} />
          </span>
        ),
      }))}
      onChange={(matchId) => {
        setKeywords('');
        if (matchId !== null) onChange(matchId);
      }}
    />
  );
}
