/** A text in both languages of the product. */
export interface BilingualText {
  readonly zh_CN: string;
  readonly en_US: string;
}

/** Texts shorter than an object literal per use. */
export function text(zh_CN: string, en_US: string): BilingualText {
  return { zh_CN, en_US };
}

export const PARAMETER_UNITS = ['s', 'min', 'km/h', 'm', 'km', 'degree', 'mg', 'dB'] as const;
export type ParameterUnit = (typeof PARAMETER_UNITS)[number];

interface ParameterDetails {
  readonly title: BilingualText;
  /** Whether it may be left out. */
  readonly optional?: true;
}

/** A whole number within one of the ranges, limits included. */
export interface IntegerParameter extends ParameterDetails {
  readonly kind: 'integer';
  readonly ranges: readonly (readonly [min: number, max: number])[];
  /** Absent: a number without a unit. */
  readonly unit?: ParameterUnit;
  readonly initial?: number;
}

/** A decimal number, limits included. */
export interface DecimalParameter extends ParameterDetails {
  readonly kind: 'decimal';
  readonly min: number;
  readonly max: number;
  readonly unit?: ParameterUnit;
}

export interface SwitchParameter extends ParameterDetails {
  readonly kind: 'switch';
  readonly initial?: boolean;
}

export interface ChoiceParameter extends ParameterDetails {
  readonly kind: 'choice';
  readonly options: readonly { readonly value: string; readonly title: BilingualText }[];
}

/**
 * Text of one line.
 *
 * - `plain`: without the characters that protocols delimit their fields with.
 * - `free`: any printable characters; the encoder rejects those that its frame cannot contain.
 */
export interface TextParameter extends ParameterDetails {
  readonly kind: 'text';
  readonly characters: 'plain' | 'free';
  readonly maxLength: number;
}

/** A domain name or an IPv4 address. */
export interface HostParameter extends ParameterDetails {
  readonly kind: 'host';
}

/** A time of the day: `HHMM`. */
export interface ClockParameter extends ParameterDetails {
  readonly kind: 'clock';
}

/** 3 to 20 digits, optionally with a leading `+`. */
export interface PhoneParameter extends ParameterDetails {
  readonly kind: 'phone';
}

/** One to `maxCount` telephone numbers. */
export interface PhonesParameter extends ParameterDetails {
  readonly kind: 'phones';
  readonly maxCount: number;
}

export type Parameter =
  | IntegerParameter
  | DecimalParameter
  | SwitchParameter
  | ChoiceParameter
  | TextParameter
  | HostParameter
  | ClockParameter
  | PhoneParameter
  | PhonesParameter;

/** The value of a parameter as stored and sent in JSON. */
export type ParameterValue = number | boolean | string | readonly string[];

/** The type of a parameter's value. */
export type ValueOf<P> = P extends { kind: 'integer' | 'decimal' }
  ? number
  : P extends { kind: 'switch' }
    ? boolean
    : P extends { kind: 'choice'; options: readonly { value: infer Value }[] }
      ? Value
      : P extends { kind: 'phones' }
        ? readonly string[]
        : string;

/** The values of a set of parameters by their names; those of optional parameters can be absent. */
export type ValuesOf<Parameters> = {
  readonly [Name in keyof Parameters as Parameters[Name] extends { optional: true } ? never : Name]: ValueOf<
    Parameters[Name]
  >;
} & {
  readonly [Name in keyof Parameters as Parameters[Name] extends { optional: true } ? Name : never]?: ValueOf<
    Parameters[Name]
  >;
};
