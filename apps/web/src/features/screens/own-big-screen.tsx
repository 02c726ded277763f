import { useQuery } from '@tanstack/react-query';
import type { BigScreenKind, Screen } from '@wakeline/contract/screens/screens';
import { Button } from 'antd';
import { useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../i18n/i18n.ts';
import { useGroups } from '../../parts/devices/use-groups.ts';
import { useClient } from '../../service/client.ts';
import { errorText } from '../../service/error-text.ts';
import { clearPreview, showPreview } from '../../service/preview.ts';
import { USER_QUERIES } from '../../service/session.ts';
import { useSearchParams } from '../../ui/search-params.ts';
import styles from './big-screen.module.css';
import { BigScreen } from './big-screen.tsx';
import { OwnSource } from './own-source.tsx';
import { ScreenShareDialog } from './screen-share-dialog.tsx';
import { ScreenToolbar } from './screen-toolbar.tsx';
import { useDraft } from './use-draft.tsx';
import { useTour, withTourGroup } from './use-tour.ts';

/** The screens of the account, for a signed-in user; `screen` in the address is the id of one. */
export function OwnBigScreen({ kind }: { readonly kind: BigScreenKind }) {
  const { t } = useTranslation('app');
  const client = useClient();
  const language = useLanguage();
  const [search] = useSearchParams();
  const [sharedId, setSharedId] = useState<number | null>(null);
  const { data, error, refetch } = useQuery({
    queryKey: [USER_QUERIES, 'screens', kind],
    queryFn: ({ signal }) => client.call('queryScreens', { kind }, { signal }),
    // The socket reports changes.
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (data === undefined)
    return error === null ? null : (
      <main className={styles.failed}>
        <p role="alert">{errorText(error, language)}</p>
        <Button onClick={() => void refetch()}>{t('action.retry')}</Button>
      </main>
    );
  const screen = data.list.find(({ screenId }) => String(screenId) === search.get('screen')) ?? data.list[0];
  if (screen === undefined) return null;
  return (
    <>
      <StoredScreen
        key={screen.screenId}
        screen={screen}
        screens={data.list}
        canEdit={data.abilities.edit}
        onShare={data.abilities.share ? setSharedId : null}
      />
      {sharedId !== null && (
        <ScreenShareDialog screenId={sharedId} screen={screen} onClose={() => setSharedId(null)} />
      )}
    </>
  );
}

interface StoredScreenProps {
  readonly screen: Screen;
  readonly screens: readonly Screen[];
  readonly canEdit: boolean;
  readonly onShare: ((screenId: number) => void) | null;
}

function StoredScreen({ screen, screens, canEdit, onShare }: StoredScreenProps) {
  const { t } = useTranslation('screens');
  const { list } = useGroups();
  const groups = useMemo(
    () => list.map(({ groupId, parentId, gn }) => ({ groupId, parentId, groupName: gn })),
    [list],
  );
  const draft = useDraft(screen.boxes);
  const { settings } = screen;
  const group = useTour(settings.tour && !draft.isArranging, groups);
  const boxes = useMemo(() => withTourGroup(draft.boxes, group), [draft.boxes, group]);
  useScreenTheme(settings.theme);
  return (
    <OwnSource boxes={boxes} hasLinks={false}>
      <BigScreen
        title={screen.screenName === '' ? t(`screen.${screen.kind}`) : screen.screenName}
        boxes={boxes}
        settings={settings}
        tourGroup={group?.groupName ?? null}
        arranging={draft.arranging}
        toolbar={
          <ScreenToolbar
            screen={screen}
            screens={screens}
            draft={draft}
            canEdit={canEdit}
            onShare={onShare}
          />
        }
      />
      {draft.dialog}
    </OwnSource>
  );
}

/** Shows the page in the colors of a screen instead of the colors that the user has chosen. */
function useScreenTheme(theme: Screen['settings']['theme']): void {
  useEffect(() => {
    showPreview(theme === 'auto' ? {} : { colorScheme: theme });
    return clearPreview;
  }, [theme]);
}
