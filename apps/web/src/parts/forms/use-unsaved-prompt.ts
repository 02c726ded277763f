import { useQueryClient } from '@tanstack/react-query';
import { App } from 'antd';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useBlocker } from 'react-router';
import { SESSION_KEY } from '../../service/session.ts';

/** Asks before what is not saved is left: for another part of the settings, another screen, or another page of the web. */
export function useUnsavedPrompt(hasUnsaved: boolean): void {
  const { t } = useTranslation('settings');
  const { modal } = App.useApp();
  const queryClient = useQueryClient();
  const blocker = useBlocker(({ currentLocation, nextLocation }) => {
    // Who is signed out has to go.
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
    // The browser's own words are shown: a page has none there.
    const preventUnload = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener('beforeunload', preventUnload);
    return () => removeEventListener('beforeunload', preventUnload);
  }, [hasUnsaved]);
}
