import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Client } from '@wakeline/client/client';
import type { PayloadInput } from '@wakeline/contract/operation';
import type { Operations } from '@wakeline/contract/operations';
import { App } from 'antd';
import { useTranslation } from 'react-i18next';
import { createStore, useStore } from 'zustand';
import { useLanguage } from '../../i18n/i18n.ts';
import { useClient } from '../../service/client.ts';
import { errorText } from '../../service/error-text.ts';
import { SESSION_KEY, type Session, useSession } from '../../service/session.ts';

/** A change of the user's own settings that is being sent. */
export interface OwnChange {
  readonly send: (client: Client) => Promise<unknown>;
  /** The resulting session. */
  readonly apply: (session: Session) => Session;
}

/** All changes share one toast. */
const TOAST_KEY = 'settings-saved';

/** Pending changes in order. The store updates synchronously, so that switches do not flicker. */
const store = createStore<{ readonly pending: readonly OwnChange[] }>(() => ({ pending: [] }));

/** The session with pending changes applied, so that controls keep the selected value. */
export function useOwnSession(): Session {
  const pending = useStore(store, (state) => state.pending);
  return pending.reduce((session, { apply }) => apply(session), useSession());
}

interface ChangeOwn {
  readonly isPending: boolean;
  /** Returns whether the server accepted the change; an error has been shown. */
  readonly change: (change: OwnChange) => Promise<boolean>;
}

/** Sends changes sequentially; a refused change is reverted and its error shown. */
export function useOwnChange(): ChangeOwn {
  const client = useClient();
  const queryClient = useQueryClient();
  const language = useLanguage();
  const { t } = useTranslation('settings');
  const { message } = App.useApp();
  const { isPending, mutateAsync } = useMutation({
    scope: { id: 'own-change' },
    mutationFn: ({ send }: OwnChange) => send(client),
    onSuccess: () => void message.success({ key: TOAST_KEY, content: t('saved') }),
    onError: (error) => void message.error({ key: TOAST_KEY, content: errorText(error, language) }),
    async onSettled(_result, _error, completed) {
      await queryClient.invalidateQueries({ queryKey: SESSION_KEY });
      store.setState(({ pending }) => ({
        pending: pending.filter((pendingChange) => pendingChange !== completed),
      }));
    },
  });
  return {
    isPending,
    change(change) {
      store.setState(({ pending }) => ({ pending: [...pending, change] }));
      return mutateAsync(change).then(
        () => true,
        () => false,
      );
    },
  };
}

export type ConfigChanges = Omit<PayloadInput<Operations['editUserConfig']>, 'uid'>;

/** A change of settings by `editUserConfig`. */
export function configChange(changes: ConfigChanges): OwnChange {
  const { pluginsOrder, sysName, ...rest } = changes;
  const defined = Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== undefined));
  return {
    send: (client) => client.call('editUserConfig', changes),
    apply: (session) => ({
      ...session,
      ...defined,
      // An empty name selects the default, which only the server knows.
      ...(sysName ? { sysName } : {}),
      ...(pluginsOrder ? { pluginsOrder: pluginsOrder.map((key) => ({ key })) } : {}),
    }),
  };
}
