import type { MatchDetails } from '@wakeline/contract/matches/match-details';
import type { Participant } from '@wakeline/contract/matches/participants';
import { Alert, Segmented, Skeleton } from 'antd';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useListFailure } from '../../../parts/records/use-list-failure.ts';
import { useSearchParams } from '../../../ui/search-params.ts';
import { ExportMenu } from '../files/export-menu.tsx';
import styles from '../matches.module.css';
import { useAllParticipants } from '../use-participants.ts';
import { CorrectionLog } from './correction-log.tsx';
import { ParticipantPanel } from './participant-panel.tsx';
import { RaceMap } from './race-map.tsx';
import { RankingSelect, rankingKey } from './ranking-select.tsx';
import { StandingsList } from './standings-list.tsx';
import { useStandings } from './use-race.ts';

const NO_PARTICIPANTS: readonly Participant[] = [];
type View = 'standings' | 'corrections';

/** The race: participants on the map beside the standings of a class, their splits, and corrections by officials. */
export function RaceSection({ match }: { readonly match: MatchDetails }) {
  const { t } = useTranslation('matches');
  const [search, setSearch] = useSearchParams();
  const query = useStandings(match);
  const all = useAllParticipants(match.matchId);
  const { failure } = useListFailure({ ...query, error: query.error ?? all.error });
  const participants = all.data ?? NO_PARTICIPANTS;
  const byId = useMemo(
    () => new Map(participants.map((participant) => [participant.participantId, participant])),
    [participants],
  );
  const [view, setView] = useState<View>('standings');
  const [selectedId, setSelectedId] = useState<number | null>(null);
  const rankings = query.data?.classes ?? [];
  const ranking = rankings.find((one) => rankingKey(one) === search.get('ranking')) ?? rankings[0];
  const selected = selectedId === null ? undefined : byId.get(selectedId);

  return (
    <div className={styles.mapSection} data-size="race">
      <RaceMap
        match={match}
        participants={participants}
        courseId={ranking?.courseId ?? null}
        selected={selected ?? null}
        onSelect={setSelectedId}
      >
        {selected !== undefined ? (
          <ParticipantPanel
            key={selected.participantId}
            match={match}
            standings={query.data}
            participant={selected}
            participants={byId}
            onBack={() => setSelectedId(null)}
          />
        ) : (
          <>
            <header className={styles.panelHead}>
              <Segmented<View>
                block
                value={view}
                options={(['standings', 'corrections'] as const).map((value) => ({
                  value,
                  label: t(`raceView.${value}`),
                }))}
                onChange={setView}
              />
              {participants.length > 0 && <ExportMenu match={match} list="results" compact />}
            </header>
            {failure !== null && (
              <Alert type="error" showIcon title={failure} className={styles.alert ?? ''} />
            )}
            {view === 'standings' && (
              <>
                <RankingSelect
                  match={match}
                  rankings={rankings}
                  selected={ranking}
                  onSelect={(key) => setSearch({ tab: 'race', ranking: key }, { replace: true })}
                />
                <div className={styles.panelBody}>
                  {(query.data === undefined || all.data === undefined) && failure === null && (
                    <Skeleton active title={false} paragraph={{ rows: 6 }} />
                  )}
                  {query.data !== undefined && all.data !== undefined && (
                    <StandingsList
                      match={match}
                      ranking={ranking}
                      participants={byId}
                      selectedId={selectedId}
                      onSelect={setSelectedId}
                    />
                  )}
                </div>
              </>
            )}
            {view === 'corrections' && (
              <div className={styles.panelBody}>
                <CorrectionLog
                  match={match}
                  participants={byId}
                  participantId={null}
                  onSelect={setSelectedId}
                />
              </div>
            )}
          </>
        )}
      </RaceMap>
    </div>
  );
}
