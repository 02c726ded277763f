import { InvalidValueError, type Parse } from './values.ts';

export type Environment = Readonly<Record<string, string | undefined>>;

/** Variables by name; `default` as text, null: none. */
export type VariableTable = Readonly<
  Record<string, { readonly default: string | null; readonly parse: Parse<unknown> }>
>;

type ValueOf<Table extends VariableTable, Name extends keyof Table> = ReturnType<Table[Name]['parse']>;

export interface ConfigReader<Table extends VariableTable> {
  /** Parses a variable that is in no table; null: it is absent, or was refused. */
  parseVariable<Value>(name: string, fallback: string | null, parse: Parse<Value>): Value | null;
  optional<Name extends keyof Table & string>(name: Name): ValueOf<Table, Name> | null;
  /** For variables with a default. If the text was refused, the returned default is never used. */
  value<Name extends keyof Table & string>(name: Name): ValueOf<Table, Name>;
  /** Without `required`, the other variables with this prefix would have no effect. */
  requireWith(namePrefix: string, required: keyof Table & string): void;
}

/**
 * Reads variables of a table.
 *
 * @param problems receives a line for each refused text
 * @param secrets variables whose text is not quoted
 */
export function createReader<Table extends VariableTable>(
  table: Table,
  { environment, problems, secrets }: ReaderContext,
): ConfigReader<Table> {
  function parseVariable<Value>(name: string, fallback: string | null, parse: Parse<Value>): Value | null {
    const configured = environment[name];
    const text = configured === undefined || configured === '' ? fallback : configured;
    if (text === null) return null;
    try {
      return parse(text);
    } catch (error) {
      if (!(error instanceof InvalidValueError)) throw error;
      const displayedValue = secrets.has(name) ? '' : ` ${JSON.stringify(text)}`;
      problems.push(`${name}:${displayedValue} ${error.message}`);
      return null;
    }
  }

  function optional<Name extends keyof Table & string>(name: Name): ValueOf<Table, Name> | null {
    const variable: { default: string | null; parse: Parse<unknown> } = table[name] as Table[Name];
    return parseVariable(name, variable.default, variable.parse as Parse<ValueOf<Table, Name>>);
  }

  return {
    parseVariable,
    optional,
    value(name) {
      const variable = table[name] as Table[typeof name];
      return optional(name) ?? (variable.parse(variable.default ?? '') as ValueOf<Table, typeof name>);
    },
    requireWith(namePrefix, required) {
      const configured = Object.keys(table).find((name) => name.startsWith(namePrefix) && environment[name]);
      if (configured !== undefined && configured !== required)
        problems.push(`${required}: required with ${configured}`);
    },
  };
}

export interface ReaderContext {
  readonly environment: Environment;
  readonly problems: string[];
  readonly secrets: ReadonlySet<string>;
}
