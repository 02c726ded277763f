import { NamedError } from '@wakeline/contract/errors';
import { LIMITS } from '@wakeline/contract/limits';
import { findModel } from '@wakeline/domain/devices/find-model';
import { PROTOCOL_NAMES, type ProtocolName } from '@wakeline/domain/devices/protocols';
import { textCarrierOf } from '@wakeline/domain/instructions/texts/carriers';
import { findTextsProblem } from '@wakeline/domain/instructions/texts/check-text';
import type { Tx } from '../../../db/database.ts';
import { countModelTexts, type ModelRow } from '../../../trackers/read-models.ts';

/** The protocol of an own model: its own, else that of the model on which it is based. */
export function protocolOf({
  protocol,
  based_on,
}: Pick<ModelRow, 'protocol' | 'based_on'>): ProtocolName | null {
  const own = PROTOCOL_NAMES.find((name) => name === protocol) ?? null;
  return own ?? (based_on === null ? null : (findModel(based_on)?.protocol ?? null));
}

/**
 * Checks the texts of a model as it is stored now, in the transaction that stores it: a change of its protocol or base can
 * make them invalid as well.
 *
 * @throws NamedError `model-text` with the instruction, the reason and where; `model-text-limit`
 */
export async function requireTexts(
  tx: Tx,
  accountId: number,
  row: Pick<ModelRow, 'name' | 'protocol' | 'based_on' | 'texts'>,
): Promise<void> {
  if (row.texts.length === 0) return;
  const carrier = textCarrierOf(protocolOf(row), row.based_on ?? row.name);
  const problem = findTextsProblem(row.texts, carrier);
  if (problem !== null) {
    const { index, reason, at } = problem;
    const instruction = row.texts[index]?.instruction ?? '';
    throw new NamedError('model-text', { instruction, reason, at: at ?? '' });
  }
  const max = LIMITS.modelTextsPerAccount;
  if ((await countModelTexts(tx, accountId)) > max) throw new NamedError('model-text-limit', { max });
}
