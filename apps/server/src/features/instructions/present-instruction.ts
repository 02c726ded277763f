import type { InstructionRecord } from '@wakeline/contract/instructions';
import type { InstructionRow } from '../../instructions/list.ts';
import { hasSecrets, isSecretParameter } from '../../instructions/secrets.ts';

const MASK = '***';

/** The record of a row for a user who can see its device. */
export function presentInstruction(row: InstructionRow, canSend: boolean): InstructionRecord {
  return {
    instructionId: row.instruction_id,
    trackerId: row.tracker_id,
    trackerName: row.tracker_name,
    imei: row.imei,
    instruction: row.name,
    parameters: maskSecrets(row.parameters),
    channel: row.channel,
    state: row.state,
    reason: row.reason,
    login: row.login,
    taskProgressId: row.task_id,
    createdTime: row.created_at.getTime(),
    expiresTime: row.expires_at.getTime(),
    sentTime: row.sent_at?.getTime() ?? null,
    finishedTime: row.finished_at?.getTime() ?? null,
    attempts: row.attempts,
    protocol: row.protocol,
    text: hasSecrets(row.parameters) ? null : (row.written_text?.text ?? null),
    requestHex: hasSecrets(row.parameters) ? null : (row.request?.toString('hex') ?? null),
    receiptHex: row.receipt?.toString('hex') ?? null,
    receiptText: row.receipt_text,
    origin: row.origin,
    abilities: {
      recall: canSend && row.state === 'waiting',
      resend: canSend && row.state === 'failed' && canSendAgain(row),
    },
  };
}

/** Whether a user may send it again: the interval of a tracking mode would then stay after its end. */
export function canSendAgain({ origin }: Pick<InstructionRow, 'origin'>): boolean {
  return origin?.purpose !== 'raise';
}

/** Values without passwords, for users and the audit log. */
export function maskSecrets(parameters: Readonly<Record<string, unknown>>): InstructionRecord['parameters'] {
  return Object.fromEntries(
    Object.entries(parameters).map(([name, value]) => [name, isSecretParameter(name) ? MASK : value]),
  ) as InstructionRecord['parameters'];
}
