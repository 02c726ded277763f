import { NamedError } from '@wakeline/contract/errors';
import type { MatchDetails } from '@wakeline/contract/matches/match-details';
import { Alert, Button, Empty, Skeleton, Tabs } from 'antd';
import type { ParseKeys } from 'i18next';
import type { ComponentType } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useParams } from 'react-router';
import { MatchStateTag } from '../../../parts/matches/match-state-tag.tsx';
import { useMatch } from '../../../parts/matches/use-matches.ts';
import { useListFailure } from '../../../parts/records/use-list-failure.ts';
import { Screen } from '../../../ui/screen.tsx';
import { useSearchParams } from '../../../ui/search-params.ts';
import { ClassesSection } from '../classes/classes-section.tsx';
import { CoursesSection } from '../courses/courses-section.tsx';
import styles from '../matches.module.css';
import { OverviewSection } from '../overview/overview-section.tsx';
import { ParticipantsSection } from '../participants/participants-section.tsx';
import { RaceSection } from '../race/race-section.tsx';
import { SettingsSection } from '../settings/settings-section.tsx';
import { StateButtons } from '../state-buttons.tsx';

interface MatchSection {
  /** Value of `tab` in the address. */
  readonly key: string;
  readonly label: ParseKeys<'matches'>;
  readonly Content: ComponentType<{ readonly match: MatchDetails }>;
}

/** The tabs of a match in their order; the first is the default. */
const SECTIONS: readonly [MatchSection, ...MatchSection[]] = [
  { key: 'overview', label: 'tab.overview', Content: OverviewSection },
  { key: 'courses', label: 'tab.courses', Content: CoursesSection },
  { key: 'classes', label: 'tab.classes', Content: ClassesSection },
  { key: 'participants', label: 'tab.participants', Content: ParticipantsSection },
  { key: 'race', label: 'tab.race', Content: RaceSection },
  { key: 'settings', label: 'tab.settings', Content: SettingsSection },
];

/** Everything about one match. The address contains the match and the open tab. */
export function MatchPage() {
  const { t } = useTranslation('matches');
  const matchId = Number(useParams().matchId);
  const isId = Number.isSafeInteger(matchId) && matchId > 0;
  const [search, setSearch] = useSearchParams();
  const query = useMatch(isId ? matchId : null);
  const { failure, onRetry } = useListFailure({
    ...query,
    error: isId ? query.error : new NamedError('match-unknown'),
  });
  const back = (
    <Link className={styles.link ?? ''} to="/matches">
      {t('back')}
    </Link>
  );
  const match = query.data;

  if (match === undefined)
    return (
      <Screen title={t('match')} filters={back}>
        {failure === null ? (
          <Skeleton active title={false} paragraph={{ rows: 8 }} />
        ) : (
          <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={failure}>
            {isId && onRetry !== null && <Button onClick={onRetry}>{t('retry')}</Button>}
          </Empty>
        )}
      </Screen>
    );

  const { key, Content } = SECTIONS.find((section) => section.key === search.get('tab')) ?? SECTIONS[0];
  return (
    <Screen
      title={match.matchName}
      action={<StateButtons match={match} />}
      filters={
        <>
          {back}
          <MatchStateTag state={match.state} />
        </>
      }
    >
      {failure !== null && <Alert type="error" showIcon title={failure} className={styles.alert ?? ''} />}
      <Tabs
        activeKey={key}
        onChange={(tab) => setSearch({ tab }, { replace: true })}
        items={SECTIONS.map((section) => ({ key: section.key, label: t(section.label) }))}
      />
      <Content key={match.matchId} match={match} />
    </Screen>
  );
}
