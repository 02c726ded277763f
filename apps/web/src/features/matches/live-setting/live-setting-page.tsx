import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { LiveScreen } from '../../../parts/matches/live-screen.tsx';
import { MATCH_QUERIES, useMatch } from '../../../parts/matches/use-matches.ts';
import { QueryContent } from '../../../parts/settings/query-content.tsx';
import { useClient } from '../../../service/client.ts';
import { PublicLink } from '../public-link.tsx';
import styles from './live-setting.module.css';
import { LiveSettingForm } from './live-setting-form.tsx';

/** The public page of a match: its name and times, pictures, links and entrances. */
export function LiveSettingPage() {
  return (
    <LiveScreen tab="liveSetting">{(matchId) => <Setting key={matchId} matchId={matchId} />}</LiveScreen>
  );
}

function Setting({ matchId }: { readonly matchId: number }) {
  const { t } = useTranslation('liveSetting');
  const client = useClient();
  const matchQuery = useMatch(matchId);
  const query = useQuery({
    queryKey: [...MATCH_QUERIES, 'liveConf', matchId],
    queryFn: ({ signal }) => client.call('queryLiveConf', { matchId }, { signal }),
  });
  return (
    <QueryContent query={matchQuery}>
      {(match) => (
        <>
          <p className={styles.public}>
            {t('publicPage')} <PublicLink match={match} />
          </p>
          <QueryContent query={query}>{(conf) => <LiveSettingForm match={match} conf={conf} />}</QueryContent>
        </>
      )}
    </QueryContent>
  );
}
