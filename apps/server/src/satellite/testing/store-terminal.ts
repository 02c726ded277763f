import type { TerminalGateway } from '@wakeline/domain/satellite/networks';
import type { Db } from '../../db/database.ts';

/** A BeiDou terminal of level 3. */
interface StoredTerminal {
  readonly accountId: number;
  readonly card: string;
  /** Seconds. */
  readonly frequency: number | null;
  readonly gateway: TerminalGateway;
  readonly now: number;
}

/** Stores a terminal where no server runs. */
export function storeBeidouTerminal(db: Db, { accountId, card, frequency, gateway, now }: StoredTerminal) {
  return db
    .insertInto('communication_account')
    .values({
      account_id: accountId,
      name: `T${card}`,
      note: '',
      password_hash: '',
      network: 'beidou',
      card_number: card,
      card_key: card,
      tracker_id: null,
      level: 3,
      bits: null,
      frequency,
      card_kind: null,
      gateway,
      created_at: new Date(now),
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}
