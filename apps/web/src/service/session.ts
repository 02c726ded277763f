import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query';
import type { Client } from '@wakeline/client/client';
import { NamedError } from '@wakeline/contract/errors';
import type { ResultOf } from '@wakeline/contract/operation';
import type { Operations } from '@wakeline/contract/operations';
import { createContext, use } from 'react';
import { useClient } from './client.ts';
import { linkCode } from './link-code.ts';

/** The signed-in user: settings, roles, menu order. */
export type Session = ResultOf<Operations['queryUserConfig']>;

export const SESSION_KEY = ['session'] as const;

/** The session as the server sees it; null when there is none. The cookie itself is out of a script's reach. */
export function sessionQuery(client: Client) {
  return queryOptions({
    queryKey: SESSION_KEY,
    queryFn: async ({ signal }): Promise<Session | null> => {
      const t = linkCode();
      try {
        return await client.call('queryUserConfig', t === null ? {} : { t }, { signal });
      } catch (error) {
        if (error instanceof NamedError && error.errorName === 'session-gone') return null;
        throw error;
      }
    },
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** Set while the login page should say that the session ended by itself. */
export const SESSION_ENDED_KEY = ['session-ended'] as const;

/** Holds the name of the error with which the signature of a third party was refused, for the login page to say. */
export const SIGNATURE_REFUSED_KEY = ['signature-refused'] as const;

/** First part of the key of everything that was asked in the name of the user. */
export const MINE = 'mine';

/**
 * Forgets what the session showed, so that the next user of the page sees nothing of it. The guard then leads
 * to the login page.
 *
 * @param ended whether the session ended by itself, which is told to the person.
 */
export function forgetUser(queries: QueryClient, ended: boolean): void {
  const wasThere = Boolean(queries.getQueryData(SESSION_KEY));
  queries.setQueryData(SESSION_ENDED_KEY, ended && wasThere);
  queries.setQueryData(SIGNATURE_REFUSED_KEY, null);
  queries.setQueryData(SESSION_KEY, null);
  queries.removeQueries({ predicate: ({ queryKey }) => queryKey[0] === MINE });
}

/** The session while it is being asked for, when there is one, and when there is none. */
export function useSessionQuery() {
  return useQuery(sessionQuery(useClient()));
}

export const SessionContext = createContext<Session | null>(null);

/** The signed-in user, below the guard. */
export function useSession(): Session {
  const session = use(SessionContext);
  if (!session) throw new Error('A part for signed-in users is drawn outside of the guard');
  return session;
}
