import type { MatchState } from '@wakeline/contract/matches/matches';
import { App, Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../format/use-format.ts';
import { useLanguage } from '../../../i18n/i18n.ts';
import { MatchStateTag } from '../../../parts/matches/match-state-tag.tsx';
import { useMatch, useMatchChange } from '../../../parts/matches/use-matches.ts';
import { QueryContent } from '../../../parts/settings/query-content.tsx';
import { errorText } from '../../../service/error-text.ts';
import styles from '../live-events.module.css';
import { useLiveEventQuery } from '../use-live-event.ts';

/** Milliseconds between two requests of the numbers. */
const REFRESH_MS = 5_000;

/** The states that a host enters, by the present one. */
const NEXT: Readonly<Partial<Record<MatchState, MatchState>>> = {
  draft: 'open',
  open: 'running',
  running: 'finished',
  finished: 'running',
};

/** State of the match with the button of the next one, and its numbers at this moment. */
export function StatusCard({ matchId }: { readonly matchId: number }) {
  const { t } = useTranslation('liveHolder');
  const { formatCount } = useFormat();
  const match = useMatch(matchId);
  const statistics = useLiveEventQuery('queryMatchStatistics', { matchId }, REFRESH_MS);
  return (
    <section className={styles.card} aria-label={t('status.title')}>
      <header>
        <h2>
          {t('status.title')} {match.data && <MatchStateTag state={match.data.state} />}
        </h2>
        {match.data?.abilities.edit === true && (
          <StateButton matchId={matchId} matchName={match.data.matchName} state={match.data.state} />
        )}
      </header>
      <QueryContent query={statistics}>
        {({ totals }) => (
          <dl className={styles.figures} aria-live="off">
            <Figure
              name={t('status.viewers')}
              value={totals.viewers === null ? '—' : formatCount(totals.viewers)}
            />
            <Figure name={t('status.maxViewers')} value={formatCount(totals.maxViewers)} />
            <Figure name={t('status.comments')} value={formatCount(totals.comments)} />
            <Figure name={t('status.likes')} value={formatCount(totals.likes)} />
            <Figure name={t('status.gifts')} value={formatCount(totals.gifts)} />
            <Figure name={t('status.votes')} value={formatCount(totals.votes)} />
          </dl>
        )}
      </QueryContent>
    </section>
  );
}

function Figure({ name, value }: { readonly name: string; readonly value: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  );
}

interface StateButtonProps {
  readonly matchId: number;
  readonly matchName: string;
  readonly state: MatchState;
}

/** Changes the state of the match, after a confirmation. */
function StateButton({ matchId, matchName: name, state }: StateButtonProps) {
  const { t } = useTranslation('liveHolder');
  const { t: tApp } = useTranslation('app');
  const language = useLanguage();
  const { message, modal } = App.useApp();
  const change = useMatchChange('editMatchStatus');
  const next = NEXT[state];
  if (next === undefined) return null;
  const action = `state.${state as 'draft' | 'open' | 'running' | 'finished'}` as const;
  const confirm = () =>
    void modal.confirm({
      title: t(`${action}.title`, { name }),
      content: t(`${action}.text`),
      okText: t(`${action}.button`),
      cancelText: tApp('action.cancel'),
      async onOk() {
        try {
          await change.mutateAsync({ matchId, state: next });
          message.success(t(`${action}.done`));
        } catch (error) {
          message.error(errorText(error, language));
        }
      },
    });
  return (
    <Button type={state === 'finished' ? 'default' : 'primary'} onClick={confirm}>
      {t(`${action}.button`)}
    </Button>
  );
}
