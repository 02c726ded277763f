import { type QueryClient, QueryObserver, queryOptions, useQuery } from '@tanstack/react-query';
import type { Client } from '@wakeline/client/client';
import { NamedError } from '@wakeline/contract/errors';
import type { ResultOf } from '@wakeline/contract/operation';
import type { Operations } from '@wakeline/contract/operations';
import { createContext, use } from 'react';
import { clearStored } from './browser-store.ts';
import { useClient } from './client.ts';
import { getLinkCode } from './link-code.ts';
import { readStoredSession, storeSession } from './stored-session.ts';
import { claimTab, clearTab } from './tab-storage.ts';

/** The signed-in user: settings, roles, menu order. */
export type Session = ResultOf<Operations['queryUserConfig']>;

export const SESSION_KEY = ['session'] as const;

/** The session according to the server; null: none. Scripts cannot read the cookie itself. */
export function sessionQuery(client: Client) {
  return queryOptions({
    queryKey: SESSION_KEY,
    queryFn: async ({ signal, client: queryClient }): Promise<Session | null> => {
      const t = getLinkCode();
      try {
        const session = await client.call('queryUserConfig', t === null ? {} : { t }, { signal });
        // Another user signed in, here or in another window.
        if (claimTab(session.uid)) clearUserData(queryClient);
        queryClient.setQueryData(SESSION_STORED_KEY, false);
        void storeSession(session);
        return session;
      } catch (error) {
        const name = error instanceof NamedError ? error.errorName : null;
        if (name === 'session-gone') {
          void clearStored();
          return null;
        }
        const stored = name === 'network-failed' ? await readCopy(queryClient) : null;
        if (stored === null) throw error;
        return stored;
      }
    },
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** True while the session is the copy that this browser has stored: the server was not reachable. */
export const SESSION_STORED_KEY = ['session-stored'] as const;

/** The stored session of a page that opens without network; null: none, or the page has one. */
async function readCopy(queryClient: QueryClient): Promise<Session | null> {
  if (queryClient.getQueryData(SESSION_KEY) !== undefined) return null;
  const session = await readStoredSession(Date.now());
  if (session === null) return null;
  if (claimTab(session.uid)) clearUserData(queryClient);
  queryClient.setQueryData(SESSION_STORED_KEY, true);
  return session;
}

/** True while the login page should say that the session expired. */
export const SESSION_EXPIRED_KEY = ['session-ended'] as const;

/** Error name with which a third party's signature was refused, for the login page. */
export const SIGNATURE_REFUSED_KEY = ['signature-refused'] as const;

/** First part of the key of every query whose response belongs to the user. */
export const USER_QUERIES = 'mine';

const userDataListeners = new Set<() => void>();

/**
 * Calls the listener whenever user data outside the query cache must be cleared.
 * @returns unsubscribe function
 */
export function onUserDataCleared(listener: () => void): () => void {
  userDataListeners.add(listener);
  return () => void userDataListeners.delete(listener);
}

function clearUserData(queryClient: QueryClient): void {
  queryClient.removeQueries({ predicate: ({ queryKey }) => queryKey[0] === USER_QUERIES });
  for (const listener of userDataListeners) listener();
}

/**
 * Clears everything that belonged to the session after the user signed out. The guard then navigates to the login page.
 */
export function signOutLocally(queryClient: QueryClient): void {
  clearTab();
  queryClient.setQueryData(SESSION_EXPIRED_KEY, false);
  queryClient.setQueryData(SIGNATURE_REFUSED_KEY, null);
  queryClient.setQueryData(SESSION_KEY, null);
  clearUserData(queryClient);
  void clearStored();
}

/**
 * The session expired; the login page says so. The user's screens stay hidden with their unsaved input until the same
 * user signs in again, and are dropped when another user does.
 */
export function expireSession(queryClient: QueryClient): void {
  // Each call in flight detects the end of the session again.
  if (!queryClient.getQueryData(SESSION_KEY)) return;
  void clearStored();
  queryClient.setQueryData(SESSION_EXPIRED_KEY, true);
  queryClient.setQueryData(SIGNATURE_REFUSED_KEY, null);
  queryClient.setQueryData(SESSION_KEY, null);
}

/**
 * Keeps the user's responses cached while no component uses them, without refetching.
 * @returns release function, after which the queries are refetched on use
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

/** The session query: pending, with a session, or null. */
export function useSessionQuery() {
  return useQuery(sessionQuery(useClient()));
}

export const SessionContext = createContext<Session | null>(null);

/** The signed-in user; only below the guard. */
export function useSession(): Session {
  const session = use(SessionContext);
  if (!session) throw new Error('A component for signed-in users is rendered outside the guard');
  return session;
}
