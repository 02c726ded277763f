import { useQueryClient } from '@tanstack/react-query';
import { App } from 'antd';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useBlocker } from 'react-router';
import { SESSION_KEY } from '../../service/session.ts';

/** Asks before what is not saved is left: for another part of the settings, another screen, or another page of the web. */
export function useUnsaved(unsaved: boolean): void {
  const { t } = useTranslation('settings');
  const { modal } = App.useApp();
  const queries = useQueryClient();
  const blocker = useBlocker(({ currentLocation, nextLocation }) => {
    // Who is signed out has to go.
    if (!unsaved || !queries.getQueryData(SESSION_KEY)) return false;
    const tab = (search: string) => new URLSearchParams(search).get('tab');
    return (
      nextLocation.pathname !== currentLocation.pathname ||
      tab(nextLocation.search) !== tab(currentLocation.search)
    );
  });
  const asking = useRef(false);

  useEffect(() => {
    if (blocker.state !== 'blocked' || asking.current) return;
    asking.current = true;
    modal.confirm({
      title: t('unsavedTitle'),
      content: t('unsaved'),
      okText: t('unsavedLeave'),
      cancelText: t('unsavedStay'),
      onOk: () => blocker.proceed(),
      onCancel: () => blocker.reset(),
      afterClose: () => {
        asking.current = false;
      },
    });
  }, [blocker, modal, t]);

  useEffect(() => {
    if (!unsaved) return;
    // The browser's own words are shown: a page has none there.
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener('beforeunload', ask);
    return () => removeEventListener('beforeunload', ask);
  }, [unsaved]);
}
