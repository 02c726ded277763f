import { parseSync } from 'oxc-parser';

export interface Import {
  /** As written: `./a.ts`, `@wakeline/domain/geodesy`, `react`. */
  readonly target: string;
  readonly line: number;
  /** Whether it is a type import, which does not exist at run time. */
  readonly typeOnly: boolean;
}

/** The imports and re-exports of a file, including dynamic imports of a fixed name. Throws if it cannot be parsed. */
export function findImports(path: string, source: string): readonly Import[] {
  const { module, errors } = parseSync(path, source);
  if (errors.length > 0) throw new Error(`${path}: ${errors.map((error) => error.message).join('; ')}`);
  const imports: { target: string; start: number; typeOnly: boolean }[] = [];
  for (const { moduleRequest, entries, start } of module.staticImports) {
    const typeOnly = entries.length > 0 && entries.every((entry) => entry.isType);
    imports.push({ target: moduleRequest.value, start, typeOnly });
  }
  for (const { entries } of module.staticExports) {
    for (const { moduleRequest, start, isType } of entries) {
      if (moduleRequest !== null) imports.push({ target: moduleRequest.value, start, typeOnly: isType });
    }
  }
  for (const { moduleRequest, start } of module.dynamicImports) {
    const literal = /^(['"`])(.*)\1$/s.exec(source.slice(moduleRequest.start, moduleRequest.end))?.[2];
    if (literal !== undefined) imports.push({ target: literal, start, typeOnly: false });
  }
  return imports.map(({ target, start, typeOnly }) => ({
    target,
    typeOnly,
    line: source.slice(0, start).split('\n').length,
  }));
}
