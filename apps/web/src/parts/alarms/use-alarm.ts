import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { NamedError } from '@wakeline/contract/errors';
import type { RESOLUTIONS } from '@wakeline/domain/notices/alarm-handling';
import { App } from 'antd';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../i18n/i18n.ts';
import { useClient } from '../../service/client.ts';
import { errorText } from '../../service/error-text.ts';
import { USER_QUERIES } from '../../service/session.ts';

/** The same as of the notices: changes of alarms arrive with them. */
const KEY = [USER_QUERIES, 'notices'] as const;

export type Resolution = (typeof RESOLUTIONS)[number];

/** A step of the user with an alarm. */
export type AlarmAction =
  | { readonly step: 'acknowledge'; readonly takeOver: boolean }
  | { readonly step: 'comment'; readonly comment: string }
  | {
      readonly step: 'resolve';
      readonly reason: Resolution;
      readonly comment: string;
      readonly takeOver: boolean;
    }
  | { readonly step: 'reopen' };

/** An alarm with its history. */
export function useAlarm(messageId: number, enabled: boolean) {
  const client = useClient();
  return useQuery({
    queryKey: [...KEY, 'alarm', messageId],
    queryFn: ({ signal }) => client.call('queryAlarm', { messageId }, { signal }),
    enabled,
    retry: false,
  });
}

/** Users to filter by. */
export function useAlarmOwners() {
  const client = useClient();
  const { data } = useQuery({
    queryKey: [...KEY, 'owners'],
    queryFn: ({ signal }) => client.call('queryAlarmOwners', {}, { signal }),
  });
  return data?.list ?? [];
}

/**
 * Takes a step with an alarm, and shows a refusal. If another user has the alarm, asks whether to take it over; `onDone` is
 * called after the step was taken.
 */
export function useAlarmStep(messageId: number) {
  const { t } = useTranslation('notices');
  const { t: tApp } = useTranslation('app');
  const client = useClient();
  const queryClient = useQueryClient();
  const language = useLanguage();
  const { message, modal } = App.useApp();
  const mutation = useMutation({
    mutationFn: (action: AlarmAction) => callStep(client, messageId, action),
    onSettled: () => queryClient.invalidateQueries({ queryKey: KEY }),
  });

  function take(action: AlarmAction, onDone: () => void = () => undefined): void {
    mutation.mutate(action, {
      onSuccess: onDone,
      onError(error) {
        const owner = ownerOf(error);
        if (owner === null || !('takeOver' in action) || action.takeOver) {
          message.error(errorText(error, language));
          return;
        }
        modal.confirm({
          title: t('handling.takeOverTitle', { owner }),
          content: t('handling.takeOverText'),
          okText: t('handling.takeOver'),
          cancelText: tApp('action.cancel'),
          onOk: () => take({ ...action, takeOver: true }, onDone),
        });
      },
    });
  }
  return { take, pending: mutation.isPending };
}

function callStep(client: ReturnType<typeof useClient>, messageId: number, action: AlarmAction) {
  switch (action.step) {
    case 'acknowledge':
      return client.call('acknowledgeAlarm', { messageId, takeOver: action.takeOver });
    case 'comment':
      return client.call('commentAlarm', { messageId, comment: action.comment });
    case 'resolve': {
      const { reason, comment, takeOver } = action;
      return client.call('resolveAlarm', { messageId, reason, comment, takeOver });
    }
    case 'reopen':
      return client.call('reopenAlarm', { messageId });
  }
}

/** The login of the user who has the alarm, if that is why a step was refused. */
function ownerOf(error: unknown): string | null {
  if (!(error instanceof NamedError) || error.errorName !== 'alarm-acknowledged') return null;
  return String(error.details.owner ?? '');
}
