import { type InstructionCall, instructionOf } from '@wakeline/domain/instructions/catalogue';
import type { Parameter } from '@wakeline/domain/instructions/parameter';
import { expect, test } from 'vitest';
import type { StreamProtocol } from './protocol.ts';
import { PROTOCOLS } from './registry.ts';
import { type InstructionForm, instructionForms, NOW } from './testing/instruction-forms.ts';

/**
 * A value must never become another instruction, or another field of one. The catalogue refuses these values before
 * they are stored; the encoders must not depend on it.
 */
const CONTROL_CHARACTERS = Array.from({ length: 33 }, (_, index) =>
  String.fromCharCode(index < 32 ? index : 127),
);
/** The characters between instructions and between their fields; jt808 has none, because its values have lengths. */
const DELIMITERS: Readonly<Record<string, string>> = {
  jt808: '',
  gt06: '#,',
  teltonika: ';',
  queclink: '$,',
  meitrack: '*,',
  h02: '*#,',
  tk103: '()[]*',
  watch: '[]*,',
};
const HOSTILE = [
  ...[...CONTROL_CHARACTERS, ...'#*,;:()[]$~'].map((character) => `1${character}2`),
  '1#*HQ,860000000000035,S20,000000,1,1',
  '1)(013600000051AV010',
  'status*,[end][begin]sms2,*turnoff',
  '1][3G*860000000000043*0008*POWEROFF',
  'AT+GTRTO=gv300,1,,,,,,0001$AT+GTRTO=gv300,4,,,,,,0002$',
  'A10*00\r\n@@A25,353358017784062,F11*67\r\n',
  '1;2004:203.0.113.9',
  '1#FACTORY#',
  'caf\u00e9',
  '1\u202e2',
  '\ud83d\ude00',
];

const STREAMS = PROTOCOLS.filter(
  (protocol): protocol is StreamProtocol => protocol.kind === 'stream' && protocol.instructions.length > 0,
);

const HARMLESS = '12';

interface HostileCall {
  readonly call: InstructionCall;
  /** The same with a harmless value, which not every text is. */
  readonly harmless: InstructionCall;
}

/** The calls of a form with a hostile value in each of its texts. */
function hostileCalls({ call }: InstructionForm): readonly HostileCall[] {
  const parameters: readonly [string, Parameter][] = Object.entries(instructionOf(call.name).parameters);
  return parameters.flatMap(([key, { kind }]) => {
    if (kind !== 'text' && kind !== 'host' && kind !== 'phone' && kind !== 'phones') return [];
    const withValue = (value: string) => {
      const values = { ...call.values, [key]: kind === 'phones' ? [value] : value };
      return { name: call.name, values } as InstructionCall;
    };
    return HOSTILE.map((value) => ({ call: withValue(value), harmless: withValue(HARMLESS) }));
  });
}

function received({ terminal }: InstructionForm, bytes: Uint8Array): number {
  terminal.receive(bytes);
  return terminal.takeInstructions().length;
}

/** How many bytes are none of a printable ASCII character, and how many are each delimiter. */
function shapeOf(bytes: Uint8Array, delimiters: string) {
  const text = Buffer.from(bytes).toString('latin1');
  const count = (pattern: RegExp) => text.match(pattern)?.length ?? 0;
  const fields = [...delimiters].map((delimiter) => text.split(delimiter).length - 1);
  return { unprintable: count(/[^\x20-\x7e]/g), fields };
}

/** A line end is the only unprintable part of a text. */
const isText = (bytes: Uint8Array) => shapeOf(bytes, '').unprintable <= 2;
/** A free text may have fields of its own. */
const delimitersOf = (protocol: StreamProtocol, name: string) =>
  name === 'freeText' ? '' : (DELIMITERS[protocol.name] ?? '');

test.each(STREAMS)('no value of an instruction of $name becomes another instruction', (protocol) => {
  for (const name of protocol.instructions) {
    for (const form of instructionForms(protocol, name)) {
      const { encoded, session, model, deviceId } = form;
      const target = { deviceId, serial: 1, now: NOW, model, password: '123456' };
      const instructions = received(form, encoded.bytes);
      for (const { call, harmless } of hostileCalls(form)) {
        const result = session.encodeInstruction(call, target);
        if (typeof result === 'string') continue;
        expect([call, received(form, result.bytes)]).toEqual([call, instructions]);
        // Other frames have lengths and checksums; their texts are compared as text messages below.
        if (!isText(encoded.bytes)) continue;
        const usual = session.encodeInstruction(harmless, target);
        const expected = typeof usual === 'string' ? encoded.bytes : usual.bytes;
        const shape = (bytes: Uint8Array) => shapeOf(bytes, delimitersOf(protocol, name));
        expect([call, shape(result.bytes)]).toEqual([call, shape(expected)]);
      }
    }
  }
});

test.each(STREAMS.filter(({ encodeSms }) => encodeSms !== null))(
  'no value of a text message of $name becomes another instruction',
  (protocol) => {
    for (const name of protocol.instructions) {
      for (const form of instructionForms(protocol, name)) {
        const write = (call: InstructionCall) => {
          const text = protocol.encodeSms?.(call, { model: form.model, password: '123456' }) ?? '';
          return text === 'not-supported' || text === 'not-encodable' ? null : text;
        };
        const shape = (text: string) => shapeOf(Buffer.from(text), delimitersOf(protocol, name));
        for (const { call, harmless } of hostileCalls(form)) {
          const text = write(call);
          if (text === null) continue;
          const expected = write(harmless) ?? write(form.call) ?? '';
          expect([call, shape(text)]).toEqual([call, shape(expected)]);
        }
      }
    }
  },
);
