import { useQueryClient } from '@tanstack/react-query';
import { App } from 'antd';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useBlocker } from 'react-router';
import { SESSION_KEY } from '../../service/session.ts';

/**
 * Asks for confirmation before unsaved changes are left for another section of the settings, another screen or another
 * website.
 */
export function useUnsavedPrompt(hasUnsaved: boolean): void {
  const { t } = useTranslation('settings');
  const { modal } = App.useApp();
  const queryClient = useQueryClient();
  const blocker = useBlocker(({ currentLocation, nextLocation }) => {
    // Leaving after signing out is always allowed.
    if (!hasUnsaved || !queryClient.getQueryData(SESSION_KEY)) return false;
    const getTab = (search: string) => new URLSearchParams(search).get('tab');
    return (
      nextLocation.pathname !== currentLocation.pathname ||
      getTab(nextLocation.search) !== getTab(currentLocation.search)
    );
  });
  const promptOpen = useRef(false);

  useEffect(() => {
    if (blocker.state !== 'blocked' || promptOpen.current) return;
    promptOpen.current = true;
    modal.confirm({
      title: t('unsavedTitle'),
      content: t('unsaved'),
      okText: t('unsavedLeave'),
      cancelText: t('unsavedStay'),
      onOk: () => blocker.proceed(),
      onCancel: () => blocker.reset(),
      afterClose: () => {
        promptOpen.current = false;
      },
    });
  }, [blocker, modal, t]);

  useEffect(() => {
    if (!hasUnsaved) return;
    // The browser shows its own text; a page cannot set one.
    const preventUnload = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener('beforeunload', preventUnload);
    return () => removeEventListener('beforeunload', preventUnload);
  }, [hasUnsaved]);
}
