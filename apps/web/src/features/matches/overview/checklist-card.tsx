import { IconAlertTriangle, IconCircleCheck, IconCircleX } from '@tabler/icons-react';
import type { MatchDetails } from '@wakeline/contract/matches/match-details';
import { Alert, Skeleton } from 'antd';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useLanguage } from '../../../i18n/i18n.ts';
import { errorText } from '../../../service/error-text.ts';
import styles from '../matches.module.css';
import { useAllParticipants } from '../use-participants.ts';
import { type Check, type CheckKey, checkMatch } from './checklist.ts';

/** The tab on which something is added. */
const TABS: Readonly<Record<CheckKey, string>> = {
  courses: 'courses',
  classes: 'classes',
  classCourses: 'classes',
  participants: 'participants',
  participantCourses: 'participants',
  devices: 'participants',
};

/** What the match has, and what is missing before its start. */
export function ChecklistCard({ match }: { readonly match: MatchDetails }) {
  const { t } = useTranslation('matches');
  const language = useLanguage();
  const { data, error } = useAllParticipants(match.matchId);
  return (
    <section className={styles.card} aria-label={t('checklist.title')}>
      <h2>{t('checklist.title')}</h2>
      {data === undefined && error === null && <Skeleton active title={false} />}
      {data === undefined && error !== null && (
        <Alert type="error" showIcon title={errorText(error, language)} />
      )}
      {data !== undefined && (
        <ul className={styles.checklist}>
          {checkMatch(match, data).map((check) => (
            <CheckRow key={check.key} check={check} />
          ))}
        </ul>
      )}
    </section>
  );
}

function CheckRow({ check }: { readonly check: Check }) {
  const { t } = useTranslation('matches');
  const { key, count, isDone, isRequired } = check;
  const state = isDone ? 'done' : isRequired ? 'required' : 'advised';
  const Icon = { done: IconCircleCheck, required: IconCircleX, advised: IconAlertTriangle }[state];
  return (
    <li data-state={state}>
      <Icon size={18} stroke={1.75} aria-label={t(`checklist.state.${state}`)} role="img" />
      <span>{t(`checklist.${key}.${isDone ? 'done' : 'missing'}`, { count })}</span>
      {!isDone && (
        <Link className={styles.link ?? ''} to={`?tab=${TABS[key]}`}>
          {t('checklist.open')}
        </Link>
      )}
    </li>
  );
}
