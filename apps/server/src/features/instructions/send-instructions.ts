import { NamedError } from '@wakeline/contract/errors';
import { sendInstruction } from '@wakeline/contract/instructions';
import type { Clock } from '../../clock.ts';
import type { Db, Tx } from '../../db/database.ts';
import { lockRequester } from '../../identity/requester.ts';
import { writeOwnTexts } from '../../instructions/own-texts.ts';
import { storeInstructions } from '../../instructions/store.ts';
import type { TaskRun, TaskWorker } from '../../tasks/kinds.ts';
import { readInstructionTargets } from '../../trackers/instruction-targets.ts';
import { lockRegistered } from '../../trackers/selected-devices.ts';
import { requireCall, requireSupport } from './check-instruction.ts';
import type { SendInstructionsSubject } from './send-instructions.task.ts';

/**
 * Stores the instructions of all devices in the transaction that ends the task, with the rights that the requester has then.
 * Devices that were removed in the meantime are left out; one that is no longer visible fails the task with `not-allowed`.
 */
export function sendInstructionsWorker({
  db,
  clock,
}: {
  readonly db: Db;
  readonly clock: Clock;
}): TaskWorker<SendInstructionsSubject> {
  return {
    async run(run) {
      const { accountId, subject } = run;
      const targets = await readInstructionTargets(db, accountId, subject.trackerIds);
      requireSupport(requireCall(subject.instruction, subject.parameters), subject.channel, targets);
      await run.progress(0.5);
      return { written: null, commit: (tx) => store(tx, run, clock.now()) };
    },
  };
}

async function store(
  tx: Tx,
  { accountId, taskId, subject }: TaskRun<SendInstructionsSubject>,
  now: number,
): Promise<void> {
  const { userId, login, instruction: name, parameters, channel, expiresAt } = subject;
  const requester = await lockRequester(tx, { accountId, userId }, sendInstruction.access, now);
  const visible = await lockRegistered(tx, requester, subject.trackerIds);
  const registered = await lockRegistered(tx, { accountId, groupIds: null }, subject.trackerIds);
  if (visible.length < registered.length) throw new NamedError('not-allowed');
  const targets = await readInstructionTargets(tx, accountId, visible);
  await storeInstructions(tx, {
    accountId,
    userId,
    login,
    taskId,
    trackerIds: visible,
    texts: writeOwnTexts(requireCall(name, parameters), targets),
    name,
    parameters,
    channel,
    now,
    expiresAt,
  });
}
