import { MESSAGE_ENDS, MESSAGE_TYPES, type MessageType } from '@wakeline/domain/satellite/message-types';
import { splitForTerminal } from '@wakeline/domain/satellite/terminal-parts';
import { expect, test } from 'vitest';
import { COMMUNICATION_ACCOUNTS } from './communication-accounts.ts';
import { createConversations } from './satellite-messages.ts';

const NOW = Date.UTC(2026, 10, 23);

interface Message {
  readonly id: string;
  readonly card: string;
  readonly type: MessageType;
  readonly content: string;
  readonly urgent?: boolean;
  readonly time: string;
  readonly state: string;
  readonly steps: readonly { readonly time: string; readonly state: string }[];
}

function readMessages(): Message[] {
  return createConversations(NOW)
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
}

test('has messages of all types, in every state without something left to send', () => {
  const messages = readMessages();
  expect(new Set(messages.map(({ type }) => type))).toEqual(new Set(MESSAGE_TYPES));
  expect(new Set(messages.map(({ state }) => state))).toEqual(
    new Set(['received', 'accepted', 'sent', 'delivered', 'failed', 'expired']),
  );
  expect(new Set(messages.map(({ id }) => id)).size).toBe(messages.length);
  expect(
    messages.every(({ time, steps }) =>
      [time, ...steps.map((step) => step.time)].every((at) => Date.parse(at) <= NOW),
    ),
  ).toBe(true);
});

test('belongs to terminals of the demo, which can receive each text in one transmission', () => {
  for (const { card, type, content, urgent = false } of readMessages()) {
    const terminal = COMMUNICATION_ACCOUNTS.find(({ cardNumber }) => cardNumber === card);
    expect(terminal, card).toBeDefined();
    if (terminal === undefined || MESSAGE_ENDS[type].to !== 'terminal') continue;
    const { network, level = null } = terminal;
    const split = splitForTerminal(content, { network, level, bits: null }, { urgent, maxParts: 10 });
    expect('parts' in split && split.parts.length, content).toBe(1);
  }
});

test('the final step of each message is its state', () => {
  for (const { state, steps } of readMessages())
    if (steps.length > 0) expect(steps.at(-1)?.state).toBe(state);
});
