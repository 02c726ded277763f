import type { TextMessage } from './sender.ts';

/**
 * The HTTP request that sends a text message. The placeholders `{phone}`, `{text}` and `{code}` in `url` and `body` are
 * encoded for their context: percent-encoded in URLs and forms, escaped in JSON.
 */
export interface GatewayTemplate {
  readonly url: string;
  readonly method: (typeof GATEWAY_METHODS)[number];
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
  /** Text that a successful response contains; null: its status decides. */
  readonly success: string | null;
}

export const GATEWAY_METHODS = ['POST', 'GET', 'PUT'] as const;

const PLACEHOLDERS = /\{(phone|text|code)\}/g;

export function fillUrl({ url }: Pick<GatewayTemplate, 'url'>, message: TextMessage): string {
  return fill(url, message, encodeURIComponent);
}

export function fillBody(
  { body, headers }: Pick<GatewayTemplate, 'body' | 'headers'>,
  message: TextMessage,
): string {
  return fill(body ?? '', message, ENCODERS[kindOf(headers)]);
}

function fill(
  template: string,
  { recipient, text, code }: TextMessage,
  encode: (value: string) => string,
): string {
  const values: Readonly<Record<string, string>> = { phone: recipient, text, code };
  return template.replaceAll(PLACEHOLDERS, (_placeholder, name: string) => encode(values[name] ?? ''));
}

type BodyKind = 'json' | 'form' | 'plain';

const ENCODERS: Readonly<Record<BodyKind, (value: string) => string>> = {
  json: (value) => JSON.stringify(value).slice(1, -1),
  form: encodeURIComponent,
  plain: (value) => value,
};

function kindOf(headers: GatewayTemplate['headers']): BodyKind {
  const type = new Headers(headers).get('content-type') ?? '';
  if (type.includes('json')) return 'json';
  return type.includes('x-www-form-urlencoded') ? 'form' : 'plain';
}

const SAMPLE: TextMessage = { recipient: '13800138000', text: '"a" & b', code: '123456' };

/** Problems of the request as a whole, each with its variable; empty if it is valid. */
export function problemsOf(template: GatewayTemplate): readonly string[] {
  const problems: string[] = [];
  const { url, method, body, headers } = template;
  for (const [name, text] of [
    ['WAKELINE_SMS_URL', url],
    ['WAKELINE_SMS_BODY', body ?? ''],
  ] as const) {
    const unknown = text.replaceAll(PLACEHOLDERS, '').match(/\{[a-z]\w*\}/i);
    if (unknown !== null)
      problems.push(`${name}: unknown placeholder ${unknown[0]}; known are {phone}, {text} and {code}`);
  }
  if (method === 'GET' && body !== null) problems.push('WAKELINE_SMS_BODY: not allowed with the method GET');
  const both = url + (body ?? '');
  if (!both.includes('{phone}'))
    problems.push('WAKELINE_SMS_URL: {phone} is required in the URL or the body');
  if (!both.includes('{text}') && !both.includes('{code}')) {
    problems.push('WAKELINE_SMS_URL: {text} or {code} is required in the URL or the body');
  }
  if (body !== null && kindOf(headers) === 'json' && !isJson(fillBody(template, SAMPLE))) {
    problems.push(
      'WAKELINE_SMS_BODY: is not valid JSON after inserting the values (are the placeholders within quotes?)',
    );
  }
  return problems;
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
