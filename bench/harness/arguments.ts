import { parseArgs } from 'node:util';

export interface Option {
  readonly meaning: string;
  readonly default: number;
}

/** An option whose value is a name. */
export interface Choice<Value extends string> {
  readonly name: string;
  readonly meaning: string;
  readonly values: readonly Value[];
}

/**
 * Parses the sizes of a benchmark from the command line: `--rounds 3`. Exits with the list of options for `--help` and for
 * invalid options.
 */
export function readSizes<Name extends string>(
  description: string,
  options: Readonly<Record<Name, Option>>,
): Readonly<Record<Name, number>> {
  return readSizesAndParts(description, options, {}).sizes;
}

/** The same with one option that is a name: `--protocol h02`. Null if it is not there. */
export function readSizesAndChoice<Name extends string, Value extends string>(
  description: string,
  options: Readonly<Record<Name, Option>>,
  choice: Choice<Value>,
): { readonly sizes: Readonly<Record<Name, number>>; readonly chosen: Value | null } {
  const { sizes, chosen } = readAll(description, options, {}, choice);
  return { sizes, chosen };
}

/**
 * The same for a benchmark of several parts, which can be measured alone: `import export --rounds 3`. Without a name, all
 * parts are returned.
 *
 * @param parts what each part measures
 */
export function readSizesAndParts<Name extends string, Part extends string>(
  description: string,
  options: Readonly<Record<Name, Option>>,
  parts: Readonly<Record<Part, string>>,
): { readonly sizes: Readonly<Record<Name, number>>; readonly parts: ReadonlySet<Part> } {
  return readAll(description, options, parts, null);
}

function readAll<Name extends string, Part extends string, Value extends string>(
  description: string,
  options: Readonly<Record<Name, Option>>,
  parts: Readonly<Record<Part, string>>,
  choice: Choice<Value> | null,
): {
  readonly sizes: Readonly<Record<Name, number>>;
  readonly parts: ReadonlySet<Part>;
  readonly chosen: Value | null;
} {
  const names = Object.keys(options) as Name[];
  const partNames = Object.keys(parts) as Part[];
  const help = [
    ...partNames.map((part) => `  ${part.padEnd(16)} ${parts[part]}`),
    ...(choice === null
      ? []
      : [`  --${choice.name.padEnd(14)} ${choice.meaning}: ${choice.values.join(', ')}`]),
    ...names.map((name) => `  --${name.padEnd(14)} ${options[name].meaning} (${options[name].default})`),
  ];
  const usage = `${description}\n\n${help.join('\n')}\n`;
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: {
        help: { type: 'boolean' },
        ...Object.fromEntries(
          [...names, ...(choice === null ? [] : [choice.name])].map((name) => [
            name,
            { type: 'string' as const },
          ]),
        ),
      },
    });
    if (values.help === true) {
      console.log(usage);
      process.exit(0);
    }
    const given: Partial<Record<string, unknown>> = values;
    const sizes = names.map((name) => [name, sizeOf(name, given[name], options[name].default)]);
    for (const part of positionals) {
      if (!partNames.some((name) => name === part)) throw new Error(`${part} is not measured here`);
    }
    const requested = partNames.filter((part) => positionals.length === 0 || positionals.includes(part));
    const chosen = choice === null ? null : choose(choice, given[choice.name]);
    return { sizes: Object.fromEntries(sizes) as Record<Name, number>, parts: new Set(requested), chosen };
  } catch (error) {
    console.error(`${error instanceof Error ? error.message : String(error)}\n\n${usage}`);
    return process.exit(64);
  }
}

function sizeOf(name: string, text: unknown, fallback: number): number {
  if (text === undefined) return fallback;
  const size = Number(text);
  if (!Number.isFinite(size) || size < 0) throw new Error(`--${name}: ${String(text)} is not a number`);
  return size;
}

function choose<Value extends string>({ name, values }: Choice<Value>, text: unknown): Value | null {
  if (text === undefined) return null;
  const value = values.find((one) => one === text);
  if (value === undefined) throw new Error(`--${name}: ${String(text)} is none of ${values.join(', ')}`);
  return value;
}
