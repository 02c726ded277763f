import { NamedError } from '@wakeline/contract/errors';
import { LIMITS } from '@wakeline/contract/limits';
import { instructionOf } from '@wakeline/domain/instructions/catalogue';
import { recordAudit } from '../../audit/record.ts';
import type { Db } from '../../db/database.ts';
import type { Handlers } from '../../http/handler.ts';
import { transactionAs } from '../../http/transaction-as.ts';
import { lockInstructions, recallWaiting } from '../../instructions/list.ts';
import { writeOwnTexts } from '../../instructions/own-texts.ts';
import { storeInstructions } from '../../instructions/store.ts';
import { acceptsSms, supportedBy } from '../../instructions/supported.ts';
import type { TaskQueue } from '../../tasks/task-queue.ts';
import { auditDevices, auditTargetOf } from '../../trackers/audit-devices.ts';
import { type InstructionTarget, readInstructionTargets } from '../../trackers/instruction-targets.ts';
import { lockSelectedDevices } from '../../trackers/selected-devices.ts';
import { expiryOf, requireCall, requireConfirmed, requireSupport } from './check-instruction.ts';
import { canSendAgain, maskSecrets } from './present-instruction.ts';
import { sendInstructionsTask } from './send-instructions.task.ts';

/** More devices than this are left to a batch task. */
const MAX_AT_ONCE = 200;

type InstructionOperation =
  | 'querySupportedInstructions'
  | 'sendInstruction'
  | 'recallInstructions'
  | 'resendInstructions';

export interface InstructionDependencies {
  readonly db: Db;
  readonly tasks: Pick<TaskQueue, 'add' | 'requireQuota'>;
  /** Whether text messages can be sent. */
  readonly hasSmsGateway: boolean;
}

/** Sends, recalls and repeats instructions to devices. */
export function instructionHandlers({
  db,
  tasks,
  hasSmsGateway,
}: InstructionDependencies): Pick<Handlers, InstructionOperation> {
  return {
    async querySupportedInstructions({ uid: _, ...selection }, caller, { now }) {
      const targets = await db.transaction().execute(async (tx) => {
        const devices = await lockSelectedDevices(tx, caller, selection, now);
        return readInstructionTargets(
          tx,
          caller.accountId,
          devices.map(({ tracker_id }) => tracker_id),
        );
      });
      return {
        total: targets.length,
        unknown: targets.filter(({ protocol }) => protocol === null).length,
        list: countSupport(targets),
        smsAvailable: hasSmsGateway,
      };
    },

    async sendInstruction(
      { uid: _, instruction, parameters, channel, expiresAfter, confirmed, ...selection },
      caller,
      call,
    ) {
      if (selection.deviceFilter === undefined && (selection.trackerIds ?? []).length === 0) {
        throw new NamedError('instruction-target-missing');
      }
      const instructionCall = requireCall(instruction, parameters);
      requireConfirmed(instruction, confirmed);
      if (channel === 'sms' && !hasSmsGateway) throw new NamedError('instruction-no-gateway');
      const expiresAt = expiryOf(instruction, expiresAfter, call.now);
      const { accountId, userId, login } = caller;
      return transactionAs(db, caller, call, async (tx) => {
        const devices = await lockSelectedDevices(tx, caller, selection, call.now);
        if (devices.length > LIMITS.instructionDevices) {
          throw new NamedError('instruction-devices-limit', { max: LIMITS.instructionDevices });
        }
        const trackerIds = devices.map(({ tracker_id }) => tracker_id);
        const targets = await readInstructionTargets(tx, accountId, trackerIds);
        requireSupport(instructionCall, channel, targets);
        await recordAudit(tx, caller, call, {
          action: 'sendInstruction',
          target: auditTargetOf(devices),
          after: { instruction, parameters: maskSecrets(parameters), channel, ...auditDevices(devices) },
        });
        const common = { userId, login, parameters, channel, expiresAt };
        if (devices.length <= MAX_AT_ONCE) {
          const texts = writeOwnTexts(instructionCall, targets);
          const stored = { ...common, accountId, taskId: null, trackerIds, texts, name: instruction };
          const instructionIds = await storeInstructions(tx, { ...stored, now: call.now });
          return { count: devices.length, taskProgressId: null, instructionIds: [...instructionIds] };
        }
        await tasks.requireQuota(tx, accountId, call.now);
        const taskProgressId = await tasks.add(tx, {
          accountId,
          userId,
          definition: sendInstructionsTask,
          subject: { ...common, trackerIds, instruction },
          total: devices.length,
          now: call.now,
        });
        return { count: devices.length, taskProgressId, instructionIds: [] };
      });
    },

    async recallInstructions({ instructionIds }, caller, call) {
      return transactionAs(db, caller, call, async (tx) => {
        const rows = await lockInstructions(tx, caller, instructionIds);
        if (rows.length < new Set(instructionIds).size) throw new NamedError('instruction-unknown');
        const ids = rows.map(({ instruction_id }) => instruction_id);
        const recalled = await recallWaiting(tx, caller.accountId, ids, call.now);
        await recordAudit(tx, caller, call, {
          action: 'recallInstructions',
          target: auditTargetOf(rows.map(({ tracker_name: name, imei }) => ({ name, imei }))),
          after: { instructionIds: ids, recalled },
        });
        return { recalled };
      });
    },

    async resendInstructions({ instructionIds, expiresAfter, confirmed }, caller, call) {
      const { accountId, userId, login } = caller;
      return transactionAs(db, caller, call, async (tx) => {
        const rows = await lockInstructions(tx, caller, instructionIds);
        if (rows.length < new Set(instructionIds).size) throw new NamedError('instruction-unknown');
        if (rows.some(({ state }) => state !== 'failed')) throw new NamedError('instruction-not-failed');
        if (!rows.every(canSendAgain)) throw new NamedError('instruction-of-tracking-mode');
        for (const { name } of rows) requireConfirmed(name, confirmed);
        const stored: number[] = [];
        const trackerIds = [...new Set(rows.map(({ tracker_id }) => tracker_id))];
        const targets = await readInstructionTargets(tx, accountId, trackerIds);
        for (const { tracker_id, name, parameters, channel } of rows) {
          const ids = await storeInstructions(tx, {
            accountId,
            userId,
            login,
            taskId: null,
            trackerIds: [tracker_id],
            texts: writeOwnTexts(
              requireCall(name, parameters as Parameters<typeof requireCall>[1]),
              targets.filter(({ trackerId }) => trackerId === tracker_id),
            ),
            name,
            parameters,
            channel,
            now: call.now,
            expiresAt: expiryOf(name, expiresAfter, call.now),
          });
          stored.push(...ids);
        }
        await recordAudit(tx, caller, call, {
          action: 'resendInstructions',
          target: auditTargetOf(rows.map(({ tracker_name: name, imei }) => ({ name, imei }))),
          after: { instructions: [...new Set(rows.map(({ name }) => instructionOf(name).title.en_US))] },
        });
        return { instructionIds: stored };
      });
    },
  };
}

function countSupport(targets: readonly InstructionTarget[]) {
  const counts = new Map<ReturnType<typeof supportedBy>[number], { devices: number; sms: number }>();
  for (const target of targets) {
    for (const name of supportedBy(target)) {
      const count = counts.get(name) ?? { devices: 0, sms: 0 };
      count.devices += 1;
      if (target.iotCard !== '' && acceptsSms(name, target)) count.sms += 1;
      counts.set(name, count);
    }
  }
  return [...counts].map(([instruction, count]) => ({ instruction, ...count }));
}
