import type { World } from '../world.ts';
import type { Makers } from './makers.ts';
import { type Owner, type Rows, rowWithoutIds } from './row.ts';

/** The rows of satellite terminals. */
export function satelliteRows({ database: { db }, clock }: World, { uniqueName }: Makers) {
  /** An unused number of 8 digits. */
  const cardNumber = () => `2${uniqueName().slice(4).padStart(7, '0')}`;
  const details = { bdUserName: 'Gull', note: '', frequency: 60 };

  async function createAccount({ accountId }: Owner): Promise<number> {
    const card = cardNumber();
    const { communication_account_id } = await db
      .insertInto('communication_account')
      .values({
        account_id: accountId,
        name: 'Gull',
        note: '',
        password_hash: '',
        network: 'beidou',
        card_number: card,
        card_key: card,
        tracker_id: null,
        level: null,
        bits: null,
        frequency: 60,
        card_kind: null,
        gateway: null,
        created_at: new Date(clock.now()),
      })
      .returning('communication_account_id')
      .executeTakeFirstOrThrow();
    return communication_account_id;
  }

  /** With one part. */
  async function createMessage(owner: Owner, state: 'waiting' | 'failed'): Promise<number> {
    const at = new Date(clock.now());
    const { message_id } = await db
      .insertInto('satellite_message')
      .values({
        account_id: owner.accountId,
        communication_account_id: await createAccount(owner),
        card_number: '2000001',
        network: 'beidou',
        type: 'system-to-terminal',
        sender: 'ada',
        receiver: '2000001',
        content: 'Position?',
        urgent: false,
        state,
        reason: null,
        cost_units: 1,
        user_id: null,
        request_key: null,
        created_at: at,
        changed_at: at,
        expires_at: at,
      })
      .returning('message_id')
      .executeTakeFirstOrThrow();
    await db
      .insertInto('satellite_part')
      .values({
        message_id,
        number: 1,
        gateway: 'beidou-machine',
        lane: `row ${message_id}`,
        receiver: '2000001',
        urgent: false,
        pause: null,
        content: 'Position?',
        state,
        reason: null,
        next_at: null,
        provider_id: null,
      })
      .execute();
    return message_id;
  }

  // All of these are BeiDou terminals.
  const refusalWithRole = { eob_plugin_irim: 'communication-account-unknown' } as const;
  const otherAccountError = 'communication-account-unknown';
  return {
    queryBdUsers: rowWithoutIds(() => ({})),
    createBdUsers: {
      payload: async () => ({
        bdUsers: [{ ...details, cardNumber: cardNumber(), network: 'beidou' as const, password: 'abc123' }],
      }),
      otherAccountError: null,
      refusalWithRole: { eob_plugin_irim: { role: 'eob_plugin_bdhl eob_plugin_flight_msg', row: 1 } },
    },
    editBdUser: {
      payload: async (owner) => ({ bdUserId: await createAccount(owner), ...details }),
      otherAccountError,
      refusalWithRole,
    },
    deleteBdUser: {
      payload: async (owner) => ({ bdUserId: await createAccount(owner) }),
      otherAccountError,
      refusalWithRole,
    },
    setBdUserCardNumber: {
      payload: async (owner) => ({ bdUserId: await createAccount(owner), cardNumber: cardNumber() }),
      otherAccountError,
      refusalWithRole,
    },
    exportBdUserExcelFile: {
      payload: async (owner) => {
        await createAccount(owner);
        return {};
      },
      otherAccountError: null,
      refusalWithRole: { eob_plugin_irim: 'export-empty' },
    },
    importBdUsers: rowWithoutIds(() => ({
      file: new File(
        [`name,card number,network,password\nRow,${cardNumber()},BeiDou,abc123`],
        'terminals.csv',
      ),
      save: true,
    })),
    getBdUserTemplate: rowWithoutIds(() => ({ lang: 'en_US' })),
    queryTerminalPlanes: {
      payload: async (owner) => ({ bdUserIds: [await createAccount(owner)] }),
      otherAccountError,
    },
    sendEobBdMsg: {
      payload: async (owner) => ({ bdUserIds: [await createAccount(owner)], content: 'Position?' }),
      // This server has no gateway.
      expectedError: 'terminal-unreachable',
      otherAccountError,
      refusalWithRole,
    },
    exportEobBdMsgExcelFile: {
      payload: async (owner) => {
        await createMessage(owner, 'failed');
        return {};
      },
      otherAccountError: null,
      refusalWithRole: { eob_plugin_irim: 'export-empty' },
    },
    batchSendEobBdMsg: {
      payload: async (owner) => ({ bdUserIds: [await createAccount(owner)], content: 'Position?' }),
      otherAccountError: null,
      refusalWithRole,
    },
    queryEobBdMsgs: rowWithoutIds(() => ({})),
    queryHistoryEobBdMsgs: rowWithoutIds(() => ({})),
    queryEobBdMsgSteps: {
      payload: async (owner) => ({ messageId: await createMessage(owner, 'failed') }),
      otherAccountError: 'satellite-message-unknown',
      refusalWithRole: { eob_plugin_irim: 'satellite-message-unknown' },
    },
    cancelEobBdMsg: {
      payload: async (owner) => ({ messageId: await createMessage(owner, 'waiting') }),
      otherAccountError: 'satellite-message-unknown',
      refusalWithRole: { eob_plugin_irim: 'satellite-message-unknown' },
    },
    queryBdSendLimits: {
      payload: async (owner) => ({ bdUserIds: [await createAccount(owner)] }),
      otherAccountError,
      refusalWithRole,
    },
    queryEobBdUnread: rowWithoutIds(() => ({})),
    markEobBdMsgsSeen: rowWithoutIds(() => ({ upTo: clock.now() })),
    resendEobBdMsg: {
      payload: async (owner) => ({ messageId: await createMessage(owner, 'failed') }),
      expectedError: 'terminal-unreachable',
      otherAccountError: 'satellite-message-unknown',
      refusalWithRole: { eob_plugin_irim: 'satellite-message-unknown' },
    },
    // Both are public: a password and a token are checked.
    signInTerminal: {
      payload: async () => ({ cardNumber: cardNumber(), password: 'abc123' }),
      expectedError: 'credentials-wrong',
      otherAccountError: null,
    },
    queryTerminalMessages: {
      payload: async () => ({ token: '1.1.x' }),
      expectedError: 'terminal-session-gone',
      otherAccountError: null,
    },
  } satisfies Partial<Rows>;
}
