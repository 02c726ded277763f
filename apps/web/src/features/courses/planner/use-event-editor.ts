import { useQuery } from '@tanstack/react-query';
import type { ResultOf } from '@wakeline/contract/operation';
import type { Operations } from '@wakeline/contract/operations';
import { App } from 'antd';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../../i18n/i18n.ts';
import { subscribeToCourses } from '../../../live/course-messages.ts';
import { useClient } from '../../../service/client.ts';
import { errorText } from '../../../service/error-text.ts';
import { USER_QUERIES, useSession } from '../../../service/session.ts';
import { createPlanner, type Planner } from './planner-store.ts';

/** Longer than other messages: it is about something that the user did not do. */
const NOTICE_SECONDS = 8;

/**
 * The editor of a loaded event, which follows the changes of other users. Both users get a message when one replaces a change of
 * the other.
 */
export function useEventEditor(
  loaded: ResultOf<Operations['queryCourseEvent']>,
  onReload: () => void,
): Planner {
  const { t } = useTranslation('coursePlanner');
  const language = useLanguage();
  const client = useClient();
  const { message } = App.useApp();
  const { username } = useSession();
  const texts = useRef({ t, language, message, onReload });
  texts.current = { t, language, message, onReload };
  const [planner] = useState(() =>
    createPlanner({
      client,
      loaded,
      onOverwritten(edit, userName) {
        void texts.current.message.warning({
          content: texts.current.t('overwritten.byMe', {
            kind: texts.current.t(`kind.${edit.kind}`),
            userName,
          }),
          duration: NOTICE_SECONDS,
        });
      },
      onRefused(error) {
        void texts.current.message.error(errorText(error, texts.current.language));
        texts.current.onReload();
      },
    }),
  );
  useEffect(() => planner.stop, [planner]);

  const { eventId } = loaded;
  const changes = useQuery({
    // Refetched with the list of events, after each connection and while polling.
    queryKey: [USER_QUERIES, 'courseEvents', 'changes', eventId],
    async queryFn() {
      if ((await planner.refresh()) === 'reload') texts.current.onReload();
      return planner.store.getState().draft.revision;
    },
    initialData: loaded.revision,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  const { refetch, error } = changes;
  useEffect(
    () =>
      subscribeToCourses(({ eventId: changed, userName, overwritten }) => {
        if (changed !== eventId) return;
        void refetch();
        if (overwritten === null || overwritten.userName !== username || userName === username) return;
        const kind = texts.current.t(`kind.${overwritten.kind}`);
        void texts.current.message.warning({
          content: texts.current.t('overwritten.byOther', { kind, userName }),
          duration: NOTICE_SECONDS,
        });
      }),
    [eventId, refetch, username],
  );
  useEffect(() => {
    if (error !== null) void texts.current.message.error(errorText(error, texts.current.language));
  }, [error]);
  return planner;
}
