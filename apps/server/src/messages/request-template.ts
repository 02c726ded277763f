/** An HTTP request with placeholders such as `{text}`, as an operator configures it. */
export interface RequestTemplate {
  readonly url: string;
  readonly method: (typeof REQUEST_METHODS)[number];
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
  /** Text that a successful response contains; null: its status decides. */
  readonly success: string | null;
}

export const REQUEST_METHODS = ['POST', 'GET', 'PUT'] as const;

/** By the names of the placeholders. */
export type TemplateValues = Readonly<Record<string, string>>;

/** Bytes of a response that are read. */
const MAX_RESPONSE_BYTES = 65_536;

/** The URL with the values percent-encoded. */
export function fillUrl({ url }: Pick<RequestTemplate, 'url'>, values: TemplateValues): string {
  return fill(url, values, encodeURIComponent);
}

/** The body with the values encoded for its type: escaped in JSON, percent-encoded in a form. */
export function fillBody(
  { body, headers }: Pick<RequestTemplate, 'body' | 'headers'>,
  values: TemplateValues,
): string {
  return fill(body ?? '', values, ENCODERS[kindOf(headers)]);
}

function fill(template: string, values: TemplateValues, encode: (value: string) => string): string {
  return template.replaceAll(/\{(\w+)\}/g, (placeholder, name: string) => {
    const value = values[name];
    return value === undefined ? placeholder : encode(value);
  });
}

type BodyKind = 'json' | 'form' | 'plain';

const ENCODERS: Readonly<Record<BodyKind, (value: string) => string>> = {
  json: (value) => JSON.stringify(value).slice(1, -1),
  form: encodeURIComponent,
  plain: (value) => value,
};

function kindOf(headers: RequestTemplate['headers']): BodyKind {
  const type = new Headers(headers).get('content-type') ?? '';
  if (type.includes('json')) return 'json';
  return type.includes('x-www-form-urlencoded') ? 'form' : 'plain';
}

/**
 * Problems of a template as a whole, each with its variable; empty if it is valid.
 *
 * @param variables prefix of the names: `WAKELINE_SMS_`
 * @param sample a value for each placeholder
 */
export function templateProblems(
  template: RequestTemplate,
  variables: string,
  sample: TemplateValues,
): readonly string[] {
  const problems: string[] = [];
  const { url, method, body, headers } = template;
  const known = Object.keys(sample);
  for (const [name, text] of [
    [`${variables}URL`, url],
    [`${variables}BODY`, body ?? ''],
  ] as const) {
    const unknown = [...text.matchAll(/\{([a-z]\w*)\}/gi)].find(([, word = '']) => !known.includes(word));
    if (unknown !== undefined)
      problems.push(`${name}: unknown placeholder ${unknown[0]}; known are ${enumerate(known)}`);
  }
  if (method === 'GET' && body !== null) problems.push(`${variables}BODY: not allowed with the method GET`);
  if (body !== null && kindOf(headers) === 'json' && !isJson(fillBody(template, sample))) {
    problems.push(
      `${variables}BODY: is not valid JSON after inserting the values (are the placeholders within quotes?)`,
    );
  }
  return problems;
}

function enumerate(names: readonly string[]): string {
  const placeholders = names.map((name) => `{${name}}`);
  return `${placeholders.slice(0, -1).join(', ')} and ${placeholders.at(-1)}`;
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** Sends the request of a template; rejects if there is no response within the timeout. */
export async function sendTemplate(
  template: RequestTemplate,
  values: TemplateValues,
  timeoutMs: number,
): Promise<{ readonly status: number; readonly body: string; readonly isSuccess: boolean }> {
  const response = await fetch(fillUrl(template, values), {
    method: template.method,
    headers: template.headers,
    ...(template.body === null ? {} : { body: fillBody(template, values) }),
    redirect: 'manual',
    signal: AbortSignal.timeout(timeoutMs),
  });
  const body = await readStart(response);
  const isSuccess = response.ok && (template.success === null || body.includes(template.success));
  return { status: response.status, body, isSuccess };
}

/** `ECONNREFUSED`, `TimeoutError`: the kind of network error, from the cause of Node's fetch error. */
export function networkErrorKind(error: unknown): string {
  const { code, name } = Object(error instanceof Error ? (error.cause ?? error) : error) as Record<
    string,
    unknown
  >;
  return String(typeof code === 'string' ? code : name);
}

async function readStart(response: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of response.body ?? []) {
    chunks.push(chunk);
    bytes += chunk.byteLength;
    if (bytes >= MAX_RESPONSE_BYTES) break;
  }
  return Buffer.concat(chunks).toString('utf8');
}
