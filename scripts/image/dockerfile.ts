/** An instruction of a Dockerfile, with continuation lines joined: `RUN` and its text. */
export interface Instruction {
  readonly name: string;
  readonly text: string;
}

export interface Stage {
  /** Name after `AS`; null: none. */
  readonly name: string | null;
  readonly instructions: readonly Instruction[];
}

/** The source of a COPY: the build context or another stage. */
export interface Copy {
  readonly from: string | null;
  readonly sources: readonly string[];
  readonly target: string;
}

/** Parses the used subset of the format: https://docs.docker.com/reference/dockerfile/. */
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

/** The variables of an ENV. */
export function parseEnv(text: string): Readonly<Record<string, string>> {
  return Object.fromEntries(
    [...text.matchAll(/(\w+)=(\S+)/g)].map(([, name = '', value = '']) => [name, value]),
  );
}
