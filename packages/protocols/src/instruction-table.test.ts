import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import type { ReceiptEvent } from './protocol.ts';
import { PROTOCOLS } from './registry.ts';
import { type InstructionForm, instructionForms, NOW } from './testing/instruction-forms.ts';
import { formatInstructionPage } from './testing/instruction-page.ts';

const PAGE = new URL('../../../docs/protocols/instructions.md', import.meta.url);
const STREAM_PROTOCOLS = PROTOCOLS.filter((protocol) => protocol.kind === 'stream');
const CASES = STREAM_PROTOCOLS.flatMap((protocol) =>
  protocol.instructions.map((name) => ({ protocol, name, title: `${protocol.name} ${name}` })),
);

function receiptsOf({ session, terminal, encoded }: InstructionForm) {
  terminal.receive(encoded.bytes);
  const received = terminal.takeInstructions();
  const events = received
    .flatMap((instruction) => instruction.receipts('accept'))
    .flatMap((bytes) => session.receive(bytes, NOW))
    .filter((event): event is ReceiptEvent => event.type === 'receipt');
  return { descriptions: received.map(({ description }) => description), events };
}

describe('every instruction of every protocol', () => {
  test.each(CASES)(
    '$title: the device receives it, and its receipts are the expected ones',
    ({ protocol, name }) => {
      const forms = instructionForms(protocol, name);
      expect(forms.length).toBeGreaterThan(0);
      for (const form of forms) {
        const accepted = receiptsOf(form);
        expect(accepted.descriptions.length).toBeGreaterThan(0);
        // Null: the device does not say which instruction it answers.
        const keys = accepted.events.map(({ key }, index) => key ?? form.encoded.receipts[index]);
        // A device can send a further text, which is then not the result.
        expect(keys.slice(0, form.encoded.receipts.length)).toEqual(form.encoded.receipts);
        expect(accepted.events.every(({ outcome }) => outcome === 'accepted')).toBe(true);
      }
    },
  );
});

test('docs/protocols/instructions.md has every instruction of every protocol, as the code encodes it', async () => {
  await expect(formatInstructionPage()).toMatchFileSnapshot(fileURLToPath(PAGE));
});
