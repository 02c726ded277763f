import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type ErrorName, NamedError } from '@wakeline/contract/errors';
import { useState } from 'react';
import { useLanguage } from '../../i18n/i18n.ts';
import { useClient } from '../../service/client.ts';
import { getLinkCode } from '../../service/link-code.ts';
import { SESSION_EXPIRED_KEY, sessionQuery } from '../../service/session.ts';
import { saveAccount } from './saved-account.ts';

/** What somebody proves himself with. */
export type Credentials =
  | { readonly phone: string; readonly pd: string }
  | { readonly phone: string; readonly code: string };

interface Attempt {
  readonly credentials: Credentials;
  /** Account name to remember, null to forget it; undefined leaves it as it was. */
  readonly remember?: string | null;
  /** Code of the authenticator, or a recovery code. */
  readonly otp?: string;
}

/** Failures of the second step after which the first has to be done again. */
const RESTART_ERRORS: readonly ErrorName[] = [
  'credentials-wrong',
  'code-wrong',
  'user-disabled',
  'login-way-unavailable',
];

/**
 * Signs in and fetches the session; the guard then leads on to the wanted page. Where the user has a second factor the
 * first attempt is kept, and is made again with the code.
 */
export function useSignIn() {
  const client = useClient();
  const queryClient = useQueryClient();
  const lang = useLanguage();
  const [challenge, setChallenge] = useState<Attempt | null>(null);
  const [tried, setTried] = useState<string | null>(null);

  const signingIn = useMutation({
    // What was typed is forgotten with the form.
    gcTime: 0,
    async mutationFn({ credentials, remember, otp }: Attempt) {
      const t = getLinkCode();
      await client.call('loginByCodeOrPd', {
        ...credentials,
        ...(otp === undefined ? {} : { otp }),
        ...(t === null ? {} : { t }),
        lang,
      });
      if (remember !== undefined) saveAccount(remember);
      queryClient.setQueryData(SESSION_EXPIRED_KEY, false);
      await queryClient.fetchQuery({ ...sessionQuery(client), staleTime: 0 });
    },
    onMutate: ({ credentials }) => setTried(credentials.phone),
    onError(error, attempt) {
      const name = error instanceof NamedError ? error.errorName : null;
      if (name === 'second-factor-needed') setChallenge(attempt);
      else if (name !== null && RESTART_ERRORS.includes(name)) setChallenge(null);
    },
  });

  const otpRequested =
    signingIn.error instanceof NamedError && signingIn.error.errorName === 'second-factor-needed';
  return {
    /** Account or phone of the last attempt; null: there was none. */
    tried,
    /** Whether the code of an authenticator is asked for. */
    challenged: challenge !== null,
    /** Why it failed. That a second factor is needed is no failure. */
    error: otpRequested ? null : signingIn.error,
    isPending: signingIn.isPending,
    signIn: signingIn.mutate,
    reset: signingIn.reset,
    /** Makes the kept attempt again, with the code. */
    submitCode(otp: string) {
      if (challenge !== null) signingIn.mutate({ ...challenge, otp });
    },
    /** Back to the first step. */
    cancel() {
      setChallenge(null);
      signingIn.reset();
    },
  };
}

export type SignIn = ReturnType<typeof useSignIn>;
