import { COMMON_ERRORS, ERRORS, type ErrorName } from '@wakeline/contract/errors';
import { type Operation, operationPath } from '@wakeline/contract/operation';
import { OPERATIONS } from '@wakeline/contract/operations';
import { z } from 'zod';
import { describeSchema } from './describe-schema.ts';
import { describeAccess, describeBodyLimit } from './openapi.ts';

const STYLE = `
  :root { color-scheme: light; --ink: #1b2733; --faint: #5b6b7a; --line: #dfe5ea; --blue: #0b5cad; --ground: #f6f8fa }
  * { box-sizing: border-box }
  body { margin: 0; font: 15px/1.55 system-ui, sans-serif; color: var(--ink); background: var(--ground) }
  header { padding: 32px 24px 16px; max-width: 960px; margin: 0 auto }
  h1 { margin: 0 0 8px; font-size: 26px } a { color: var(--blue) }
  main { max-width: 960px; margin: 0 auto; padding: 0 24px 64px }
  details { background: #fff; border: 1px solid var(--line); border-radius: 8px; margin: 8px 0 }
  summary { cursor: pointer; padding: 10px 16px; display: flex; gap: 16px; align-items: baseline; flex-wrap: wrap }
  summary code { font-weight: 600; color: var(--blue) } summary span { color: var(--faint) }
  .inside { padding: 0 16px 16px; border-top: 1px solid var(--line) }
  h3 { font-size: 13px; text-transform: uppercase; letter-spacing: .05em; color: var(--faint); margin: 16px 0 6px }
  table { border-collapse: collapse; width: 100%; font-size: 14px }
  th, td { text-align: left; padding: 5px 12px 5px 0; border-bottom: 1px solid var(--line); vertical-align: top }
  code, pre { font: 13px/1.5 ui-monospace, monospace } pre { background: var(--ground); padding: 12px; overflow-x: auto;
    border-radius: 6px; margin: 0 }
`;

/** The API page: the contract as one HTML file without scripts, in as many parts as there are operations. */
export function* openApiPage(
  prefix: string,
  operations: readonly Operation[] = Object.values(OPERATIONS),
): Generator<string> {
  yield `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>Wakeline API</title><style>${STYLE}</style></head><body>
<header><h1>Wakeline API</h1>
<p>Each call is <code>POST ${escapeHtml(prefix)}/&lt;operation&gt;</code> (live events: <code>POST ${escapeHtml(prefix)}/live/&lt;operation&gt;</code>), form-encoded (a nested value is JSON in its field),
as JSON or as multipart. Each response is <code>{result_code, result_msg, result}</code> with HTTP status 200;
<code>000</code> is success, <code>201</code> means that the session has ended. A failure's <code>result</code> is
<code>{error, details}</code>. As an OpenAPI document: <a href="${escapeHtml(prefix)}/openapi.json">openapi.json</a>.</p></header>
<main>`;
  for (const operation of operations) yield `${renderOperation(prefix, operation)}\n`;
  yield `<h3>Errors of any operation</h3>${renderErrors(COMMON_ERRORS)}</main></body></html>`;
}

/** The result of an operation that returns bytes. */
const BYTES =
  'Bytes (<code>application/octet-stream</code>), not an envelope: blocks of fixes as columns of numbers. A failure is an envelope.';

function renderOperation(prefix: string, operation: Operation): string {
  const payload = z.toJSONSchema(operation.payload, { io: 'input', unrepresentable: 'any' });
  const { $schema: _, ...result } = z.toJSONSchema(operation.result, { unrepresentable: 'any' });
  const required = new Set(payload.required ?? []);
  const fields = Object.entries(payload.properties ?? {}).map(([name, schema]) => {
    const { description = '' } = Object(schema) as { description?: string };
    const requiredMark = required.has(name) ? 'required' : '';
    return `<tr><td><code>${escapeHtml(name)}</code></td><td>${requiredMark}</td><td>${escapeHtml(describeSchema(schema))}<br><i>${escapeHtml(description)}</i></td></tr>`;
  });
  return `<details id="${operation.name}"><summary><code>${operation.name}</code><span>${escapeHtml(operation.summary)}</span></summary>
<div class="inside"><h3>Access</h3>${escapeHtml(describeAccess(operation.access)).replace(/`(\w+)`/g, '<code>$1</code>')}
<h3>Fields</h3><table>${fields.join('')}</table>
<h3>Errors of this operation</h3>${operation.errors.length === 0 ? 'none' : renderErrors(operation.errors)}
<h3>Result</h3>${operation.responseType === 'bytes' ? BYTES : `<pre>${escapeHtml(JSON.stringify(result, null, 2))}</pre>`}
<h3>Body</h3>${escapeHtml(describeBodyLimit(operation))}
<h3>Path</h3><code>POST ${escapeHtml(prefix)}/${operationPath(operation)}</code></div></details>`;
}

function renderErrors(names: readonly ErrorName[]): string {
  const rows = names.map((name) => {
    const { code, en, zh } = ERRORS[name];
    return `<tr><td><code>${name}</code></td><td>${code}</td><td>${escapeHtml(en)}<br>${escapeHtml(zh)}</td></tr>`;
  });
  return `<table>${rows.join('')}</table>`;
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"]/g, (character) => `&#${character.codePointAt(0)};`);
}
