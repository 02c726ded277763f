import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { PayloadInput } from '@wakeline/contract/operation';
import type { Operations } from '@wakeline/contract/operations';
import { App } from 'antd';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../i18n/i18n.ts';
import { useClient } from '../../service/client.ts';
import { errorText } from '../../service/error-text.ts';
import { SESSION_KEY, type Session } from '../../service/session.ts';

const MUTATION = ['own-change'] as const;
/** One toast for one change after the other. */
const SAID = 'settings-saved';

interface OwnChange<Changes> {
  readonly send: (changes: Changes) => Promise<unknown>;
  /** The session as it will be: it is drawn at once, and put back when the server refuses. */
  readonly apply: (session: Session, changes: Changes) => Session;
}

/** Changes something of the session: seen at once, sent one after the other, and taken back with a reason if refused. */
export function useOwnChange<Changes>({ send, apply }: OwnChange<Changes>) {
  const queries = useQueryClient();
  const language = useLanguage();
  const { t } = useTranslation('settings');
  const { message } = App.useApp();
  return useMutation({
    mutationKey: MUTATION,
    scope: { id: 'own-change' },
    mutationFn: send,
    async onMutate(changes: Changes) {
      await queries.cancelQueries({ queryKey: SESSION_KEY });
      queries.setQueryData<Session | null>(SESSION_KEY, (session) => session && apply(session, changes));
    },
    onSuccess: () => void message.success({ key: SAID, content: t('saved') }),
    onError: (error) => void message.error({ key: SAID, content: errorText(error, language) }),
    // An answer on the way while another change waits would draw that one back.
    onSettled: async () => {
      if (queries.isMutating({ mutationKey: MUTATION }) === 1)
        await queries.invalidateQueries({ queryKey: SESSION_KEY });
    },
  });
}

export type ConfigChanges = Omit<PayloadInput<Operations['editUserConfig']>, 'uid'>;

/** Changes settings by `editUserConfig`. */
export function useSaveConfig() {
  const client = useClient();
  return useOwnChange<ConfigChanges>({
    send: (changes) => client.call('editUserConfig', changes),
    apply(session, { pluginsOrder, sysName, ...changes }) {
      const given = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined));
      return {
        ...session,
        ...given,
        // An empty name stands for the default one, which the server knows.
        ...(sysName ? { sysName } : {}),
        ...(pluginsOrder ? { pluginsOrder: pluginsOrder.map((key) => ({ key })) } : {}),
      };
    },
  });
}
