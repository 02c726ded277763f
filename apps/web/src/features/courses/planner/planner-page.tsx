import { useQuery } from '@tanstack/react-query';
import { NamedError } from '@wakeline/contract/errors';
import { Button, Skeleton } from 'antd';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { useLanguage } from '../../../i18n/i18n.ts';
import { useClient } from '../../../service/client.ts';
import { errorText, isPermissionError } from '../../../service/error-text.ts';
import { USER_QUERIES } from '../../../service/session.ts';
import { Screen } from '../../../ui/screen.tsx';
import { useSearchParams } from '../../../ui/search-params.ts';
import { EventsPage } from '../events/events-page.tsx';
import styles from './planner.module.css';
import { PlannerEditor } from './planner-editor.tsx';

/** The course planner: the event of the address (`?event=7`), or the list of all. */
export function CoursePlannerPage() {
  const [search] = useSearchParams();
  const event = search.get('event');
  return event === null ? <EventsPage /> : <EventPage eventId={Number(event)} />;
}

function EventPage({ eventId }: { readonly eventId: number }) {
  const { t } = useTranslation('coursePlanner');
  const { t: tApp } = useTranslation('app');
  const language = useLanguage();
  const navigate = useNavigate();
  const client = useClient();
  const isId = Number.isSafeInteger(eventId) && eventId > 0;
  const query = useQuery({
    queryKey: [USER_QUERIES, 'courseEvent', eventId],
    queryFn: ({ signal }) => client.call('queryCourseEvent', { eventId }, { signal }),
    enabled: isId,
    // The editor reads changes; the event is loaded again only if that does not suffice.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  const { data, refetch, dataUpdatedAt } = query;
  const error = isId ? query.error : new NamedError('course-event-unknown');
  if (data !== undefined && error === null)
    return (
      <PlannerEditor key={`${eventId} ${dataUpdatedAt}`} loaded={data} onReload={() => void refetch()} />
    );
  return (
    <Screen title={t('title')}>
      {error === null ? (
        <Skeleton active title={false} paragraph={{ rows: 8 }} />
      ) : (
        <div className={styles.failure} role="alert">
          <p>{errorText(error, language)}</p>
          {isId && !isPermissionError(error) && (
            <Button onClick={() => void refetch()}>{tApp('action.retry')}</Button>
          )}
          <Button onClick={() => navigate('/coursePlanner')}>{t('back')}</Button>
        </div>
      )}
    </Screen>
  );
}
