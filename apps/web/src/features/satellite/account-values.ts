import { type ErrorName, NamedError } from '@wakeline/contract/errors';
import type { PayloadInput } from '@wakeline/contract/operation';
import type { Operations } from '@wakeline/contract/operations';
import type { BdUser } from '@wakeline/contract/satellite/accounts';
import type { SatelliteNetwork, TerminalGateway } from '@wakeline/domain/satellite/networks';

/** Fields of one terminal. */
interface TerminalFields {
  readonly bdUserName: string;
  readonly cardNumber: string;
  readonly trackerId: number | null;
}

/** Fields of the form: what all of its terminals have in common, and the terminals. Editing has one terminal. */
export interface AccountFields {
  readonly network: SatelliteNetwork;
  readonly terminals: readonly TerminalFields[];
  readonly password: string;
  readonly gateway: TerminalGateway | null;
  readonly frequency: number | null;
  readonly level: number | null;
  readonly cardKind: number | null;
  readonly bits: number | null;
  readonly note: string;
}

/** Fields of a terminal that is added to the form. */
export const NEW_TERMINAL: TerminalFields = { bdUserName: '', cardNumber: '', trackerId: null };

/** The fields of a communication account, or (null) of a new one. */
export function toAccountFields(account: BdUser | null, network: SatelliteNetwork): AccountFields {
  if (account === null)
    return {
      network,
      terminals: [NEW_TERMINAL],
      password: '',
      gateway: null,
      frequency: null,
      level: null,
      cardKind: null,
      bits: null,
      note: '',
    };
  const { bdUserName, cardNumber, trackerId, gateway, frequency, level, cardKind, bits, note } = account;
  const terminals = [{ bdUserName, cardNumber, trackerId }];
  return {
    network: account.network,
    terminals,
    password: '',
    gateway,
    frequency,
    level,
    cardKind,
    bits,
    note,
  };
}

/** Details that all terminals of the form have in common. Level and kind are those of a BeiDou card. */
function toDetails({ network, gateway, frequency, level, cardKind, bits, note }: AccountFields) {
  const isBeidou = network === 'beidou';
  return {
    gateway,
    frequency,
    bits,
    level: isBeidou ? level : null,
    cardKind: isBeidou ? cardKind : null,
    note: note.trim(),
  };
}

/** The payload that creates the terminals of the form. */
export function toCreation(fields: AccountFields): PayloadInput<Operations['createBdUsers']> {
  const { network, terminals, password } = fields;
  return {
    bdUsers: terminals.map(({ bdUserName, cardNumber, trackerId }) => ({
      ...toDetails(fields),
      network,
      password,
      bdUserName: bdUserName.trim(),
      cardNumber: cardNumber.trim(),
      trackerId,
    })),
  };
}

/** The payload that changes a communication account. An empty password stays unchanged. */
export function toEdit(bdUserId: number, fields: AccountFields): PayloadInput<Operations['editBdUser']> {
  const { bdUserName, trackerId } = fields.terminals[0] ?? NEW_TERMINAL;
  const { password } = fields;
  return {
    bdUserId,
    ...toDetails(fields),
    bdUserName: bdUserName.trim(),
    trackerId,
    ...(password === '' ? {} : { password }),
  };
}

/** A field of the form; those of a terminal have its position. */
type FieldName = 'gateway' | ['terminals', number, 'cardNumber'] | ['terminals', number, 'trackerId'];

/** The fields that refusals concern, of the terminal at a position. */
const FIELD_OF_ERROR: Readonly<Partial<Record<ErrorName, (index: number) => FieldName>>> = {
  'card-number-taken': (index) => ['terminals', index, 'cardNumber'],
  'card-network-mismatch': (index) => ['terminals', index, 'cardNumber'],
  'tracker-unknown': (index) => ['terminals', index, 'trackerId'],
  'tracker-has-terminal': (index) => ['terminals', index, 'trackerId'],
  'terminal-gateway-mismatch': () => 'gateway',
};

/**
 * The field at which a refusal is shown; null: it concerns none. `row` in its details counts from 1.
 *
 * @param count number of terminals in the form
 */
export function findRefusedField(error: unknown, count: number): FieldName | null {
  if (!(error instanceof NamedError)) return null;
  const { row = 1 } = error.details;
  if (typeof row !== 'number' || row < 1 || row > count) return null;
  return FIELD_OF_ERROR[error.errorName]?.(row - 1) ?? null;
}
