import type { ErrorName } from '@wakeline/contract/errors';
import { describeProblem } from '@wakeline/contract/problem';
import { bdUserForm } from '@wakeline/contract/satellite/accounts';
import type { AccountSheetField } from '@wakeline/contract/satellite/import';
import { cardKey } from '@wakeline/domain/satellite/card-number';
import type { SatelliteNetwork } from '@wakeline/domain/satellite/networks';
import type { Db } from '../../../db/database.ts';
import type { Caller } from '../../../identity/caller.ts';
import type { CommunicationAccountRow } from '../../../satellite/accounts.ts';
import { findBoundTerminals, findTakenCards, readFreeTerminals } from '../../../satellite/taken-terminals.ts';
import { visibilityOf } from '../../../satellite/visibility.ts';
import type { CellFailure, ResolvedRow, ResolveRows } from '../../../sheet-import/checked-row.ts';
import { firstRow } from '../../../sheet-import/first-row.ts';
import { createTrackerLookup, type FindTracker } from '../../../trackers/find-by-name.ts';
import { type AccountDetails, detailsOf } from '../check-account.ts';
import type { AccountValues, EvaluatedAccount } from './evaluate-account.ts';

/** What is to be stored of a row. */
export interface ImportedAccount {
  /** Null: it is new. */
  readonly bdUserId: number | null;
  readonly cardNumber: string;
  readonly network: SatelliteNetwork;
  /** What the sheet has; of an existing one only what differs. */
  readonly details: Partial<AccountDetails>;
  /** Null: an existing account keeps its password. */
  readonly password: string | null;
}

type ResolvedAccount = ResolvedRow<AccountSheetField, ImportedAccount>;

/** What the database has about the rows of a batch. */
interface Stored {
  readonly findCarrier: FindTracker;
  readonly taken: Awaited<ReturnType<typeof findTakenCards>>;
  readonly bound: ReadonlyMap<number, number>;
}

/** Prepares the checks of rows against the account. Rows depend on earlier ones by repeated cards and devices, and the limit. */
export async function createAccountResolver(
  db: Db,
  caller: Caller,
): Promise<ResolveRows<EvaluatedAccount, ResolvedAccount>> {
  const visibility = visibilityOf(caller);
  let capacity = await readFreeTerminals(db, caller.accountId);
  /** The first row of each card, and of each device. */
  const rowByCard = new Map<string, number>();
  const rowByTracker = new Map<number, number>();

  async function readStored(rows: readonly AccountValues[]): Promise<Stored> {
    const names = rows.flatMap(({ tracker }) => (tracker === undefined || tracker === '' ? [] : [tracker]));
    const findCarrier = await createTrackerLookup(db, caller, names);
    const keys = rows.flatMap(({ cardNumber }) => cardKey(cardNumber) ?? []);
    const taken = await findTakenCards(db, visibility, keys);
    const trackerIds = rows.flatMap(({ tracker, cardNumber }) => {
      const carrier = findCarrier(tracker ?? '', accountOf(taken, cardNumber)?.tracker_id ?? null);
      return 'trackerId' in carrier ? [carrier.trackerId] : [];
    });
    return { findCarrier, taken, bound: await findBoundTerminals(db, trackerIds) };
  }

  function resolveRow(row: EvaluatedAccount, values: AccountValues, stored: Stored): ResolvedAccount {
    const failures: CellFailure<AccountSheetField>[] = [];
    const fail = (field: AccountSheetField, error: ErrorName, otherRow: number | null = null) =>
      void failures.push({ field, error, reason: null, otherRow });
    const { bdUserName, cardNumber, network, tracker, password } = values;
    const key = cardKey(cardNumber) ?? '';
    const former = accountOf(stored.taken, cardNumber);
    const first = firstRow(rowByCard, key, row.row);
    if (first !== null) fail('cardNumber', 'card-number-repeated', first);
    else if (stored.taken.has(key) && former === null) fail('cardNumber', 'card-number-taken');
    if (!visibility.networks.includes(network)) fail('network', 'not-allowed');
    else if (former !== null && former.network !== network) fail('network', 'card-network-mismatch');

    let trackerId = former?.tracker_id ?? null;
    if (tracker !== undefined) {
      const carrier = tracker === '' ? { trackerId: null } : stored.findCarrier(tracker, trackerId);
      if ('error' in carrier) fail('trackerName', carrier.error);
      else trackerId = carrier.trackerId;
    }
    if (trackerId !== null) {
      const boundTo = stored.bound.get(trackerId) ?? former?.communication_account_id;
      const earlier = firstRow(rowByTracker, trackerId, row.row);
      if (earlier !== null) fail('trackerName', 'tracker-has-terminal', earlier);
      else if (boundTo !== undefined && boundTo !== former?.communication_account_id)
        fail('trackerName', 'tracker-has-terminal');
    } else if (caller.groupIds !== null && !tracker) {
      // Nobody with such a scope sees a terminal that no device carries.
      fail('trackerName', 'not-allowed');
    }
    if (former === null && password === null) {
      const reason = describeProblem(bdUserForm.shape.password, '', caller.language);
      failures.push({ field: 'password', error: 'field-invalid', reason, otherRow: null });
    }
    if (failures.length === 0 && former === null && capacity === 0)
      fail('cardNumber', 'communication-account-limit');
    if (failures.length > 0) return { ...row, form: null, failures };
    const wanted = { ...values.details, bdUserName, trackerId };
    if (former === null) {
      capacity -= 1;
      return { ...row, form: { bdUserId: null, cardNumber, network, details: wanted, password } };
    }
    const details = changesOf(former, wanted);
    const bdUserId = former.communication_account_id;
    return { ...row, form: { bdUserId, cardNumber, network, details, password } };
  }

  return async (rows) => {
    const stored = await readStored(rows.flatMap(({ values }) => values ?? []));
    return rows.map((row) =>
      row.values === null ? { ...row, form: null } : resolveRow(row, row.values, stored),
    );
  };
}

/** The visible communication account with a card. */
function accountOf(taken: Stored['taken'], cardNumber: string): CommunicationAccountRow | null {
  return taken.get(cardKey(cardNumber) ?? '')?.account ?? null;
}

/** The wanted details that differ. */
function changesOf(
  former: CommunicationAccountRow,
  wanted: Partial<AccountDetails>,
): Partial<AccountDetails> {
  const present: Readonly<Record<string, unknown>> = { ...detailsOf(former) };
  return Object.fromEntries(Object.entries(wanted).filter(([name, value]) => present[name] !== value));
}
