import {
  IconLayoutDashboard,
  IconLink,
  IconMaximize,
  IconPlus,
  IconSettings,
  IconTrash,
} from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { DEFAULT_SCREEN_SETTINGS, type Screen } from '@wakeline/contract/screens/screens';
import { App, Button, Select } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../i18n/i18n.ts';
import { useUnsavedPrompt } from '../../parts/forms/use-unsaved-prompt.ts';
import { useClient } from '../../service/client.ts';
import { errorText } from '../../service/error-text.ts';
import { USER_QUERIES } from '../../service/session.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { useSearchParams } from '../../ui/search-params.ts';
import { ScreenSettingsDialog } from './screen-settings.tsx';
import { toggleFullScreen } from './toggle-full-screen.ts';
import type { Draft } from './use-draft.tsx';

interface ScreenToolbarProps {
  readonly screen: Screen;
  readonly screens: readonly Screen[];
  readonly draft: Draft;
  readonly canEdit: boolean;
  /** Shows the links of a screen by its id; null: the user cannot share it. */
  readonly onShare: ((screenId: number) => void) | null;
}

/** What a signed-in user can do with a big screen. */
export function ScreenToolbar({ screen, screens, draft, canEdit, onShare }: ScreenToolbarProps) {
  const { t } = useTranslation(['screens', 'app']);
  const client = useClient();
  const queryClient = useQueryClient();
  const language = useLanguage();
  const { message, modal } = App.useApp();
  const [, setSearch] = useSearchParams();
  const [dialog, setDialog] = useState<'settings' | 'add' | null>(null);
  useUnsavedPrompt(draft.isChanged);
  const { screenId, kind, screenName, settings } = screen;
  const nameOf = (one: Screen) => (one.screenName === '' ? t(`screens:screen.${kind}`) : one.screenName);

  function open(id: number | null): void {
    const change = (search: URLSearchParams) => {
      if (id === null) search.delete('screen');
      else search.set('screen', String(id));
      return search;
    };
    setSearch(change, { replace: true });
  }
  const refresh = () => queryClient.invalidateQueries({ queryKey: [USER_QUERIES, 'screens', kind] });
  const onError = (error: unknown) => void message.error(errorText(error, language));
  const saving = useMutation({
    mutationFn: async (changed: Partial<Screen>) => {
      const { screenId: saved } = await client.call('saveScreen', {
        screenId,
        kind,
        screenName: screenName === '' ? t(`screens:screen.${kind}`) : screenName,
        boxes: [...draft.boxes],
        settings,
        ...changed,
      });
      await refresh();
      return saved;
    },
    onSuccess(saved) {
      open(saved);
      draft.stop();
    },
    onError,
  });
  const removing = useMutation({
    mutationFn: async (id: number) => {
      await client.call('removeScreen', { screenId: id });
      open(null);
      await refresh();
    },
    onError,
  });

  async function share(show: (screenId: number) => void): Promise<void> {
    // `saving` shows its failure.
    const stored = screenId ?? (await saving.mutateAsync({}).catch(() => null));
    if (stored !== null) show(stored);
  }

  if (draft.isArranging)
    return (
      <>
        {draft.addMenu}
        <Button onClick={draft.stop}>{t('app:action.cancel')}</Button>
        <Button
          type="primary"
          loading={saving.isPending}
          disabled={draft.boxes.length === 0}
          onClick={() => saving.mutate({})}
        >
          {t('app:action.save')}
        </Button>
      </>
    );
  return (
    <>
      {screens.length > 1 && (
        <Select
          aria-label={t('screens:choose')}
          popupMatchSelectWidth={false}
          value={screenId}
          options={screens.map((one) => ({ value: one.screenId, label: nameOf(one) }))}
          onChange={open}
        />
      )}
      {canEdit && (
        <>
          <Button icon={<IconLayoutDashboard size={16} />} onClick={draft.start}>
            {t('screens:edit.start')}
          </Button>
          <IconButton
            label={t('screens:settings.title')}
            icon={<IconSettings size={18} />}
            onClick={() => setDialog('settings')}
          />
          <IconButton
            label={t('screens:settings.add')}
            icon={<IconPlus size={18} />}
            onClick={() => setDialog('add')}
          />
          {screenId !== null && (
            <IconButton
              label={t('screens:settings.remove', { name: screenName })}
              icon={<IconTrash size={18} />}
              danger
              onClick={() =>
                modal.confirm({
                  title: t('screens:settings.removeAsk', { name: screenName }),
                  content: t('screens:settings.removeHint'),
                  okText: t('screens:settings.delete'),
                  okButtonProps: { danger: true },
                  // `removing` shows its failure; the rejection would keep the dialog open.
                  onOk: () => removing.mutateAsync(screenId).catch(() => undefined),
                })
              }
            />
          )}
        </>
      )}
      {onShare !== null && (
        <IconButton
          label={t('screens:share.title')}
          icon={<IconLink size={18} />}
          loading={saving.isPending}
          // The default screen belongs to nobody: a link needs a stored one.
          onClick={() => void share(onShare)}
        />
      )}
      <IconButton
        label={t('screens:fullScreen')}
        icon={<IconMaximize size={18} />}
        onClick={() => toggleFullScreen(document.documentElement)}
      />
      {dialog !== null && (
        <ScreenSettingsDialog
          title={t(dialog === 'add' ? 'screens:settings.add' : 'screens:settings.title')}
          screenName={dialog === 'add' ? '' : nameOf(screen)}
          settings={dialog === 'add' ? DEFAULT_SCREEN_SETTINGS : settings}
          isSaving={saving.isPending}
          onSave={(values) =>
            saving.mutate(dialog === 'add' ? { ...values, screenId: null } : values, {
              onSuccess: () => setDialog(null),
            })
          }
          onClose={() => setDialog(null)}
        />
      )}
    </>
  );
}
