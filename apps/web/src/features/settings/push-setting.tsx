import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { App, Switch } from 'antd';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../i18n/i18n.ts';
import { requestDesktopPermission } from '../../parts/notices/desktop-permission.ts';
import {
  findPushSubscription,
  isPushSupported,
  subscribeToPush,
} from '../../parts/notices/push-subscription.ts';
import { Setting } from '../../parts/settings/setting.tsx';
import { useClient } from '../../service/client.ts';
import { errorText } from '../../service/error-text.ts';
import { USER_QUERIES } from '../../service/session.ts';

const KEY = [USER_QUERIES, 'push'] as const;

/** Push messages to this browser while the console is closed. Hidden if the server sends none. */
export function PushSetting() {
  const { t } = useTranslation('settings');
  const client = useClient();
  const queryClient = useQueryClient();
  const language = useLanguage();
  const { message } = App.useApp();
  const { data } = useQuery({
    queryKey: KEY,
    queryFn: async ({ signal }) => ({
      ...(await client.call('queryPushKey', {}, { signal })),
      isOn: (await findPushSubscription()) !== null,
    }),
  });
  const publicKey = data?.publicKey ?? null;

  const change = useMutation({
    async mutationFn(isOn: boolean): Promise<void> {
      if (publicKey === null) return;
      if (!isOn) {
        const subscription = await findPushSubscription();
        if (subscription === null) return;
        await client.call('removePushSubscription', { endpoint: subscription.endpoint });
        await subscription.unsubscribe();
      } else if ((await requestDesktopPermission()) === 'granted') {
        await client.call('addPushSubscription', await subscribeToPush(publicKey));
      } else {
        message.warning(t('desktopDenied'));
      }
    },
    onError: (error) =>
      void message.error(
        // The browser refuses, for example in a private window.
        error instanceof DOMException ? t('pushRefused') : errorText(error, language),
      ),
    onSettled: () => queryClient.invalidateQueries({ queryKey: KEY }),
  });

  if (publicKey === null) return null;
  const isSupported = isPushSupported();
  return (
    <Setting inline name={t('push')} hint={t(isSupported ? 'pushHint' : 'pushUnsupported')}>
      {(labelProps) => (
        <Switch
          {...labelProps}
          disabled={!isSupported}
          loading={change.isPending}
          checked={data?.isOn ?? false}
          onChange={(isOn) => change.mutate(isOn)}
        />
      )}
    </Setting>
  );
}
