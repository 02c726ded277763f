import { parseSync, Visitor } from 'oxc-parser';

export interface SourceTexts {
  /** Names of variables, functions, types, members and JSX attributes, each with the line of its first use. */
  readonly identifiers: ReadonlyMap<string, number>;
  /** Comments, and titles of tests and their groups. */
  readonly prose: readonly { readonly text: string; readonly line: number }[];
}

const TEST_FUNCTIONS = new Set(['test', 'it', 'describe']);

/** What people read in a TypeScript file. Throws if it cannot be parsed. */
export function textsOfSource(path: string, source: string): SourceTexts {
  const { program, comments, errors } = parseSync(path, source);
  if (errors.length > 0) throw new Error(`${path}: ${errors.map((error) => error.message).join('; ')}`);
  const lineAt = createLineFinder(source);
  const identifiers = new Map<string, number>();
  const prose = comments.map(({ value, start }) => ({ text: value, line: lineAt(start) }));
  const addIdentifier = ({ name, start }: { name: string; start: number }) => {
    if (!identifiers.has(name)) identifiers.set(name, lineAt(start));
  };
  new Visitor({
    Identifier: addIdentifier,
    JSXIdentifier: addIdentifier,
    PrivateIdentifier: addIdentifier,
    CallExpression({ callee, arguments: [title] }) {
      if (title?.type === 'Literal' && typeof title.value === 'string' && isTestFunction(callee))
        prose.push({ text: title.value, line: lineAt(title.start) });
    },
  }).visit(program);
  return { identifiers, prose };
}

/** `test`, `test.only`, `test.each(rows)` and likewise. */
function isTestFunction(callee: { readonly type: string }): boolean {
  const node = callee as {
    type: string;
    name?: string;
    object?: { type: string };
    callee?: { type: string };
  };
  if (node.type === 'Identifier') return TEST_FUNCTIONS.has(node.name ?? '');
  if (node.type === 'MemberExpression' && node.object !== undefined) return isTestFunction(node.object);
  if (node.type === 'CallExpression' && node.callee !== undefined) return isTestFunction(node.callee);
  return false;
}

function createLineFinder(source: string): (offset: number) => number {
  const starts = [0];
  for (let at = source.indexOf('\n'); at !== -1; at = source.indexOf('\n', at + 1)) starts.push(at + 1);
  return (offset) => starts.findLastIndex((start) => start <= offset) + 1;
}
