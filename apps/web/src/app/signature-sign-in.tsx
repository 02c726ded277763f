import { useQueryClient } from '@tanstack/react-query';
import { NamedError } from '@wakeline/contract/errors';
import { useEffect } from 'react';
import { useLanguage } from '../i18n/i18n.ts';
import { useClient } from '../service/client.ts';
import { forgetSignature, type Signature } from '../service/entry-values.ts';
import { linkCode } from '../service/link-code.ts';
import { SESSION_ENDED_KEY, SIGNATURE_REFUSED_KEY, sessionQuery } from '../service/session.ts';
import { Splash } from './splash.tsx';

interface SignatureSignInProps {
  readonly signature: Signature;
  /** It does not let in: the login page says why. */
  readonly onRefused: () => void;
}

/** Signs in with the signature of a third party that came with the address. Each is good once, so it is tried once. */
export function SignatureSignIn({ signature, onRefused }: SignatureSignInProps) {
  const client = useClient();
  const queries = useQueryClient();
  const lang = useLanguage();

  // biome-ignore lint/correctness/useExhaustiveDependencies: one signature is one attempt
  useEffect(() => {
    const t = linkCode();
    const { userName, timestamp, sign } = signature;
    forgetSignature();
    client
      .call('loginByCodeOrPd', {
        userName,
        timestamp: Number(timestamp),
        sign,
        lang,
        ...(t === null ? {} : { t }),
      })
      .then(async () => {
        queries.setQueryData(SESSION_ENDED_KEY, false);
        await queries.fetchQuery({ ...sessionQuery(client), staleTime: 0 });
      })
      .catch((error: unknown) => {
        queries.setQueryData(
          SIGNATURE_REFUSED_KEY,
          error instanceof NamedError ? error.errorName : 'internal',
        );
        onRefused();
      });
  }, [signature]);

  return <Splash />;
}
