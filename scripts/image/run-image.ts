import { cpSync, mkdirSync, statSync } from 'node:fs';
import { basename, dirname, isAbsolute, join } from 'node:path';
import { listFiles } from '../check/source-files.ts';
import { run } from '../setup/run.ts';
import { type Instruction, parseCopy, parseDockerfile, parseEnv, type Stage } from './dockerfile.ts';

/** The start configuration of the container. */
export interface Image {
  readonly folder: string;
  readonly environment: Readonly<Record<string, string>>;
  readonly command: readonly string[];
}

/** Commands that need a container; the user they create is not used here. */
const SYSTEM_COMMAND = /^useradd /;

/**
 * Runs the steps of a Dockerfile without a container engine: each stage has its own root folder in `home` and uses the programs
 * of this machine. Base images and users are not tested.
 */
export async function buildImage(dockerfile: string, home: string): Promise<Image> {
  const stages = parseDockerfile(dockerfile);
  const roots = new Map<string, string>();
  let image: Image | null = null;
  for (const [index, stage] of stages.entries()) {
    const root = join(home, String(index));
    if (stage.name !== null) roots.set(stage.name, root);
    image = await buildStage(stage, root, roots);
  }
  if (image === null) throw new Error('the Dockerfile has no stage');
  return image;
}

async function buildStage(stage: Stage, root: string, roots: ReadonlyMap<string, string>): Promise<Image> {
  let folder = root;
  let environment: Readonly<Record<string, string>> = {};
  let command: readonly string[] = [];
  for (const { name, text } of stage.instructions) {
    if (name === 'WORKDIR') folder = resolveIn(root, text);
    mkdirSync(folder, { recursive: true });
    if (name === 'COPY') copy(text, root, folder, roots);
    else if (name === 'RUN') await runStep({ name, text }, folder);
    else if (name === 'ENV') environment = { ...environment, ...rebaseValues(parseEnv(text), root) };
    else if (name === 'CMD') command = JSON.parse(text) as string[];
  }
  return { folder, environment, command };
}

function resolveIn(root: string, path: string): string {
  return join(root, path.replace(/^\//, ''));
}

/** Prefixes absolute paths with the root. */
function rebaseValues(
  values: Readonly<Record<string, string>>,
  root: string,
): Readonly<Record<string, string>> {
  const entries = Object.entries(values);
  return Object.fromEntries(
    entries.map(([name, value]) => [name, isAbsolute(value) ? resolveIn(root, value) : value]),
  );
}

function copy(text: string, root: string, folder: string, roots: ReadonlyMap<string, string>): void {
  const { from, sources, target } = parseCopy(text);
  const destination = isAbsolute(target) ? resolveIn(root, target) : join(folder, target);
  for (const source of sources) {
    if (from === null) {
      for (const file of listFiles([source])) copyFile(file, source, destination, target.endsWith('/'));
      continue;
    }
    const stageRoot = roots.get(from);
    if (stageRoot === undefined) throw new Error(`COPY ${text}: unknown stage ${from}`);
    const path = resolveIn(stageRoot, source);
    cpSync(
      path,
      statSync(path).isFile() && target.endsWith('/') ? join(destination, basename(path)) : destination,
      {
        recursive: true,
        verbatimSymlinks: true,
      },
    );
  }
}

/** A single file is copied into a folder or to a name; the files of a folder keep their relative paths. */
function copyFile(file: string, source: string, destination: string, isFolder: boolean): void {
  const isSingleFile = file === source;
  const path = isSingleFile
    ? isFolder
      ? join(destination, basename(file))
      : destination
    : join(destination, file.slice(source.length));
  mkdirSync(dirname(path), { recursive: true });
  cpSync(file, path);
}

async function runStep({ text }: Instruction, folder: string): Promise<void> {
  if (SYSTEM_COMMAND.test(text)) return;
  const { ok, output } = await run('sh', ['-ec', text], { cwd: folder });
  if (!ok) throw new Error(`RUN ${text} failed:\n${output}`);
}
