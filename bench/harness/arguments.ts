import { parseArgs } from 'node:util';

export interface Option {
  readonly meaning: string;
  readonly default: number;
}

/**
 * Parses the sizes of a benchmark from the command line: `--rounds 3`. Exits with the list of options for `--help` and for
 * invalid options.
 */
export function readSizes<Name extends string>(
  description: string,
  options: Readonly<Record<Name, Option>>,
): Readonly<Record<Name, number>> {
  const names = Object.keys(options) as Name[];
  const help = names.map(
    (name) => `  --${name.padEnd(14)} ${options[name].meaning} (${options[name].default})`,
  );
  const usage = `${description}\n\n${help.join('\n')}\n`;
  try {
    const { values } = parseArgs({
      options: {
        help: { type: 'boolean' },
        ...Object.fromEntries(names.map((name) => [name, { type: 'string' as const }])),
      },
    });
    if (values.help === true) {
      console.log(usage);
      process.exit(0);
    }
    const given: Partial<Record<string, unknown>> = values;
    const sizes = names.map((name) => [name, sizeOf(name, given[name], options[name].default)]);
    return Object.fromEntries(sizes) as Record<Name, number>;
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
