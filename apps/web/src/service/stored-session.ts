import type { ResultOf } from '@wakeline/contract/operation';
import type { Operations } from '@wakeline/contract/operations';
import { clearStored, getStoreGeneration, readStored, writeStored } from './browser-store.ts';

type Session = ResultOf<Operations['queryUserConfig']>;

interface StoredSession {
  readonly session: Session;
  /** Epoch milliseconds. */
  readonly storedAt: number;
  /** From `getBuild`. */
  readonly build: string;
}

/** As long as the server keeps an unused session. */
const MAX_AGE_MS = 7 * 86_400_000;

/** The build of this page: the address of its first script, whose name has a hash of all others. */
export function getBuild(): string {
  return document.querySelector<HTMLScriptElement>('script[type="module"]')?.src ?? '';
}

/** Stores a copy of the session, with which the console opens without network. Deletes what another user has stored. */
export async function storeSession(session: Session): Promise<void> {
  const stored = await readValid();
  if (stored !== null && stored.session.uid !== session.uid) await clearStored();
  const value: StoredSession = { session, storedAt: Date.now(), build: getBuild() };
  await writeStored('session', value, getStoreGeneration());
}

/** The stored session, for display only; null: none, too old, or of a build whose sessions have another shape. */
export async function readStoredSession(now: number): Promise<Session | null> {
  const stored = await readValid();
  if (stored === null) return null;
  if (now - stored.storedAt < MAX_AGE_MS && (stored.build === getBuild() || (await hasShape(stored.session))))
    return stored.session;
  await clearStored();
  return null;
}

async function readValid(): Promise<StoredSession | null> {
  const value = (await readStored('session')) as StoredSession | undefined;
  return value ?? null;
}

async function hasShape(session: unknown): Promise<boolean> {
  const { userConfig } = await import('@wakeline/contract/entities/user-config');
  return userConfig.safeParse(session).success;
}
