import type { TextMessage } from './sender.ts';

/**
 * The HTTP call that sends a text message. In `url` and `body`, `{phone}`, `{text}` and `{code}` stand for what is sent,
 * written as the place asks for: percent-encoded in an address and a form, escaped within the quotes of JSON.
 */
export interface GatewayTemplate {
  readonly url: string;
  readonly method: (typeof GATEWAY_METHODS)[number];
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
  /** What an answer has in it when the gateway took the message; null: its status says so. */
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

/** What is wrong with a call as a whole, each with the variable that it is about; nothing: it can be made. */
export function problemsOf(template: GatewayTemplate): readonly string[] {
  const problems: string[] = [];
  const { url, method, body, headers } = template;
  for (const [name, text] of [
    ['WAKELINE_SMS_URL', url],
    ['WAKELINE_SMS_BODY', body ?? ''],
  ] as const) {
    const unknown = text.replaceAll(PLACEHOLDERS, '').match(/\{[a-z]\w*\}/i);
    if (unknown !== null)
      problems.push(`${name}: there is no ${unknown[0]}, only {phone}, {text} and {code}`);
  }
  if (method === 'GET' && body !== null) problems.push('WAKELINE_SMS_BODY: a GET has no body');
  const both = url + (body ?? '');
  if (!both.includes('{phone}')) problems.push('WAKELINE_SMS_URL: {phone} is neither in it nor in the body');
  if (!both.includes('{text}') && !both.includes('{code}')) {
    problems.push('WAKELINE_SMS_URL: neither {text} nor {code} is in it or in the body');
  }
  if (body !== null && kindOf(headers) === 'json' && !isJson(fillBody(template, SAMPLE))) {
    problems.push('WAKELINE_SMS_BODY: is not JSON when it is filled in (are its places within quotes?)');
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
