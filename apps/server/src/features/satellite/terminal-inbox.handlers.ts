import { NamedError } from '@wakeline/contract/errors';
import { cardKey } from '@wakeline/domain/satellite/card-number';
import { MESSAGE_ENDS } from '@wakeline/domain/satellite/message-types';
import { SATELLITE_NETWORKS } from '@wakeline/domain/satellite/networks';
import type { Db } from '../../db/database.ts';
import type { Handlers } from '../../http/handler.ts';
import { clearFailures, countAttempt } from '../../identity/lockout.ts';
import { addressHashSource, passwordDigest, verifyQueued } from '../../identity/password.ts';
import { accountScope } from '../../identity/scope.ts';
import { findByCard, findById } from '../../satellite/accounts.ts';
import { readConversation } from '../../satellite/read-conversation.ts';
import { TERMINAL_SESSION_MS, type TerminalTokens } from '../../satellite/terminal-token.ts';

/** The messages of a terminal for the person at it, who has no login of the account. */
export function terminalInboxHandlers(
  db: Db,
  tokens: TerminalTokens,
): Pick<Handlers, 'signInTerminal' | 'queryTerminalMessages'> {
  return {
    async signInTerminal({ cardNumber, password }, _anonymous, call) {
      const key = cardKey(cardNumber) ?? '';
      const attempt = { login: key, method: 'terminal', address: call.address, at: call.now } as const;
      await countAttempt(db, attempt);
      const terminal = await findByCard(db, key);
      const stored = terminal?.password_hash ?? null;
      const isCorrect = await verifyQueued(addressHashSource(call), stored, passwordDigest(password));
      if (terminal === undefined || !isCorrect) throw new NamedError('credentials-wrong');
      await db.transaction().execute((tx) => clearFailures(tx, attempt));
      const expiresAt = call.now + TERMINAL_SESSION_MS;
      const signed = { communicationAccountId: terminal.communication_account_id, expiresAt };
      return {
        token: tokens.create(signed, credentialOf(terminal)),
        expireTime: expiresAt,
        bdUserName: terminal.name,
        cardNumber: terminal.card_number,
      };
    },

    async queryTerminalMessages({ token, pageSize, before }, _anonymous, { now }) {
      const signed = tokens.read(token, now);
      const terminal = signed === null ? undefined : await findById(db, signed.communicationAccountId);
      if (terminal === undefined || !tokens.matches(token, credentialOf(terminal)))
        throw new NamedError('terminal-session-gone');
      const visibility = { ...accountScope(terminal.account_id), networks: SATELLITE_NETWORKS };
      const rows = await readConversation(db, visibility, terminal, { before, limit: pageSize + 1 });
      const list = rows.slice(0, pageSize).map((row) => ({
        messageId: row.message_id,
        type: row.type,
        // Logins of users are not for people outside.
        sender: MESSAGE_ENDS[row.type].from === 'system' ? '' : row.sender,
        receiver: MESSAGE_ENDS[row.type].to === 'system' ? '' : row.receiver,
        // A message between terminals belongs to its sender.
        incoming:
          MESSAGE_ENDS[row.type].from !== 'terminal' ||
          row.communication_account_id !== terminal.communication_account_id,
        content: row.content,
        state: row.state,
        createTime: row.created_at.getTime(),
      }));
      const last = rows.length > pageSize ? list.at(-1) : undefined;
      return {
        list,
        next: last === undefined ? null : { createTime: last.createTime, messageId: last.messageId },
      };
    },
  };
}

/** What a token depends on besides the terminal. */
function credentialOf(terminal: { readonly password_hash: string; readonly card_key: string }): string {
  return `${terminal.card_key} ${terminal.password_hash}`;
}
