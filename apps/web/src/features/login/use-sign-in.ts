import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useLanguage } from '../../i18n/i18n.ts';
import { useClient } from '../../service/client.ts';
import { linkCode } from '../../service/link-code.ts';
import { SESSION_ENDED_KEY, sessionQuery } from '../../service/session.ts';
import { passwordDigest } from './password.ts';
import { rememberAccount } from './remembered.ts';

export interface SignInForm {
  readonly account: string;
  readonly password: string;
  readonly remember: boolean;
}

/** Signs in and fetches the session; the guard then leads on to the wanted page. */
export function useSignIn() {
  const client = useClient();
  const queries = useQueryClient();
  const lang = useLanguage();
  return useMutation({
    async mutationFn({ account, password, remember }: SignInForm) {
      const t = linkCode();
      const phone = account.trim();
      await client.call('loginByCodeOrPd', {
        phone,
        pd: passwordDigest(password),
        lang,
        ...(t === null ? {} : { t }),
      });
      rememberAccount(remember ? phone : null);
      queries.setQueryData(SESSION_ENDED_KEY, false);
      await queries.fetchQuery({ ...sessionQuery(client), staleTime: 0 });
    },
  });
}
