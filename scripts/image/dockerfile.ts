/** A line of a Dockerfile, continuation lines joined: `RUN`, and what it says. */
export interface Instruction {
  readonly name: string;
  readonly text: string;
}

export interface Stage {
  /** What `AS` calls it; null for one without a name. */
  readonly name: string | null;
  readonly instructions: readonly Instruction[];
}

/** Where a COPY takes from: the folder that is built from, or another stage. */
export interface Copy {
  readonly from: string | null;
  readonly sources: readonly string[];
  readonly target: string;
}

/** Reads what we use of the format: https://docs.docker.com/reference/dockerfile/. */
export function parseDockerfile(text: string): readonly Stage[] {
  const stages: { name: string | null; instructions: Instruction[] }[] = [];
  const lines = text.split('\n').filter((line) => !line.trimStart().startsWith('#'));
  for (const line of lines.join('\n').replaceAll(/\\\n/g, ' ').split('\n')) {
    const [, name = '', rest = ''] = /^\s*([A-Z]+)\s+(.*?)\s*$/.exec(line) ?? [];
    if (name === 'FROM') stages.push({ name: / AS (\S+)$/i.exec(rest)?.[1] ?? null, instructions: [] });
    else if (name !== '') stages.at(-1)?.instructions.push({ name, text: rest });
  }
  return stages;
}

export function parseCopy(text: string): Copy {
  const words = text.split(/\s+/);
  const paths = words.filter((word) => !word.startsWith('--'));
  const from = words.find((word) => word.startsWith('--from='))?.slice('--from='.length) ?? null;
  return { from, sources: paths.slice(0, -1), target: paths.at(-1) ?? '' };
}

/** The pairs of an ENV. */
export function parseEnv(text: string): Readonly<Record<string, string>> {
  return Object.fromEntries(
    [...text.matchAll(/(\w+)=(\S+)/g)].map(([, name = '', value = '']) => [name, value]),
  );
}
