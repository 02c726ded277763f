import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { ScreenBox } from '@wakeline/contract/screens/screen-box';
import { App, Button, Skeleton } from 'antd';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../i18n/i18n.ts';
import { useUnsavedPrompt } from '../../parts/forms/use-unsaved-prompt.ts';
import { useClient } from '../../service/client.ts';
import { errorText } from '../../service/error-text.ts';
import { USER_QUERIES } from '../../service/session.ts';
import { usePhone } from '../../ui/media.ts';
import { Screen } from '../../ui/screen.tsx';
import styles from './dashboard.module.css';
import { OwnSource } from './own-source.tsx';
import { ScreenGrid } from './screen-grid.tsx';
import { useDraft } from './use-draft.tsx';

const KEY = [USER_QUERIES, 'dashboard'] as const;
const NO_BOXES: readonly ScreenBox[] = [];

/** The dashboard of the signed-in user: what needs attention, the fleet today, trends and a map, as they arrange it. */
export function DashboardPage() {
  const { t } = useTranslation(['screens', 'app']);
  const client = useClient();
  const queryClient = useQueryClient();
  const language = useLanguage();
  const phone = usePhone();
  const { message } = App.useApp();
  const { data, error, refetch } = useQuery({
    queryKey: KEY,
    queryFn: ({ signal }) => client.call('queryDashboard', {}, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });
  const draft = useDraft(data?.boxes ?? NO_BOXES);
  useUnsavedPrompt(draft.isChanged);
  const saving = useMutation({
    mutationFn: async (boxes: readonly ScreenBox[] | null) => {
      await client.call('saveDashboard', { boxes: boxes === null ? null : [...boxes] });
      await queryClient.invalidateQueries({ queryKey: KEY });
    },
    onSuccess: () => draft.stop(),
    onError: (failure) => void message.error(errorText(failure, language)),
  });
  const action = draft.isArranging ? (
    <div className={styles.actions}>
      {draft.addMenu}
      <Button disabled={data?.isDefault === true} onClick={() => saving.mutate(null)}>
        {t('screens:edit.reset')}
      </Button>
      <Button onClick={draft.stop}>{t('app:action.cancel')}</Button>
      <Button
        type="primary"
        loading={saving.isPending}
        disabled={draft.boxes.length === 0}
        onClick={() => saving.mutate(draft.boxes)}
      >
        {t('app:action.save')}
      </Button>
    </div>
  ) : (
    // A phone has one column: there is nothing to arrange.
    !phone && (
      <Button disabled={data === undefined} onClick={draft.start}>
        {t('screens:edit.start')}
      </Button>
    )
  );
  return (
    <Screen title={t('screens:dashboard')} action={action}>
      {data === undefined ? (
        error === null ? (
          <Skeleton active />
        ) : (
          <p role="alert">
            {errorText(error, language)}{' '}
            <Button onClick={() => void refetch()}>{t('app:action.retry')}</Button>
          </p>
        )
      ) : (
        <OwnSource boxes={draft.boxes} hasLinks>
          <div className={styles.dashboard}>
            <ScreenGrid boxes={draft.boxes} arranging={draft.arranging} />
          </div>
          {draft.dialog}
        </OwnSource>
      )}
    </Screen>
  );
}
