import { type QueryClient, QueryObserver, queryOptions, useQuery } from '@tanstack/react-query';
import type { Client } from '@wakeline/client/client';
import { NamedError } from '@wakeline/contract/errors';
import type { ResultOf } from '@wakeline/contract/operation';
import type { Operations } from '@wakeline/contract/operations';
import { createContext, use } from 'react';
import { useClient } from './client.ts';
import { getLinkCode } from './link-code.ts';
import { claimTab, clearTab } from './tab-storage.ts';

/** The signed-in user: settings, roles, menu order. */
export type Session = ResultOf<Operations['queryUserConfig']>;

export const SESSION_KEY = ['session'] as const;

/** The session as the server sees it; null when there is none. The cookie itself is out of a script's reach. */
export function sessionQuery(client: Client) {
  return queryOptions({
    queryKey: SESSION_KEY,
    queryFn: async ({ signal, client: queryClient }): Promise<Session | null> => {
      const t = getLinkCode();
      try {
        const session = await client.call('queryUserConfig', t === null ? {} : { t }, { signal });
        // Somebody else signed in, here or in another window.
        if (claimTab(session.uid)) clearUserData(queryClient);
        return session;
      } catch (error) {
        if (error instanceof NamedError && error.errorName === 'session-gone') return null;
        throw error;
      }
    },
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** Set while the login page should say that the session ended by itself. */
export const SESSION_EXPIRED_KEY = ['session-ended'] as const;

/** Holds the name of the error with which the signature of a third party was refused, for the login page to say. */
export const SIGNATURE_REFUSED_KEY = ['signature-refused'] as const;

/** First part of the key of everything that was asked in the name of the user. */
export const USER_QUERIES = 'mine';

const userDataListeners = new Set<() => void>();

/**
 * Has this called whenever what was shown in the name of a user has to go, for what is not in the query cache.
 *
 * @returns ends that.
 */
export function onUserDataCleared(listener: () => void): () => void {
  userDataListeners.add(listener);
  return () => void userDataListeners.delete(listener);
}

function clearUserData(queryClient: QueryClient): void {
  queryClient.removeQueries({ predicate: ({ queryKey }) => queryKey[0] === USER_QUERIES });
  for (const listener of userDataListeners) listener();
}

/** The user signed out: forgets all that the session showed. The guard then leads to the login page. */
export function signOutLocally(queryClient: QueryClient): void {
  clearTab();
  queryClient.setQueryData(SESSION_EXPIRED_KEY, false);
  queryClient.setQueryData(SIGNATURE_REFUSED_KEY, null);
  queryClient.setQueryData(SESSION_KEY, null);
  clearUserData(queryClient);
}

/**
 * The session ended by itself, which the login page tells. What the user had before him is kept out of sight until he is
 * back: it may hold what he was typing. It is dropped when somebody else signs in.
 */
export function expireSession(queryClient: QueryClient): void {
  // Each call under way finds it out anew.
  if (!queryClient.getQueryData(SESSION_KEY)) return;
  queryClient.setQueryData(SESSION_EXPIRED_KEY, true);
  queryClient.setQueryData(SIGNATURE_REFUSED_KEY, null);
  queryClient.setQueryData(SESSION_KEY, null);
}

/**
 * Keeps the user's answers in the cache while nothing on the page asks for them, and asks for nothing itself.
 *
 * @returns lets go of them; who asks again gets them afresh.
 */
export function retainUserQueries(queryClient: QueryClient): () => void {
  const unsubscribers = queryClient
    .getQueryCache()
    .findAll({ queryKey: [USER_QUERIES] })
    .map(({ queryKey }) =>
      new QueryObserver(queryClient, { queryKey, enabled: false }).subscribe(() => undefined),
    );
  return () => {
    for (const unsubscribe of unsubscribers) unsubscribe();
    void queryClient.invalidateQueries({ queryKey: [USER_QUERIES] });
  };
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
