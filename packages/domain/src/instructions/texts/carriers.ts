import { modelKey } from '../../devices/find-model.ts';
import type { ProtocolName } from '../../devices/protocols.ts';
import { MAX_WRITTEN_LENGTH } from './instruction-text.ts';

/** The free text of a protocol, as far as it limits the texts in it. */
export interface TextCarrier {
  /** Every character is one of these. */
  readonly characters: RegExp;
  /** Characters that would end a frame or start another one. */
  readonly delimiters: string;
  readonly maxLength: number;
  /** What a text looks like; null: any. */
  readonly form: RegExp | null;
  /** An example of such a text. */
  readonly example: string;
}

const ASCII = /^[\x20-\x7e]*$/;
/** ASCII, and the ideographs and wide punctuation that GBK has completely. */
const GBK = /^[\x20-\x7e\u3001\u3002\u4e00-\u9fa5\uff01-\uff5e]*$/;

const PLAIN: TextCarrier = {
  characters: ASCII,
  delimiters: '',
  maxLength: MAX_WRITTEN_LENGTH,
  form: null,
  example: 'MODE,1#',
};

/** `text-carriers.test.ts` of the protocols compares them with the encoders. */
const CARRIERS: Partial<Readonly<Record<ProtocolName, TextCarrier>>> = {
  jt808: { ...PLAIN, characters: GBK },
  gt06: PLAIN,
  teltonika: { ...PLAIN, maxLength: 160, example: 'setparam 2001:1' },
  h02: { ...PLAIN, delimiters: '#*', example: 'MODE,1' },
  // The comma form has more delimiters than the fixed one; which one a device has is known when it connects.
  tk103: { ...PLAIN, delimiters: '()[]$*', example: 'AX01' },
  watch: {
    ...PLAIN,
    delimiters: '[]*',
    form: /^[A-Za-z][A-Za-z0-9_]{1,19}(?:,|$)/,
    example: 'WORKTIME,30',
  },
  meitrack: { ...PLAIN, delimiters: '*$@', form: /^[A-F]\d\d(?:,|$)/, example: 'A73,1' },
  // A serial of four hexadecimal digits is the last field.
  queclink: {
    ...PLAIN,
    form: /^AT\+GT[A-Z0-9]{3}=[\x20-\x23\x25-\x7e]*,[0-9A-F]{4}\$$/i,
    example: 'AT+GTTMA=gl300,+,0,0,0,,,,,,0001$',
  },
};

/** HuaSunTeK devices of H02 have no free text. */
const H02_WITHOUT_TEXT = 'h02';

/** The free text of devices of this protocol and model; null: they have none. */
export function textCarrierOf(protocol: ProtocolName | null, model: string): TextCarrier | null {
  if (protocol === null || (protocol === 'h02' && modelKey(model) === H02_WITHOUT_TEXT)) return null;
  return CARRIERS[protocol] ?? null;
}

/** Why a text cannot be sent over the carrier; null: it can. */
export function findCarrierProblem(
  text: string,
  { characters, delimiters, maxLength, form }: TextCarrier,
): 'characters' | 'too-long' | 'form' | null {
  if (text.length > maxLength) return 'too-long';
  if (!isCarried(text, { characters, delimiters })) return 'characters';
  return form === null || form.test(text) ? null : 'form';
}

/** Whether the carrier can contain each character. */
export function isCarried(
  text: string,
  { characters, delimiters }: Pick<TextCarrier, 'characters' | 'delimiters'>,
): boolean {
  return characters.test(text) && ![...delimiters].some((delimiter) => text.includes(delimiter));
}
