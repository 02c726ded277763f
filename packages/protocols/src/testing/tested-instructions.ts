import { globSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';

const FOLDER = fileURLToPath(new URL('../', import.meta.url));

/**
 * The test files that have an instruction with values written by hand, by `protocol instruction`. Found in the sources:
 * in the folder of the protocol, in a `describe` with its name, or with a device constant of the protocol.
 */
export function handWrittenTests(): ReadonlyMap<string, string> {
  const tests = new Map<string, string>();
  for (const path of globSync('**/*.test.ts', { cwd: FOLDER }).sort()) {
    if (path === 'instruction-table.test.ts') continue;
    const text = readFileSync(`${FOLDER}${path}`, 'utf8');
    for (const key of dirname(path) === '.' ? keysOfSharedTest(text) : keysOf(dirname(path), text)) {
      if (!tests.has(key)) tests.set(key, path);
    }
  }
  return tests;
}

function keysOf(protocol: string, text: string): readonly string[] {
  return [...text.matchAll(/name: '(\w+)'/g)].map(([, name]) => `${protocol} ${name}`);
}

function keysOfSharedTest(text: string): readonly string[] {
  const blocks = text.split(/^describe\('/m).slice(1);
  const inBlocks = blocks.flatMap((block) => keysOf(/^\w+/.exec(block)?.[0] ?? '', block));
  const devices = new Map<string, string>();
  for (const [, device = '', protocol, base = ''] of text.matchAll(
    /const (\w+): Device = \{ (?:protocol: (\w+)|\.\.\.(\w+))/g,
  )) {
    devices.set(device, protocol ?? devices.get(base) ?? '');
  }
  const withDevices = [...text.matchAll(/(\w+),\s*\{\s*name: '(\w+)'/g)].map(
    ([, device = '', name]) => `${devices.get(device)} ${name}`,
  );
  return [...inBlocks, ...withDevices];
}
