import { useQuery } from '@tanstack/react-query';
import type { MatchSummary } from '@wakeline/contract/matches/matches';
import { Select } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FloatingVideo } from '../../parts/event-video/floating-video.tsx';
import { VideoSettings } from '../../parts/event-video/video-settings.tsx';
import { useListFailure } from '../../parts/records/use-list-failure.ts';
import { useClient } from '../../service/client.ts';
import { USER_QUERIES } from '../../service/session.ts';
import { Screen } from '../../ui/screen.tsx';
import { useSearchParams } from '../../ui/search-params.ts';
import styles from './video-page.module.css';

/** Matches in the list of choices; others are found by their name. */
const CHOICES = 50;

/** `/liveManger/video`: the live video of a match. The address contains the match. */
export function VideoPage() {
  const { t } = useTranslation('eventVideo');
  const [search, setSearch] = useSearchParams();
  const [keywords, setKeywords] = useState('');
  const query = useMatches(keywords);
  const { failure } = useListFailure(query);
  const chosenId = Number(search.get('match'));
  const chosen = useMatch(chosenId, query.data?.list ?? []);
  return (
    <Screen
      title={t('title')}
      filters={
        <Select
          className={styles.match ?? ''}
          aria-label={t('match')}
          placeholder={t('chooseMatch')}
          showSearch={{ filterOption: false, onSearch: setKeywords }}
          loading={query.isFetching}
          value={chosen?.matchId ?? null}
          onChange={(matchId: number) => setSearch({ match: String(matchId) }, { replace: true })}
          notFoundContent={failure ?? t('noMatches')}
          options={choicesOf(query.data?.list ?? [], chosen)}
        />
      }
    >
      {chosen === undefined ? (
        <p className={styles.about}>{t('about')}</p>
      ) : (
        <div className={styles.content}>
          <VideoSettings key={chosen.matchId} matchId={chosen.matchId} code={chosen.code} />
          <FloatingVideo key={chosen.code} code={chosen.code} />
        </div>
      )}
    </Screen>
  );
}

type Match = Pick<MatchSummary, 'matchId' | 'matchName' | 'code'>;

function choicesOf(list: readonly Match[], chosen: Match | undefined) {
  const matches =
    chosen === undefined || list.some(({ matchId }) => matchId === chosen.matchId) ? list : [chosen, ...list];
  return matches.map(({ matchId, matchName }) => ({ value: matchId, label: matchName }));
}

function useMatches(keywords: string) {
  const client = useClient();
  return useQuery({
    queryKey: [USER_QUERIES, 'matches', 'choices', keywords],
    queryFn: ({ signal }) =>
      client.call('queryMatchMsgByPage', { keywords, pageIndex: 1, pageSize: CHOICES }, { signal }),
    placeholderData: (last) => last,
  });
}

/** The match of the address, also if it is not among the choices. */
function useMatch(matchId: number, choices: readonly Match[]): Match | undefined {
  const client = useClient();
  const known = choices.find((match) => match.matchId === matchId);
  const { data } = useQuery({
    queryKey: [USER_QUERIES, 'matches', 'detail', matchId],
    queryFn: ({ signal }) => client.call('queryMatchDetail', { matchId }, { signal }),
    enabled: Number.isInteger(matchId) && matchId > 0 && known === undefined,
  });
  return known ?? data;
}
