import { useQueryClient } from '@tanstack/react-query';
import { NamedError } from '@wakeline/contract/errors';
import { useEffect } from 'react';
import { useLanguage } from '../i18n/i18n.ts';
import { useClient } from '../service/client.ts';
import { clearSignature, type Signature } from '../service/entry-values.ts';
import { getLinkCode } from '../service/link-code.ts';
import { SESSION_EXPIRED_KEY, SIGNATURE_REFUSED_KEY, sessionQuery } from '../service/session.ts';
import { Splash } from './splash.tsx';

interface SignatureSignInProps {
  readonly signature: Signature;
  /** The signature was refused; the login page says why. */
  readonly onRefused: () => void;
}

/** Signs in with the signature of a third party from the address. Each signature is valid once, so it is tried once. */
export function SignatureSignIn({ signature, onRefused }: SignatureSignInProps) {
  const client = useClient();
  const queryClient = useQueryClient();
  const lang = useLanguage();

  // biome-ignore lint/correctness/useExhaustiveDependencies: a signature works once, so there is one attempt per signature
  useEffect(() => {
    const t = getLinkCode();
    const { userName, timestamp, sign } = signature;
    clearSignature();
    client
      .call('loginByCodeOrPd', {
        userName,
        timestamp: Number(timestamp),
        sign,
        lang,
        ...(t === null ? {} : { t }),
      })
      .then(async () => {
        queryClient.setQueryData(SESSION_EXPIRED_KEY, false);
        await queryClient.fetchQuery({ ...sessionQuery(client), staleTime: 0 });
      })
      .catch((error: unknown) => {
        queryClient.setQueryData(
          SIGNATURE_REFUSED_KEY,
          error instanceof NamedError ? error.errorName : 'internal',
        );
        onRefused();
      });
  }, [signature]);

  return <Splash />;
}
