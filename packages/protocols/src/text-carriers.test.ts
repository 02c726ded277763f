import { findCarrierProblem, textCarrierOf } from '@wakeline/domain/instructions/texts/carriers';
import { expect, test } from 'vitest';
import type { StreamProtocol } from './protocol.ts';
import { PROTOCOLS } from './registry.ts';
import { SESSION_OPTIONS } from './testing/stream-example.ts';
import { writeInstructionText } from './tk103/instruction-texts.ts';

const STREAMS = PROTOCOLS.filter((protocol): protocol is StreamProtocol => protocol.kind === 'stream');
const ID = '123456789012345';
const PRINTABLE = Array.from({ length: 0x7f - 0x20 }, (_, index) => String.fromCharCode(0x20 + index));
/** Characters that GBK has, at the limits of what its carrier accepts, and two that it lacks. */
const WIDE = ['\u3001', '\u3002', '\u4e00', '\u9fa5', '\uff01', '\uff5e', '\u{1f600}', '\u9fa6'];
const CONTROL = ['\n', '\r', '\0', '\u007f', '\u0085'];

/** Whether the encoder of the protocol accepts a free text. Of TK103, both forms. */
function accepts(protocol: StreamProtocol, text: string): boolean {
  const call = { name: 'freeText', values: { text } } as const;
  if (protocol.name === 'tk103') {
    return [true, false].every((isComma) => typeof writeInstructionText(call, isComma, '') !== 'string');
  }
  const target = { deviceId: ID, serial: 1, now: 0, model: '', password: '' };
  return typeof protocol.session(SESSION_OPTIONS).encodeInstruction(call, target) !== 'string';
}

test('every protocol with a free text is a carrier, and no other one', () => {
  for (const { name, instructions } of PROTOCOLS) {
    expect([name, textCarrierOf(name, '') !== null]).toEqual([name, instructions.includes('freeText')]);
  }
});

test.each(STREAMS.map((protocol) => [protocol.name, protocol] as const))(
  '%s: the encoder accepts what the carrier accepts',
  (_, protocol) => {
    const carrier = textCarrierOf(protocol.name, '');
    if (carrier === null) return;
    const { example, form, maxLength } = carrier;
    expect([example, findCarrierProblem(example, carrier)]).toEqual([example, null]);
    // After the beginning of the form, if it has one.
    const at = form === null ? example.length : example.indexOf(',') + 1;
    const insert = (text: string) => `${example.slice(0, at)}${text}${example.slice(at)}`;
    const texts = [...PRINTABLE, ...WIDE, ...CONTROL].map(insert);
    const longest = insert('A'.repeat(maxLength - example.length));
    const carried = [...texts, longest].filter((text) => findCarrierProblem(text, carrier) === null);
    expect(carried.filter((text) => !accepts(protocol, text))).toEqual([]);
    expect(carried).toContain(longest);
    expect(carried.length).toBeGreaterThan(PRINTABLE.length - 10);
    expect(carried.filter((text) => CONTROL.some((character) => text.includes(character)))).toEqual([]);
  },
);
