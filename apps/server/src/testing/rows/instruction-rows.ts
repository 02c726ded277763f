import type { World } from '../world.ts';
import type { Makers } from './makers.ts';
import { type Owner, type Rows, rowWithoutIds } from './row.ts';

/** The rows of instructions. */
export function instructionRows({ database: { db } }: World, { uniqueName, createTracker }: Makers) {
  async function instruction(owner: Owner, state: 'waiting' | 'failed'): Promise<number> {
    const trackerId = await createTracker(owner);
    const { instruction_id } = await db
      .insertInto('instruction')
      .values({
        account_id: owner.accountId,
        tracker_id: trackerId,
        user_id: owner.userId,
        login: 'captain',
        task_id: null,
        name: 'restart',
        parameters: '{}',
        channel: 'connection',
        state,
        reason: state === 'failed' ? 'no-receipt' : null,
        created_at: new Date(),
        expires_at: new Date(Date.now() + 86_400_000),
        protocol: null,
        request: null,
        receipt: null,
        receipt_text: null,
      })
      .returning('instruction_id')
      .executeTakeFirstOrThrow();
    return instruction_id;
  }
  async function template({ accountId }: Owner): Promise<number> {
    const { template_id } = await db
      .insertInto('instruction_template')
      .values({ account_id: accountId, name: uniqueName(), instruction: 'restart', parameters: '{}' })
      .returning('template_id')
      .executeTakeFirstOrThrow();
    return template_id;
  }
  const form = () => ({ templateName: uniqueName(), instruction: 'restart' as const, parameters: {} });
  return {
    querySupportedInstructions: {
      payload: async (owner) => ({ trackerIds: [await createTracker(owner)] }),
      otherAccountError: null,
    },
    sendInstruction: {
      payload: async (owner) => ({ trackerIds: [await createTracker(owner)], instruction: 'restart' }),
      expectedError: 'instruction-not-supported',
      otherAccountError: null,
    },
    queryInstructionList: {
      payload: async (owner) => ({ trackerId: await createTracker(owner) }),
      otherAccountError: null,
    },
    recallInstructions: {
      payload: async (owner) => ({ instructionIds: [await instruction(owner, 'waiting')] }),
      otherAccountError: 'instruction-unknown',
    },
    resendInstructions: {
      payload: async (owner) => ({ instructionIds: [await instruction(owner, 'failed')] }),
      otherAccountError: 'instruction-unknown',
    },
    exportInstructions: {
      payload: async (owner) => {
        await instruction(owner, 'failed');
        return {};
      },
      otherAccountError: null,
    },
    getInstructionByTime: {
      payload: async (owner) => ({ trackerId: await createTracker(owner), startTime: 0, endTime: 1 }),
      otherAccountError: 'tracker-unknown',
    },
    queryInstructionTemplates: rowWithoutIds(() => ({})),
    addInstructionTemplate: rowWithoutIds(form),
    editInstructionTemplate: {
      payload: async (owner) => ({ templateId: await template(owner), ...form() }),
      otherAccountError: 'template-unknown',
    },
    deleteInstructionTemplate: {
      payload: async (owner) => ({ templateId: await template(owner) }),
      otherAccountError: 'template-unknown',
    },
  } satisfies Partial<Rows>;
}
