import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { AccountSettings } from '@wakeline/contract/settings/account-settings';
import { App } from 'antd';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../i18n/i18n.ts';
import { useClient } from '../../service/client.ts';
import { errorText } from '../../service/error-text.ts';
import { SESSION_KEY, USER_QUERIES } from '../../service/session.ts';

const KEY = [USER_QUERIES, 'account-settings'] as const;

/** The account's settings for devices and their history. */
export function useAccountSettings() {
  const client = useClient();
  return useQuery({
    queryKey: [...KEY, 'settings'],
    queryFn: ({ signal }) => client.call('queryAccountSettings', {}, { signal }),
  });
}

/** Devices whose reports were refused. */
export function useRefusedDevices() {
  const client = useClient();
  return useQuery({
    queryKey: [...KEY, 'refused'],
    queryFn: ({ signal }) => client.call('queryRefusedDevices', {}, { signal }),
  });
}

/** Saves some of the settings and shows the result. */
export function useSaveAccountSettings() {
  const { t } = useTranslation('settings');
  const language = useLanguage();
  const client = useClient();
  const queryClient = useQueryClient();
  const { message } = App.useApp();
  return useMutation({
    mutationFn: (change: Partial<AccountSettings>) => client.call('editAccountSettings', change),
    onSuccess: () => void message.success(t('saved')),
    onError: (error) => void message.error(errorText(error, language)),
    // The session has the speed from which devices count as moving.
    onSettled: () =>
      Promise.all([KEY, SESSION_KEY].map((queryKey) => queryClient.invalidateQueries({ queryKey }))),
  });
}
