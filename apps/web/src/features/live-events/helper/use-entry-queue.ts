import { NamedError } from '@wakeline/contract/errors';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useClient } from '../../../service/client.ts';
import { readLocalStorage } from '../../../ui/local-storage.ts';
import { addEntry, type PendingEntry, parseEntries } from './pending-entries.ts';

const STORAGE_KEY = 'matchHelper.entries';
/** Milliseconds until the next attempt. */
const RETRY_MS = 3_000;
/** Failures after which the same request can succeed. */
const TEMPORARY: ReadonlySet<string> = new Set([
  'network-failed',
  'timed-out',
  'internal',
  'database-away',
  'overloaded',
  'too-many-requests',
  'answer-malformed',
]);

interface EntryQueueOptions {
  readonly token: string;
  /** Called when an entry is stored, in its order. */
  readonly onStored: () => Promise<unknown>;
  /** The server refused an entry, which is dropped. */
  readonly onRefused: (error: unknown) => void;
  /** The sign-in has ended; the entries stay for the next one. */
  readonly onGone: () => void;
}

/**
 * Sends what a helper records one after the other, in its order. Entries stay on the phone until the server has stored them, also
 * without a connection and after the browser was closed.
 */
export function useEntryQueue(options: EntryQueueOptions) {
  const client = useClient();
  const [pending, setPending] = useState<readonly PendingEntry[]>(
    () => readLocalStorage(STORAGE_KEY, parseEntries) ?? [],
  );
  const [attempt, setAttempt] = useState(0);
  const handlers = useRef(options);
  handlers.current = options;
  const latest = useRef(pending);
  latest.current = pending;
  const { token } = options;
  const first = pending[0];

  const change = useCallback((next: readonly PendingEntry[]) => {
    latest.current = next;
    localStorage.setItem(STORAGE_KEY, JSON.stringify(next));
    setPending(next);
  }, []);

  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt sends the first entry again
  useEffect(() => {
    if (first === undefined) return;
    const stopping = new AbortController();
    const { signal } = stopping;
    const retry = () => setAttempt((count) => count + 1);
    let timer: ReturnType<typeof setTimeout> | undefined;
    const drop = () => change(latest.current.filter((one) => one !== first));
    client.call('recordHelperPassing', { token, ...first }, { signal }).then(
      async () => {
        // Its effect comes from the server before the entry leaves.
        await handlers.current.onStored();
        if (!signal.aborted) drop();
      },
      (error: unknown) => {
        if (signal.aborted) return;
        const name = error instanceof NamedError ? error.errorName : 'internal';
        if (TEMPORARY.has(name)) {
          timer = setTimeout(retry, RETRY_MS);
          return;
        }
        if (name === 'helper-gone') {
          handlers.current.onGone();
          return;
        }
        drop();
        handlers.current.onRefused(error);
      },
    );
    window.addEventListener('online', retry);
    return () => {
      stopping.abort();
      clearTimeout(timer);
      window.removeEventListener('online', retry);
    };
  }, [client, token, first, attempt, change]);

  return {
    pending,
    add: (entry: PendingEntry) => change(addEntry(latest.current, entry)),
  };
}
