import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type ErrorName, NamedError } from '@wakeline/contract/errors';
import { useState } from 'react';
import { useLanguage } from '../../i18n/i18n.ts';
import { useClient } from '../../service/client.ts';
import { getLinkCode } from '../../service/link-code.ts';
import { SESSION_EXPIRED_KEY, sessionQuery } from '../../service/session.ts';
import { saveAccount } from './saved-account.ts';

/** Credentials of a sign-in: password or code. */
export type Credentials =
  | { readonly phone: string; readonly pd: string }
  | { readonly phone: string; readonly code: string };

interface Attempt {
  readonly credentials: Credentials;
  /** Account name to save, null to delete it; undefined leaves it unchanged. */
  readonly remember?: string | null;
  /** Code of the authenticator, or a recovery code. */
  readonly otp?: string;
}

/** Errors of the second step that require repeating the first. */
const RESTART_ERRORS: readonly ErrorName[] = [
  'credentials-wrong',
  'code-wrong',
  'user-disabled',
  'login-way-unavailable',
];

/**
 * Signs in and loads the session; the guard then navigates to the requested page. If the user has a second factor, the
 * first attempt is stored and repeated with the code.
 */
export function useSignIn() {
  const client = useClient();
  const queryClient = useQueryClient();
  const lang = useLanguage();
  const [challenge, setChallenge] = useState<Attempt | null>(null);
  const [lastAccount, setLastAccount] = useState<string | null>(null);

  const signingIn = useMutation({
    // The mutation's variables are dropped with the form.
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
    onMutate: ({ credentials }) => setLastAccount(credentials.phone),
    onError(error, attempt) {
      const name = error instanceof NamedError ? error.errorName : null;
      if (name === 'second-factor-needed') setChallenge(attempt);
      else if (name !== null && RESTART_ERRORS.includes(name)) setChallenge(null);
    },
  });

  const otpRequested =
    signingIn.error instanceof NamedError && signingIn.error.errorName === 'second-factor-needed';
  return {
    /** Account or phone number of the last attempt; null: none. */
    lastAccount,
    /** Whether a code of the authenticator is required. */
    challenged: challenge !== null,
    /** Error of the last attempt. A required second factor is not an error. */
    error: otpRequested ? null : signingIn.error,
    isPending: signingIn.isPending,
    signIn: signingIn.mutate,
    reset: signingIn.reset,
    /** Repeats the stored attempt with the code. */
    submitCode(otp: string) {
      if (challenge !== null) signingIn.mutate({ ...challenge, otp });
    },
    /** Returns to the first step. */
    cancel() {
      setChallenge(null);
      signingIn.reset();
    },
  };
}

export type SignIn = ReturnType<typeof useSignIn>;
