import { MESSAGE_STATES } from '@wakeline/domain/satellite/message-states';
import { MESSAGE_TYPES } from '@wakeline/domain/satellite/message-types';
import { z } from 'zod';
import { instant, text } from '../fields.ts';
import { LIMITS } from '../limits.ts';
import { operation } from '../operation.ts';
import { cardNumber } from './accounts.ts';

/** A message of a terminal, as the person at it sees it: nothing else of the account. */
const terminalMessage = z.object({
  messageId: z.int().positive(),
  type: z.enum(MESSAGE_TYPES),
  sender: z.string().describe('card number, phone number or address; empty: the users of the account'),
  receiver: z.string().describe('card number, phone number or address; empty: the users of the account'),
  incoming: z.boolean().describe('whether it is to the terminal'),
  content: z.string(),
  state: z.enum(MESSAGE_STATES),
  createTime: instant,
});
export type TerminalMessage = z.infer<typeof terminalMessage>;

export const signInTerminal = operation({
  name: 'signInTerminal',
  summary:
    'Signs in the person at a satellite terminal by its card number and the password of its communication account. The token only reads its messages.',
  access: 'public',
  effect: 'own',
  payload: z.object({ cardNumber, password: text.max(12) }),
  result: z.object({
    token: z.string(),
    expireTime: instant,
    bdUserName: z.string(),
    cardNumber: z.string(),
  }),
  errors: ['credentials-wrong', 'login-locked'],
});

export const queryTerminalMessages = operation({
  name: 'queryTerminalMessages',
  summary: 'The messages of a satellite terminal, newest first, for the person at it.',
  access: 'public',
  effect: 'none',
  payload: z.object({
    token: text.max(200),
    pageSize: z.int().min(1).max(LIMITS.satelliteMessagesPage).default(50),
    before: z
      .object({ createTime: instant, messageId: z.int().positive() })
      .optional()
      .describe('`next` of the page before'),
  }),
  result: z.object({
    list: z.array(terminalMessage),
    next: z.object({ createTime: instant, messageId: z.int().positive() }).nullable(),
  }),
  errors: ['terminal-session-gone'],
});
